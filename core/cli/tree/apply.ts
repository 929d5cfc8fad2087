import { operands, type Command } from '../run/arguments.ts';
import { EXIT } from '../run/failure.ts';
import { runJob } from '../run/job.ts';
import { interruptible } from '../run/lifetime.ts';
import { appliedText } from './lines.ts';
import { TREE_OPTIONS, withTree } from './with-tree.ts';
import type { AppliedTree } from '../../transfer/tree/run.ts';

/** `polydesk apply` (`contract/extras.md`, Command line). */
export const apply: Command = {
  about: 'apply an edited bundle to a site',
  help: `polydesk apply SITE TREE [--prune] [--json] [--quiet]

Makes the site what TREE, a bundle that was edited or merged, says: what "polydesk plan"
lists and nothing else, as one entry of the history that "polydesk undo" takes back, or
nothing at all. What somebody changes in the site meanwhile is left alone and named.

  --prune  delete items that are missing in TREE, within its scope
  --json   print one JSON document

Examples:
  polydesk apply site.polydesk content
  polydesk undo site.polydesk

While a server has the site open, the command runs through that server.`,
  options: TREE_OPTIONS,
  run(call) {
    const [site, tree] = operands(call, 'SITE', 'TREE');
    const words = { name: 'Applying', undone: 'Nothing was changed.' };
    return interruptible({ output: call.output, ...words }, (work) =>
      withTree(call, { site, tree, query: {} }, async (client, request) => {
        const { report, entry } = await runJob(client, request, work);
        const { counts, meanwhile } = (report as { tree: AppliedTree }).tree;
        call.output.result({ counts, meanwhile, entry }, appliedText({ counts, meanwhile, entry }));
        return EXIT.done;
      }),
    );
  },
};
