import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createEngine } from '../engine/engine.ts';
import { dataFolder } from '../server/host/folders.ts';
import { checkLater } from '../server/host/check-later.ts';
import { startNode } from '../server/host/check-process.ts';
import { keepDailyBackup } from '../server/host/daily-backup.ts';
import { keptSessions } from '../server/host/kept-sessions.ts';
import { startServer } from '../server/host/running.ts';
import { createFileSecrets, createMemorySecrets } from '../server/host/secrets.ts';
import { createSessions, signInLink } from '../server/http/session.ts';
import { createProvider } from '../translate/create.ts';
import { readUi } from '../server/http/ui.ts';
import { unconfirmedText } from '../domain/access/unconfirmed.ts';
import type { Edition, Site } from '../site.ts';
import { isOrigin } from '../schema/settings/server.ts';
import { allTokens } from '../store/access/tokens.ts';
import { choice, operands, portOption, type Call, type Command, type Options } from './run/arguments.ts';
import { readEnvironment } from './serving/environment.ts';
import { command, usageError } from './run/failure.ts';
import { endOnSignal, untilEnd } from './run/lifetime.ts';
import { openPrepared, takeBack, type Opened } from './serving/open.ts';
import { createTemporarySite } from './serving/temporary.ts';
import { productVersion } from './version.ts';

/** Options of `serve` and `start`. */
export const SERVE_OPTIONS: Options = {
  port: { type: 'string' },
  edition: { type: 'string' },
  'no-anonymous-read': { type: 'boolean' },
  'allow-origin': { type: 'string', multiple: true },
  'trust-file': { type: 'string' },
};

export const SERVE_HELP = `  --port N              listen on this port; 0: any free one. Left out: the first
                        free one of 24180 to 24199, then always the same
  --no-anonymous-read   nothing can be read without a token
  --allow-origin ORIGIN pages of this origin may call the server from a browser, for
                        as long as it runs; may be given several times
  --trust-file FILE     what of the site is confirmed (see "polydesk trust --help") is
                        read from this file and kept in it, as containers want it
  --edition NAME        extended or standard; left out: as the site says
  --quiet               print the address alone
  --json                print one line when ready: {"url":"http://127.0.0.1:PORT"},
                        with "sign_in", the link to the interface, where there is one

Environment:
  POLYDESK_TOKENS         name:role:password,... tokens for as long as it runs
  POLYDESK_HOME_URL       public address while the site has none of its own
  POLYDESK_CONTENT_MODEL  JSON of custom types, taxonomies, fields and templates
  POLYDESK_EDITION        as --edition
  POLYDESK_SECRETS_KEY    key for stored secrets, instead of a key file
  POLYDESK_DATA           folder for the files of Polydesk itself

Example:
  polydesk serve site.polydesk --port 8080 --allow-origin http://localhost:5173

SIGTERM and Ctrl+C close the site cleanly.`;

/** `polydesk serve` (`contract/extras.md`, Command line). */
export const serve: Command = {
  about: 'serve a site on this computer until stopped',
  help: `polydesk serve SITE [options]
polydesk serve --site SITE [options]

SITE is the path of a site file; it is made when it does not exist. ":memory:" is
a temporary site, deleted at the end.

${SERVE_HELP}`,
  options: { ...SERVE_OPTIONS, site: { type: 'string' } },
  run: (call) => serveSite(siteOf(call), call),
};

