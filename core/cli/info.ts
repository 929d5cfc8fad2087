import { statSync } from 'node:fs';
import type { BackupFile } from '../domain/site/backups.ts';
import type { ServerOptions } from '../schema/settings/server.ts';
import type { Diagnostics } from '../schema/site/diagnostics.ts';
import type { HistoryEntry } from '../schema/site/history.ts';
import type { Coverage } from '../schema/translations/matrix.ts';
import type { Json } from '../types.ts';
import { operands, type Command } from './run/arguments.ts';
import { openSiteClient, type SiteClient } from './run/site-client.ts';
import { command, EXIT } from './run/failure.ts';
import { entryLine, HISTORY } from './history.ts';
import { languagesOf } from './lang.ts';
import { allSettings } from './settings.ts';

/** `polydesk info` (`contract/extras.md`, Command line). */
export const info: Command = {
  about: 'say what a site holds',
  help: `polydesk info SITE [--json] [--quiet]

Shows what a site holds: its title and address, its languages, how many articles,
pages and terms there are and how far they are translated, its last change, its
backups, the size of the file, whether it was checked whole, and how much of its access
is not confirmed on this computer.

  --json   print one JSON document

Example:
  polydesk info site.polydesk --json

While a server has the site open, the command runs through that server.`,
  options: {},
  async run(call) {
    const [site] = operands(call, 'SITE');
    const client = await openSiteClient(site, call);
    try {
      const facts = await factsOf(client, site);
      call.output.result(facts, textOf(facts));
    } finally {
      client.close();
    }
    return EXIT.done;
  },
};

type Facts = Awaited<ReturnType<typeof factsOf>>;

async function factsOf(client: SiteClient, file: string) {
  const get = (path: string, query?: Record<string, string>): Promise<unknown> =>
    client.send({ method: 'GET', path, ...(query && { query }) });
  const { title = '', url = '', default_lang = '' } = await allSettings(client);
  const { polydesk, site, numbers } = (await get('/polydesk/v1/diagnostics')) as Diagnostics;
  const { unconfirmed, check } = (await get('/polydesk/v1/server')) as ServerOptions;
  const [last = null] = (await get(HISTORY, { limit: '1' })) as HistoryEntry[];
  const backups = (await get('/polydesk/v1/backups')) as BackupFile[];
  const languages = await languagesOf(client);
  return {
    file,
    size: statSync(file).size,
    polydesk,
    format: site['format'],
    edition: site['edition'],
    title,
    url,
    default_lang,
    languages: languages.map(({ slug, locale, name, active }) => ({ slug, locale, name, active })),
    items: numbers['items'],
    users: numbers['users'],
    tokens: numbers['tokens'],
    unconfirmed,
    check: checkWord(check, client),
    content: (await get('/polydesk/v1/coverage')) as Coverage[],
    last_change: last,
    backups: backups.map(({ name }) => name),
  };
}

function textOf(facts: Facts): string {
  const { content, languages, last_change: last, backups } = facts;
  const names = languages.map(({ slug, name }) => `${name} (${slug})${slug === facts.default_lang ? ', default' : ''}`);
  const rows: [string, string][] = [
    [
      'File',
      `${facts.file}, ${Math.ceil(facts.size / 1024)} KiB, format ${String(facts.format)}, ${String(facts.edition)}`,
    ],
    ['Title', textIn(facts.title)],
    ['Address', textIn(facts.url) || 'that of the local server'],
    ['Languages', names.join('; ') || 'none'],
    ['Items', String(facts.items)],
    ...content.map((row): [string, string] => [`  ${row.type}`, coverageText(row)]),
    ['Users', String(facts.users)],
    ['Tokens', String(facts.tokens)],
    ...(facts.unconfirmed > 0
      ? [
          ['Not confirmed', `${facts.unconfirmed}; to see them: ${command('trust', facts.file)}`] satisfies [
            string,
            string,
          ],
        ]
      : []),
    ['File check', CHECKS[facts.check]],
    ['Last change', last ? entryLine(last) : 'none'],
    ['Backups', backups.length === 0 ? 'none' : `${backups.length}, newest ${backups[0] ?? ''}`],
  ];
  return rows.map(([name, value]) => `${name.padEnd(14)} ${value}`).join('\n');
}

/** State of the full file check (`security.md` 5.9). */
const CHECKS = {
  done: 'nothing found',
  running: 'runs in the background of the server',
  later: 'not since the site was closed cleanly',
  found: 'found damage or a broken rule',
};

/** Without a server no check is running. */
function checkWord(check: ServerOptions['check'], { site }: SiteClient): keyof typeof CHECKS {
  return check === 'running' && site ? 'later' : check;
}

const textIn = (value: Json): string => (typeof value === 'string' ? value : '');

/** "12 groups, done: en 12, fr 9" */
function coverageText({ groups, languages }: Coverage): string {
  const parts = Object.entries(languages).map(([code, { source, translated }]) => `${code} ${source + translated}`);
  return `${groups} ${groups === 1 ? 'group' : 'groups'}${parts.length > 0 ? `, done: ${parts.join(', ')}` : ''}`;
}
