import { join, resolve } from 'node:path';
import { createEngine } from '../engine.ts';
import { dataFolder } from '../server/folders.ts';
import { keepDailyBackup } from '../server/daily-backup.ts';
import { startServer } from '../server/running.ts';
import { createFileSecrets, createMemorySecrets } from '../server/secrets.ts';
import { createSessions, signInLink } from '../server/session.ts';
import { createProvider } from '../translate/create.ts';
import { readUi } from '../server/ui.ts';
import { allTokens } from '../store/tokens.ts';
import { choice, portOption, siteWord, type Call, type Command, type Options } from './arguments.ts';
import { readEnvironment } from './environment.ts';
import { usageError } from './failure.ts';
import { endOnSignal, untilEnd } from './lifetime.ts';
import { openPrepared, type Opened } from './open.ts';
import { createTemporarySite } from './temporary.ts';
import { productVersion } from './version.ts';

/** Options of `serve` and `start`. */
export const SERVE_OPTIONS: Options = {
  port: { type: 'string' },
  edition: { type: 'string' },
  'no-anonymous-read': { type: 'boolean' },
};

export const SERVE_HELP = `  --port N              listen on this port; 0: any free one. Left out: the first
                        free one of 24180 to 24199, then always the same
  --no-anonymous-read   nothing can be read without a token
  --edition NAME        extended or standard; left out: as the site says
  --json                print one line when ready: {"url":"http://127.0.0.1:PORT"},
                        with "sign_in", the link to the interface, where there is one

Environment:
  POLYDESK_TOKENS         name:role:password,... tokens for as long as it runs
  POLYDESK_HOME_URL       public address while the site has none of its own
  POLYDESK_CONTENT_MODEL  JSON of custom types, taxonomies, fields and templates
  POLYDESK_EDITION        as --edition
  POLYDESK_SECRETS_KEY    key for stored secrets, instead of a key file
  POLYDESK_DATA           folder for the files of Polydesk itself

SIGTERM and Ctrl+C close the site cleanly.`;

/** `polydesk serve` (`contract/extras.md`, Command line). */
export const serve: Command = {
  about: 'serve a site on this computer until told to end',
  help: `polydesk serve SITE [options]
polydesk serve --site SITE [options]

SITE is the path of a site file; it is made when it does not exist. ":memory:" is
a new site that is gone at the end.

${SERVE_HELP}`,
  options: { ...SERVE_OPTIONS, site: { type: 'string' } },
  run: (call) => serveSite(siteOf(call), call),
};

/** Serves one site until told to end; what `serve` and `start` share. `onReady` sees the open site. */
export async function serveSite(given: string, call: Call, onReady?: (opened: Opened) => void): Promise<number> {
  const { host, output } = call;
  const port = portOption(call.text('port'));
  const editionWord = call.text('edition');
  const edition = editionWord === undefined ? undefined : choice('edition', editionWord, ['extended', 'standard']);
  const environment = readEnvironment(host);
  endOnSignal();
  const temporary = given === ':memory:' ? createTemporarySite() : undefined;
  const opened = await openPrepared(temporary?.file ?? resolve(given), {
    environment,
    edition,
    host,
    slow: output.note,
  });
  const { site, siteId, tokens } = opened;
  const secrets = temporary ? createMemorySecrets() : fileSecrets(siteId, call);
  const isClosed = call.has('no-anonymous-read');
  const engine = createEngine(site, { secrets, provider: createProvider(host.env, productVersion()) });
  const note = (text: string): void => output.note(text);
  // Beside the built program; a start from the sources has none.
  const ui = readUi(join(import.meta.dirname, '../renderer'));
  const sessions = ui && createSessions(site);
  const running = await startServer(engine, { port, isClosed, tokens, ui, sessions, host, note }).catch(
    (error: unknown) => {
      engine.close();
      throw error;
    },
  );
  const endBackups = keepDailyBackup(engine, note);
  onReady?.(opened);
  for (const { name } of site.findings)
    output.note(`The site is open for reading only: a rule of the file is broken (${name}).`);
  const ended = untilEnd(async () => {
    endBackups();
    await running.close();
    engine.close();
    temporary?.remove();
  }, output);
  const { url } = running;
  const link = sessions && signInLink(url, sessions.newCode());
  const text = readyText(opened, url, { link, isTemporary: temporary !== undefined, call });
  output.result({ url, ...(link && { sign_in: link }) }, text);
  return ended;
}

function siteOf(call: Call): string {
  const option = call.text('site');
  if (option === undefined) return siteWord(call);
  if (call.words.length > 0) throw usageError(`"${call.words[0]}" is one word too many: the site is named by --site.`);
  return option;
}

function fileSecrets(siteId: string, { host }: Call): ReturnType<typeof createFileSecrets> {
  const passphrase = host.env['POLYDESK_SECRETS_KEY'];
  return createFileSecrets({ folder: dataFolder(host), siteId, passphrase });
}

function readyText(
  { site, isNew, tokens }: Opened,
  url: string,
  { link, isTemporary, call }: { link: string | undefined; isTemporary: boolean; call: Call },
): string {
  const name = isTemporary ? 'A new site that is gone at the end' : `${isNew ? 'The new site ' : ''}${site.file}`;
  const program = call.host.env['POLYDESK_COMMAND'] ?? 'polydesk';
  const quoted = JSON.stringify(site.file);
  const hint = `To sign in, make a token: ${program} token ${quoted} add NAME --role administrator`;
  const isLocked = tokens.size === 0 && allTokens(site.db).length === 0 && !isTemporary;
  return [
    `${name} is served at ${url}`,
    ...(link ? [`Within a minute, open ${link}`] : []),
    ...(link && !isTemporary ? [`For another such link: ${program} start ${quoted}`] : []),
    `Its REST interface is ${url}/wp-json`,
    ...(isLocked && !link ? [hint] : []),
    'Ctrl+C ends it.',
  ].join('\n');
}