/** Serves one site until shutdown; shared by `serve` and `start`. `onReady` is called with the open site. */
export async function serveSite(given: string, call: Call, onReady?: (opened: Opened) => void): Promise<number> {
  const { host, output } = call;
  const port = portOption(call.text('port'));
  const edition = editionOf(call);
  const start = { port, isClosed: call.has('no-anonymous-read'), allowedOrigins: originsOf(call) };
  const environment = readEnvironment(host);
  endOnSignal();
  const temporary = given === ':memory:' ? createTemporarySite() : undefined;
  const opened = await openPrepared(temporary?.file ?? resolve(given), {
    environment,
    edition,
    trustFile: trustFileOf(call, given),
    isTemporary: temporary !== undefined,
    host,
    slow: output.note,
  });
  const { site, siteId, tokens } = opened;
  const secrets = temporary ? createMemorySecrets() : fileSecrets(siteId, call);
  const engine = createEngine(site, { secrets, provider: createProvider(host.env, productVersion()) });
  const note = (text: string): void => output.note(text);
  // Next to the built program; missing when run from the sources.
  const ui = readUi(join(import.meta.dirname, '../renderer'));
  const store = temporary ? undefined : keptSessions(host, siteId);
  const sessions = ui && createSessions(site, { store });
  const running = await startServer(engine, { ...start, tokens, ui, sessions, host, note }).catch((error: unknown) => {
    engine.close();
    takeBack(site);
    throw error;
  });
  const endBackups = keepDailyBackup(engine, note);
  const endCheck = checkLater(site, {
    start: startNode,
    note,
    broken: (isDamaged) => note(brokenText(site, isDamaged)),
  });
  onReady?.(opened);
  startNotes(site).forEach(note);
  const ended = untilEnd(async () => {
    endCheck();
    endBackups();
    await running.close();
    engine.close();
    temporary?.remove();
  }, output);
  const { url } = running;
  const link = sessions && signInLink(url, sessions.newCode());
  const text = readyText(opened, url, { link, isTemporary: temporary !== undefined });
  output.result({ url, ...(link && { sign_in: link }) }, output.quiet ? url : text);
  return ended;
}

/** Describes why a site is read-only, and what to do about it. */
function brokenText({ file, findings }: Site, isDamaged = false): string {
  if (!isDamaged)
    return findings
      .map(({ name }) => `The site is open for reading only: a rule of the file is broken (${name}).`)
      .join('\n');
  return `The check after opening found that ${file} is damaged. Nothing is written to it any more. Stop the server, then repair the file: ${command('check', file, '--repair')}`;
}

/** What to tell the person starting a server about the site, besides its URL. */
function startNotes(site: Site): string[] {
  const sleeping = unconfirmedText(site);
  const confirm = command('trust', site.file, '--all');
  return [
    ...(site.findings.length > 0 ? [brokenText(site)] : []),
    ...(site.isUnchecked ? ['The file is checked whole in the background.'] : []),
    ...(sleeping === undefined
      ? []
      : [`Not confirmed on this computer, so it is refused: ${sleeping}. To confirm it: ${confirm}`]),
  ];
}

function editionOf(call: Call): Edition | undefined {
  const word = call.text('edition');
  return word === undefined ? undefined : choice('an edition', word, ['extended', 'standard']);
}

function originsOf(call: Call): string[] {
  const origins = call.list('allow-origin') ?? [];
  const odd = origins.find((origin) => !isOrigin(origin));
  if (odd === undefined) return origins;
  throw usageError(`"${odd}" is not an origin. Write scheme, host and perhaps a port: http://localhost:5173`);
}

/** A new site has no trust file yet: an existing one belongs to another site. */
function trustFileOf(call: Call, site: string): string | undefined {
  const given = call.text('trust-file');
  const file = given === undefined ? undefined : resolve(given);
  if (file === undefined || existsSync(site) || !existsSync(file)) return file;
  throw usageError(`The site ${resolve(site)} does not exist yet, so ${file} is the trust file of another site.`);
}

function siteOf(call: Call): string {
  const option = call.text('site');
  if (option === undefined) return operands(call, 'SITE')[0];
  if (call.words.length > 0) throw usageError(`"${call.words[0]}" is one argument too many: --site names the site.`);
  return option;
}

function fileSecrets(siteId: string, { host }: Call): ReturnType<typeof createFileSecrets> {
  const passphrase = host.env['POLYDESK_SECRETS_KEY'];
  return createFileSecrets({ folder: dataFolder(host), siteId, passphrase });
}

function readyText(
  { site, tokens }: Opened,
  url: string,
  { link, isTemporary }: { link: string | undefined; isTemporary: boolean },
): string {
  const name = isTemporary
    ? 'A temporary site, deleted at the end,'
    : `${site.isNew ? 'The new site ' : ''}${site.file}`;
  const hint = `To sign in, make a token: ${command('token', site.file, 'add', 'NAME', '--role', 'administrator')}`;
  const isLocked = tokens.size === 0 && allTokens(site.db).length === 0 && !isTemporary;
  return [
    `${name} is served at ${url}`,
    ...(link ? [`Within a minute, open ${link}`] : []),
    ...(link && !isTemporary ? [`For another such link: ${command('start', site.file)}`] : []),
    `Its REST API is ${url}/wp-json`,
    ...(isLocked && !link ? [hint] : []),
    'Press Ctrl+C to stop.',
  ].join('\n');
}
