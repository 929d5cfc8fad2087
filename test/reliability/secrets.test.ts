// R14: twelve secrets entered in every possible way; then all output and files of the program are searched for them.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openDesk, SOURCES, type Desk } from '../support/program.ts';
import { playTranslator, type PlayedTranslator } from '../support/translator.ts';

const desks: Desk[] = [];
let service: PlayedTranslator | undefined;
afterAll(async () => {
  await Promise.all(desks.map((desk) => desk.close()));
  await service?.close();
});

const canary = (name: string) => `Canary${name}Abcdefghij0123456789`;
const WAYS = [
  'Json',
  'Form',
  'Query',
  'Batch',
  'Refused',
  'Type',
  'Tried',
  'Bearer',
  'Basic',
  'Tokens',
  'Vault',
] as const;

const PLACES = [
  /^running site\.polydesk$/,
  /^running site\.polydesk-wal$/,
  /^ended site\.polydesk$/,
  /site\.backups\/.+\.polydesk$/,
  /secrets\/.+\/secrets\.json$/,
  /^running runtime\/polydesk\/.+\.json$/,
  /^export wxr$/,
  /^export bundle$/,
  /requests\?limit/,
  /diagnostics/,
  /history\/1/,
  /^stderr$/,
];

interface Places {
  canaries: Record<string, string>;
  /** Everything that was written or said, by where. */
  texts: Record<string, string>;
  modes: Record<string, string>;
}

test('no secret is anywhere but encrypted, and only its owner can read what is', { timeout: 300_000 }, async () => {
  const { canaries, texts, modes } = await live({});
  expect(Object.keys(canaries)).toHaveLength(12);
  // What there is to search: the site, its log and copies, the vault, the port file, exports, answers and what was printed.
  const names = Object.keys(texts);
  for (const place of PLACES)
    expect({ place, found: names.some((name) => place.test(name)) }).toEqual({ place, found: true });
  expect(found(canaries, texts)).toEqual({});
  expect(Object.entries(modes).filter(([, mode]) => mode !== '600' && mode !== '700')).toEqual([]);
});

test('control: with every defence off every one of them is found', { timeout: 300_000 }, async () => {
  const hooks = join(import.meta.dirname, 'weak-secrets.mjs');
  const { canaries, texts } = await live({ NODE_OPTIONS: `--import ${JSON.stringify(hooks)}` });
  expect(Object.keys(found(canaries, texts)).toSorted()).toEqual(Object.keys(canaries).toSorted());
});

/** Where each secret is: as it is, in base64 or in hexadecimal digits. */
function found(canaries: Record<string, string>, texts: Record<string, string>): Record<string, string[]> {
  const hits = Object.entries(canaries).map(([way, secret]) => {
    const forms = [
      secret,
      Buffer.from(secret).toString('base64').replace(/=+$/, ''),
      Buffer.from(secret).toString('hex'),
    ];
    const places = Object.entries(texts).filter(([, text]) => forms.some((form) => text.includes(form)));
    return [way, places.map(([place]) => place)] as const;
  });
  return Object.fromEntries(hits.filter(([, places]) => places.length > 0));
}

/** A server with a life: keys in every way, refused sign-ins, an undo, copies, exports, diagnostics. */
async function live(env: Record<string, string>): Promise<Places> {
  service ??= await playTranslator();
  service.mood = 'well';
  // The defences are switched off in what is written.
  const desk = openDesk(SOURCES);
  desks.push(desk);
  const canaries: Record<string, string> = Object.fromEntries(WAYS.map((way) => [way, canary(way)]));
  const site = join(desk.folder, 'site.polydesk');
  const server = desk.start(['serve', site, '--port', '0', '--json'], {
    POLYDESK_TOKENS: `admin:administrator:${canaries['Tokens']}`,
    POLYDESK_SECRETS_KEY: canaries['Vault'] ?? '',
    POLYDESK_TEST_TRANSLATOR: service.url,
    ...env,
  });
  const root = `${await server.ready}/wp-json`;
  const texts = await talk(root, desk, canaries);
  Object.assign(texts, filesBelow(desk.folder, 'running '));
  const modes = modesBelow(desk.folder);
  const { stdout, stderr } = await server.stop();
  Object.assign(texts, { stdout, stderr }, filesBelow(desk.folder, 'ended '));
  return { canaries, texts, modes };
}

type Answer = { status: number; body: unknown; text: string };

