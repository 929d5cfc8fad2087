import type { PlanLine, PlanType } from '../../schema/live/plan.ts';
import type { Push } from '../../schema/live/push.ts';
import type { Run } from '../../schema/live/run.ts';
import type { Dict } from '../../types.ts';
import { operands, wholeNumber, type Call, type Command } from '../run/arguments.ts';
import { CliError, command, EXIT, usageError } from '../run/failure.ts';
import { runJob } from '../run/job.ts';
import { interruptible } from '../run/lifetime.ts';
import { openSiteClient, type SiteClient } from '../run/site-client.ts';

/** `polydesk push` (`contract/extras.md`, Command line). */
export const push: Command = {
  about: 'send what was changed here to the live site',
  help: `polydesk push SITE [--yes] [--dry-run] [--as-draft] [--delete LINE] [--setting NAME] [--json] [--quiet]
polydesk push SITE --resume RUN [--json] [--quiet]
polydesk push SITE --undo RUN [--delete LINE] [--json] [--quiet]

Sends what was changed here to the live site, item by item: each item is read before it
is written, and compared afterwards. What somebody changed there since is not sent; it is
a conflict of the plan. New posts are drafts until everything they name is there. Without
--yes the lines are listed and nothing is sent.

  --yes          send it; what is published here becomes public there
  --dry-run      check everything on the site, but send nothing
  --as-draft     new items stay drafts there, changes of public ones are left out
  --delete LINE  this line may be trashed or deleted there; several times. Lines are named
                 in the list, such as post-UUID
  --setting NAME this setting may be changed there; several times. Needed for those that change
                 addresses or the default language: force_lang, domains, rewrite,
                 hide_default, default_lang
  --confirm-deletes N
                 the number of deletions; required for more than 20, and for more
                 than 3 if they are over 5 % of the site
  --resume RUN   go on with a push that was cut off: looks first what the site has stored
  --undo RUN     undo a push, where the site is unchanged since
  --json         print one JSON document

Examples:
  polydesk push site.polydesk --dry-run
  polydesk push site.polydesk --yes
  polydesk push site.polydesk --resume 12

Exit codes: 0 done, or nothing to do; 1 something is left: conflicts, refusals, lines that
were only listed; 75 the site cannot be reached now, run it again; 77 the site does not
accept the password or the user may not. While a server has the site open, the command
runs through that server.`,
  options: {
    yes: { type: 'boolean' },
    'dry-run': { type: 'boolean' },
    'as-draft': { type: 'boolean' },
    delete: { type: 'string', multiple: true },
    setting: { type: 'string', multiple: true },
    'confirm-deletes': { type: 'string' },
    resume: { type: 'string' },
    undo: { type: 'string' },
  },
  async run(call) {
    const { output } = call;
    const [site] = operands(call, 'SITE');
    const order = orderOf(call);
    const undone = 'What was sent stays. Go on with --resume.';
    return interruptible({ output, name: 'The push', undone }, async (work) => {
      const client = await openSiteClient(site, call);
      try {
        if (!order) return await listOnly(call, client, site);
        await runJob(client, { method: 'POST', ...order }, work);
        const done = await newestPush(client);
        output.result(done, reportText(done));
        return isClean(done) ? EXIT.done : EXIT.refused;
      } finally {
        client.close();
      }
    });
  },
};

const PUSHES = '/polydesk/v1/live/pushes';

/** The request of a call; undefined if it should only list what would be sent. */
function orderOf(call: Call): { path: string; body: Dict } | undefined {
  const [resume, undo] = [call.text('resume'), call.text('undo')];
  if (resume !== undefined && undo !== undefined) throw usageError('Use --resume or --undo, not both.');
  const known = call.host.env['POLYDESK_LIVE_PASSWORD'];
  const password = known === undefined || known === '' ? {} : { password: known };
  const deletes = call.list('delete') ?? [];
  const runOf = (text: string): number => wholeNumber('the number of a push', text, { from: 1, to: 1_000_000_000 });
  if (resume !== undefined) return { path: `${PUSHES}/${runOf(resume)}/resume`, body: password };
  if (undo !== undefined) return { path: `${PUSHES}/${runOf(undo)}/undo`, body: { deletes, ...password } };
  const dry = call.has('dry-run');
  if (!dry && !call.has('yes')) return undefined;
  const deleted = call.text('confirm-deletes');
  const confirm = deleted === undefined ? {} : { confirm_deletes: countOf(deleted) };
  const settings = call.list('setting') ?? [];
  return { path: PUSHES, body: { as_draft: call.has('as-draft'), dry, deletes, settings, ...confirm, ...password } };
}

const countOf = (text: string): number => wholeNumber('the number of deletions', text, { from: 0, to: 1_000_000_000 });

async function listOnly({ output }: Call, client: SiteClient, site: string): Promise<number> {
  const query = { direction: 'push', per_page: '200' };
  const lines = (await client.send({ method: 'GET', path: '/polydesk/v1/live/plan', query })) as PlanLine[];
  if (lines.length === 0) {
    output.result([], 'There is nothing to push.');
    return EXIT.done;
  }
  const more = lines.length < Number(query.per_page) ? 0 : (await countLines(client)) - lines.length;
  const shown = lines.map(({ state, title, key }) => `  ${state.replace('_', ' ').padEnd(13)} ${title} (${key})`);
  const rest = more > 0 ? [`  … and ${more} more, which the window lists.`] : [];
  output.result(
    lines,
    [...shown, ...rest, `Nothing was sent. To send it: ${command('push', site, '--yes')}`].join('\n'),
  );
  return EXIT.refused;
}

/** How many lines there are to push; a list has the first of them. */
async function countLines(client: SiteClient): Promise<number> {
  const query = { direction: 'push' };
  const types = (await client.send({ method: 'GET', path: '/polydesk/v1/live/plan/types', query })) as PlanType[];
  return types.reduce((sum, { lines }) => sum + lines, 0);
}

async function newestPush(client: SiteClient): Promise<Push> {
  const [run] = (await client.send({ method: 'GET', path: PUSHES })) as Run[];
  if (!run) throw new CliError(EXIT.internal, 'The push left no report. What was stored before is safe.');
  return (await client.send({ method: 'GET', path: `${PUSHES}/${run.id}` })) as Push;
}

const isDone = ({ state, code }: Push['steps'][number]): boolean => state === 'done' || code === 'dry';

function isClean({ steps }: Push): boolean {
  return steps.every((step) => step.state === 'done');
}

function reportText({ id, steps }: Push): string {
  if (steps.length === 0) return 'There is nothing to push.';
  const done = steps.filter(isDone);
  const isDry = done.some(({ code }) => code === 'dry');
  const withMessage = steps.filter(({ message, code }) => message !== '' && code !== 'dry');
  const lines = withMessage.map(({ title, key, state, message }) => `  ${state.padEnd(9)} ${title || key}: ${message}`);
  const head = isDry
    ? `${done.length} of ${steps.length} steps would be sent.`
    : `${done.length} of ${steps.length} steps are done (push ${id}).`;
  return [head, ...lines].join('\n');
}
