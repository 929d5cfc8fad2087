import type { CheckReport } from '../../live/check/checking.ts';
import type { PullReport } from '../../live/pull/pull.ts';
import type { FilesReport } from '../../schema/live/files.ts';
import type { Live } from '../../schema/live/live.ts';
import type { PlanLine } from '../../schema/live/plan.ts';
import { operands, type Call, type Command } from '../run/arguments.ts';
import { EXIT, usageError } from '../run/failure.ts';
import { runJob } from '../run/job.ts';
import { interruptible, type Work } from '../run/lifetime.ts';
import { openSiteClient, type SiteClient } from '../run/site-client.ts';
import { passwordOfEnvironment } from './password.ts';

/** `polydesk pull` (`contract/extras.md`, Command line). */
export const pull: Command = {
  about: 'bring what changed on the live site here',
  help: `polydesk pull SITE [--full] [--files [--host NAME]] [--json] [--quiet]

Looks at what changed on the live site and brings it here, after a backup, as one entry of
the history that can be undone. What both sides changed is merged where that is safe; a
conflict is left alone until somebody decides it in the window. Nothing is sent.

  --full       look at all of the site, not only at what it says it changed
  --files      fetch the files of media that are here without them, too
  --host NAME  fetch files from this host, too, as cdn.example.com; may be given again
  --json       print one JSON document

Examples:
  polydesk pull site.polydesk
  polydesk pull site.polydesk --full --files
  polydesk pull site.polydesk --files --host cdn.example.com

Exit codes: 0 done, 1 conflicts are left, 75 the site cannot be reached now, 77 the site does
not accept the password. While a server has the site open, the command runs through
that server.`,
  options: { full: { type: 'boolean' }, files: { type: 'boolean' }, host: { type: 'string', multiple: true } },
  run(call) {
    if (call.has('host') && !call.has('files')) throw usageError('--host says where files may come from: add --files.');
    return inSite(call, { name: 'The pull', undone: 'Nothing was changed.' }, async (client, work) => {
      const check = await checkNow(call, client, work);
      const job = await runJob(client, { method: 'POST', path: `${LIVE}/pulls`, body: {} }, work);
      const report = job.report as PullReport;
      const files = call.has('files') ? await filesNow(call, client, work) : undefined;
      const { counts } = (await client.send({ method: 'GET', path: LIVE })) as Live;
      const text = [pulledText(report, counts, check), ...(files ? [filesText(files)] : [])].join(' ');
      call.output.result({ check, pull: report, ...(files && { files }), counts }, text);
      return counts.conflicts > 0 || report.held_back > 0 ? EXIT.refused : EXIT.done;
    });
  },
};

/** `polydesk status` (`contract/extras.md`, Command line). */
export const status: Command = {
  about: 'what differs between this site and the live one',
  help: `polydesk status SITE [--check] [--full] [--json] [--quiet]

Says what differs between this site and the live one, as of the last check. Nothing is
asked of the live site without --check or --full, and nothing is changed.

  --check  look at the live site first
  --full   look at all of it first
  --json   print one JSON document

Examples:
  polydesk status site.polydesk --check

Exit codes: 0 nothing differs, 1 something does, 75 the site cannot be reached now, 77 the site
does not accept the password.`,
  options: { check: { type: 'boolean' }, full: { type: 'boolean' } },
  run: (call) =>
    inSite(call, { name: 'The check', undone: 'Nothing was changed.' }, async (client, work) => {
      const isAsked = call.has('check') || call.has('full');
      const check = isAsked ? await checkNow(call, client, work) : undefined;
      const live = (await client.send({ method: 'GET', path: LIVE })) as Live;
      const query = { per_page: '200' };
      const lines =
        live.state === 'none'
          ? []
          : ((await client.send({ method: 'GET', path: `${LIVE}/plan`, query })) as PlanLine[]);
      const text = statusText(live, lines, passwordOfEnvironment(call) !== undefined);
      const notes = check ? uncheckedNotes(check) : [];
      call.output.result({ ...live, lines, ...(check && { check }) }, [text, ...notes].join('\n'));
      return lines.length > 0 ? EXIT.refused : EXIT.done;
    }),
};

const LIVE = '/polydesk/v1/live';

async function inSite(
  call: Call,
  words: { name: string; undone: string },
  work: (client: SiteClient, work: Work) => Promise<number>,
): Promise<number> {
  const [site] = operands(call, 'SITE');
  return interruptible({ output: call.output, ...words }, async (own) => {
    const client = await openSiteClient(site, call);
    try {
      return await work(client, own);
    } finally {
      client.close();
    }
  });
}

