import { operands, type Command } from '../run/arguments.ts';
import { EXIT } from '../run/failure.ts';
import { runJob } from '../run/job.ts';
import { interruptible } from '../run/lifetime.ts';
import { linesOf, planText } from './lines.ts';
import { TREE_OPTIONS, withTree } from './with-tree.ts';
import type { TreeReport } from '../../transfer/tree/run.ts';

/** `polydesk plan` (`contract/extras.md`, Command line). */
export const plan: Command = {
  about: 'say what applying an edited bundle would do',
  help: `polydesk plan SITE TREE [--prune] [--json] [--quiet]

Compares TREE, a bundle that was edited or merged, with the site, and says for every
item and field what "polydesk apply" would do. Writes nothing. What is wrong in TREE is
refused with its path, line and column.

  --prune  plan to delete items that are missing in TREE, within its scope; without it
           such items stay
  --json   print one JSON document, with the old and the new value of each field

Examples:
  polydesk export site.polydesk content --format bundle
  polydesk plan site.polydesk content
  polydesk plan site.polydesk content --prune

Exit code 0 when there is nothing to do, 1 when there is. While a server has the site
open, the command runs through that server.`,
  options: TREE_OPTIONS,
  run(call) {
    const [site, tree] = operands(call, 'SITE', 'TREE');
    const words = { name: 'The plan', undone: 'Nothing was changed.' };
    return interruptible({ output: call.output, ...words }, (work) =>
      withTree(call, { site, tree, query: { preview: '1' } }, async (client, request) => {
        const job = await runJob(client, request, work);
        const { counts, entry } = (job.report as { tree: TreeReport }).tree;
        const lines = await linesOf(client, job.id);
        call.output.result({ counts, entry, lines }, planText(lines));
        return counts.new + counts.changed + counts.deleted === 0 ? EXIT.done : EXIT.refused;
      }),
    );
  },
};