async function talk(root: string, desk: Desk, canaries: Record<string, string>): Promise<Record<string, string>> {
  const texts: Record<string, string> = {};
  const token = portToken(desk);
  const ask = async (
    method: string,
    path: string,
    body?: unknown,
    more: Record<string, string> = {},
  ): Promise<Answer> => {
    const isText = typeof body === 'string';
    const type = isText ? 'application/x-www-form-urlencoded' : 'application/json';
    const headers = { authorization: `Bearer ${token}`, 'content-type': type, ...more };
    const init = { method, headers, ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }) };
    const answer = await fetch(root + path, init);
    const text = await answer.text();
    if (!path.endsWith('/tokens')) texts[`${method} ${path.slice(0, 60)} ${Object.keys(texts).length}`] = text;
    return {
      status: answer.status,
      text,
      body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text,
    };
  };
  const provider = (api_key: unknown, more = {}) => ({
    machine_translation_services: { mt_provider: { api_key } },
    ...more,
  });
  const field = 'machine_translation_services[mt_provider][api_key]';
  const settings = '/pll/v1/settings';

  for (const locale of ['en_US', 'fr_FR']) await ask('POST', '/pll/v1/languages', { locale });
  await ask('POST', settings, provider(canaries['Json'], { machine_translation_enabled: true }));
  await ask('POST', settings, `${encodeURIComponent(field)}=${canaries['Form']}`);
  await ask('POST', `${settings}?${encodeURIComponent(field)}=${canaries['Query']}`);
  await ask('POST', '/batch/v1', { requests: [{ path: settings, body: provider(canaries['Batch']) }] });
  expect((await ask('POST', settings, provider(canaries['Refused'], { force_lang: 9 }))).status).toBe(400);
  expect((await ask('POST', settings, provider([canaries['Type']]))).status).toBe(400);
  await ask('POST', '/polydesk/v1/translate/usage', { api_key: canaries['Tried'] });
  // The service says back the key and the text it was sent, as one that refuses does.
  await ask('POST', '/polydesk/v1/translate', { from: 'en', to: 'fr', texts: ['Hello'] });
  for (const authorization of [
    `Bearer ${canaries['Bearer']}`,
    `Basic ${Buffer.from(`admin:${canaries['Basic']}`).toString('base64')}`,
  ])
    expect((await ask('GET', '/wp/v2/users/me', undefined, { authorization })).status).toBe(401);
  const known = { authorization: `Bearer ${canaries['Tokens']}` };
  expect((await ask('GET', '/wp/v2/users/me', undefined, known)).status).toBe(200);
  const made = await ask('POST', '/polydesk/v1/tokens', { name: 'tool', role: 'editor' });
  canaries['Made'] = String((made.body as { token: string }).token).replace(/[^A-Za-z0-9]/g, '');
  await ask('GET', '/wp/v2/posts', undefined, { authorization: `Bearer ${canaries['Made']}` });
  await readAll(ask, texts);
  return texts;
}

/** All that can be read of what happened. */
async function readAll(
  ask: (method: string, path: string, body?: unknown) => Promise<Answer>,
  texts: Record<string, string>,
): Promise<void> {
  const history = (await ask('GET', '/polydesk/v1/history')).body as { id: number }[];
  for (const { id } of history) await ask('GET', `/polydesk/v1/history/${id}`);
  await ask('POST', `/polydesk/v1/history/${history[0]?.id ?? 0}/undo`, {});
  for (const format of ['wxr', 'bundle']) {
    const job = await finished(ask, await ask('POST', '/polydesk/v1/exports', { format }));
    texts[`export ${format}`] = (await ask('GET', `/polydesk/v1/jobs/${job}/file`)).text;
  }
  await finished(ask, await ask('POST', '/polydesk/v1/backups', {}));
  for (const path of [
    'requests?limit=1000',
    'diagnostics',
    'changes?since=0',
    'tokens?_fields=id,name',
    'server',
    'jobs',
    'openapi.json',
  ])
    await ask('GET', `/polydesk/v1/${path}`);
  await ask('GET', '/pll/v1/settings');
}

async function finished(ask: (method: string, path: string) => Promise<Answer>, { body }: Answer): Promise<number> {
  const { job } = body as { job: number };
  await expect
    .poll(async () => ((await ask('GET', `/polydesk/v1/jobs/${job}`)).body as { state: string }).state, {
      timeout: 120_000,
    })
    .toBe('done');
  return job;
}

/** The way in of the command line, as the port file tells its owner. */
function portToken(desk: Desk): string {
  const folder = join(desk.folder, 'runtime/polydesk');
  const [name = ''] = readdirSync(folder);
  return (JSON.parse(readFileSync(join(folder, name), 'utf8')) as { process_token: string }).process_token;
}

function namesBelow(folder: string): string[] {
  const all = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return all.filter((name) => !name.includes('node-compile-cache'));
}

function filesBelow(folder: string, when: string): Record<string, string> {
  const files = namesBelow(folder).filter((name) => statSync(join(folder, name)).isFile());
  return Object.fromEntries(files.map((name) => [when + name, readFileSync(join(folder, name), 'latin1')]));
}

function modesBelow(folder: string): Record<string, string> {
  const mode = (name: string) => (statSync(join(folder, name)).mode & 0o777).toString(8);
  return Object.fromEntries(namesBelow(folder).map((name) => [name, mode(name)]));
}