async function checkNow(call: Call, client: SiteClient, work: Work): Promise<CheckReport> {
  const password = passwordOfEnvironment(call);
  const body = { full: call.has('full'), ...(password !== undefined && { password }) };
  const job = await runJob(client, { method: 'POST', path: `${LIVE}/checks`, body }, work);
  return job.report as CheckReport;
}

async function filesNow(call: Call, client: SiteClient, work: Work): Promise<FilesReport> {
  const password = passwordOfEnvironment(call);
  const hosts = call.list('host');
  const body = { ...(password !== undefined && { password }), ...(hosts && { hosts }) };
  const job = await runJob(client, { method: 'POST', path: `${LIVE}/files`, body }, work);
  return job.report as FilesReport;
}

/** Why files were left, by code (`contract/extras.md`, `/live/files`). */
const LEFT: Readonly<Record<string, string>> = {
  other_host: 'on another host',
  gone: 'no longer there',
  large: 'larger than 512 MB',
  refused: 'of a kind that is not accepted here',
  not_a_file: 'answered with something else than the file',
  here: 'here by now',
  offline: 'on a host that cannot be reached',
  slow: 'on a host that is too slow',
  certificate: 'on a host without a valid certificate',
  private: 'on a host in a private network',
  redirect: 'redirected elsewhere',
};

function filesText({ fetched, left }: FilesReport): string {
  const hosts = [...new Set(left.flatMap(({ host = '' }) => (host === '' ? [] : [host])))];
  const why = [...Map.groupBy(left, ({ code }) => code)].map(([code, { length }]) => `${length} ${LEFT[code] ?? code}`);
  const rest = left.length > 0 ? ` ${left.length} stayed where they are: ${why.join(', ')}.` : '';
  const allow = hosts.length > 0 ? ` To fetch those of other hosts: --host ${hosts.join(' --host ')}.` : '';
  return `${fetched} media ${fetched === 1 ? 'file' : 'files'} fetched.${rest}${allow}`;
}

function pulledText(
  { created, changed, deleted, meanwhile, held_back }: PullReport,
  counts: Live['counts'],
  check: CheckReport,
): string {
  const { unknown_types, forbidden_types, unreadable } = check;
  const done = [
    ...(created > 0 ? [`${created} new`] : []),
    ...(changed > 0 ? [`${changed} changed`] : []),
    ...(deleted > 0 ? [`${deleted} deleted`] : []),
  ];
  const notes = [
    ...(meanwhile.length > 0 ? [`${meanwhile.length} changed here meanwhile and were left alone.`] : []),
    ...(held_back > 0 ? [`${held_back} are gone there and were kept here: decide in the window.`] : []),
    ...(unreadable > 0 ? [`${unreadable} could not be read there and were left as they are here.`] : []),
    ...uncheckedNotes(check),
    ...(forbidden_types.length > 0
      ? [`Left as it is, as this user may not read it there: ${forbidden_types.join(', ')}.`]
      : []),
    ...(unknown_types.length > 0
      ? [
          `Left out, as this site does not have these types: ${unknown_types.join(', ')}. Add them under Settings, Content model, and pull again.`,
        ]
      : []),
    ...(counts.conflicts > 0 ? [`${counts.conflicts} conflicts are left: decide in the window.`] : []),
  ];
  return [done.length > 0 ? `Pulled: ${done.join(', ')}.` : 'There was nothing to pull.', ...notes].join(' ');
}

/** What a check left out because it asks for a limited number of items alone. */
function uncheckedNotes({ unchecked, unchecked_titles: titles }: CheckReport): string[] {
  if (unchecked === 0) return [];
  const named = [...titles, ...(unchecked > titles.length ? ['…'] : [])].join(', ');
  return [
    `${unchecked} not checked, as too many are missing from the lists; the next check goes on with them: ${named}.`,
  ];
}

function statusText(live: Live, lines: readonly PlanLine[], hasPassword: boolean): string {
  if (!live.site) return 'No live site is connected.';
  const { to_push, to_pull, conflicts } = live.counts;
  const asOf = live.checked_at === null ? 'never checked' : `checked ${live.checked_at}`;
  const head = `${live.site.url}: ${to_push} to push, ${to_pull} to pull, ${conflicts} in conflict (${asOf}).`;
  const asleep =
    live.state === 'connected' || hasPassword
      ? []
      : ['The password was not entered on this computer: connect it here.'];
  const shown = lines.map(({ state, type, lang, title, key }) => {
    return `  ${state.replace('_', ' ').padEnd(13)} ${type}${lang === '' ? '' : ` ${lang}`}  ${title || key}`;
  });
  return [head, ...asleep, ...shown].join('\n');
}
