// R14 for the live site: every route and command of it is called with an application password; then all output, files and
// arguments of the programs are searched for it. Routes are read from the OpenAPI document, so a new one must be called here.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openDesk, SOURCES, type Desk } from '../support/program.ts';
import { openWordPress, type WordPress } from '../support/wordpress/server.ts';

const opened: { close(): Promise<void> }[] = [];
afterAll(() => Promise.all(opened.map((one) => one.close())));

const WRONG = 'WrongCanary0123456789Abcdefghij';
const ROUTE = '/polydesk/v1/live';

test('the password of a live site is only in the store of secrets, encrypted', { timeout: 600_000 }, async () => {
  const { texts, secrets, called, known } = await wholeLife({});
  expect(known.length).toBeGreaterThan(18);
  expect(known.filter((one) => !called.has(one))).toEqual([]);
  const names = Object.keys(texts);
  for (const place of [
    /site\.polydesk$/,
    /backups\/.+polydesk$/,
    /secrets\.json$/,
    /^arguments/,
    /requests/,
    /^stderr/,
  ])
    expect({ place, found: names.some((name) => place.test(name)) }).toEqual({ place, found: true });
  expect(placesOf(secrets, texts)).toEqual({});
});

test('control: if the header of requests is printed, each password is found', { timeout: 600_000 }, async () => {
  const hooks = join(import.meta.dirname, 'weak-secrets.mjs');
  const weak = { NODE_OPTIONS: `--import ${JSON.stringify(hooks)}`, WEAK_SECRETS: 'live' };
  const { texts, secrets } = await wholeLife(weak);
  expect(Object.keys(placesOf(secrets, texts)).toSorted()).toEqual(Object.keys(secrets).toSorted());
});

interface Life {
  texts: Record<string, string>;
  secrets: Record<string, string>;
  /** "POST /polydesk/v1/live/checks": what was called, and what there is. */
  called: Set<string>;
  known: string[];
}

/** Connects, pulls, edits, pushes, undoes and disconnects, over HTTP and on the command line. */
async function wholeLife(env: Record<string, string>): Promise<Life> {
  const wp = await openWordPress({ surface: 'free', companion: true, strings: ['Opening hours'] });
  // Defences are turned off in the sources.
  const desk = env['WEAK_SECRETS'] ? openDesk(SOURCES) : openDesk();
  opened.push(wp, desk);
  wp.site.strings = { fr: { 'Opening hours': 'Horaires' } };
  await wp.ask('POST', '/wp/v2/posts', { title: 'Alpha', status: 'publish', content: '<p>One.</p>' });
  await wp.ask('POST', '/wp/v2/media', undefined, {
    raw: Buffer.from('not really a picture'),
    headers: { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="a.png"' },
  });
  const secrets = { right: wp.passwords['admin'] ?? '', wrong: WRONG };
  const texts: Record<string, string> = {};
  const called = new Set<string>();
  const site = join(desk.folder, 'site.polydesk');
  const server = desk.start(['serve', site, '--port', '0', '--json'], env);
  const root = `${await server.ready}/wp-json`;
  const ask = asker(root, portToken(desk), { texts, called });
  const known = await liveRoutes(ask);
  await overHttp(ask, wp, secrets);
  await onTheCommandLine(desk, { wp, site, secrets, env, texts });
  texts['arguments of the server'] = argumentsOf(server.child.pid);
  for (const path of ['requests?limit=1000', 'diagnostics', 'history', 'changes?since=0', 'jobs', 'server', 'live'])
    await ask('GET', `/polydesk/v1/${path}`);
  const history = (await ask('GET', '/polydesk/v1/history')) as { id: number }[];
  for (const { id } of history) await ask('GET', `/polydesk/v1/history/${id}`);
  Object.assign(texts, filesBelow(desk.folder, 'running '));
  await ask('DELETE', ROUTE);
  const { stdout, stderr } = await server.stop();
  Object.assign(texts, { stdout, stderr }, filesBelow(desk.folder, 'ended '));
  return { texts, secrets, called, known };
}

type Ask = (method: string, path: string, body?: unknown) => Promise<unknown>;

/** Calls the server, keeps every answer, and notes which route of the live site was called. */
function asker(root: string, token: string, { texts, called }: Pick<Life, 'texts' | 'called'>): Ask {
  return async (method, path, body) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const answer = await fetch(root + path, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    texts[`${method} ${path} ${Object.keys(texts).length}`] = text;
    called.add(`${method} ${templateOf(path.split('?')[0] ?? '')}`);
    return JSON.parse(text || 'null') as unknown;
  };
}

/** "/polydesk/v1/live/runs/3/pause" as "/polydesk/v1/live/runs/{id}/pause". */
const templateOf = (path: string): string =>
  path
    .replace(/\/(runs|pushes)\/\d+/, '/$1/{id}')
    .replace(/\/steps\/\d+/, '/steps/{seq}')
    .replace(/\/plan\/(?!types)[^/]+/, '/plan/{key}');

async function liveRoutes(ask: Ask): Promise<string[]> {
  const { paths } = (await ask('GET', '/polydesk/v1/openapi.json')) as {
    paths: Record<string, Record<string, unknown>>;
  };
  return Object.entries(paths)
    .filter(([path]) => path === ROUTE || path.startsWith(`${ROUTE}/`))
    .flatMap(([path, verbs]) => Object.keys(verbs).map((verb) => `${verb.toUpperCase()} ${path}`))
    .filter((route) => /^(GET|POST|PUT|PATCH|DELETE) /.test(route));
}

async function overHttp(ask: Ask, wp: WordPress, { right, wrong }: Life['secrets']): Promise<void> {
  const at = { url: wp.url, user: 'admin' };
  const password = right;
  await ask('POST', `${ROUTE}/probe`, { ...at, password: wrong });
  await ask('PUT', ROUTE, { ...at, password: wrong });
  await ask('POST', `${ROUTE}/probe`, { ...at, password_once: right });
  expect(await ask('PUT', ROUTE, { ...at, password })).toMatchObject({ state: 'connected' });
  const run = async (path: string, body: object = {}): Promise<number> => {
    expect(await ask('POST', ROUTE + path, body)).toMatchObject({ job: expect.any(Number) as number });
    await expect
      .poll(async () => ((await ask('GET', ROUTE)) as { run: { state: string } }).run.state, { timeout: 60_000 })
      .not.toBe('running');
    return ((await ask('GET', ROUTE)) as { run: { id: number } }).run.id;
  };
  const check = await run('/checks', { password });
  await ask('GET', `${ROUTE}/runs/${check}`);
  const lines = (await ask('GET', `${ROUTE}/plan?per_page=100`)) as { key: string }[];
  await ask('GET', `${ROUTE}/plan/types`);
  await ask('GET', `${ROUTE}/plan/${lines[0]?.key ?? ''}`);
  await run('/pulls', { password });
  await run('/files', { password });
  const posts = (await ask('GET', '/wp/v2/posts?context=edit')) as { id: number }[];
  await ask('PATCH', `/wp/v2/posts/${posts[0]?.id ?? 0}`, { title: 'Alpha from here' });
  await ask('PATCH', '/polydesk/v1/strings', { source: 'Opening hours', translations: { fr: 'Ouvert' } });
  const [line] = (await ask('GET', `${ROUTE}/plan`)) as { key: string }[];
  const key = line?.key ?? '';
  await ask('PATCH', `${ROUTE}/choices`, { choices: { [key]: 'here' } });
  await ask('POST', `${ROUTE}/plan/${key}/resolve`, { fields: { title: 'A' }, here: 'x', there: 'y' });
  await ask('POST', `${ROUTE}/pushes/review`, {});
  const push = await run('/pushes', { password });
  expect(((await ask('GET', `${ROUTE}/pushes/${push}`)) as { report: { done: number } }).report.done).toBeGreaterThan(
    0,
  );
  expect(wp.seen.filter(({ asked }) => asked.startsWith('POST /polydesk-link/v1/strings'))).not.toEqual([]);
  await ask('GET', `${ROUTE}/pushes`);
  await ask('POST', `${ROUTE}/pushes/${push}/resume`, { password });
  const step = `${ROUTE}/pushes/${push}/steps/1`;
  await ask('GET', step);
  await ask('POST', `${step}/take`, {});
  await ask('GET', `${ROUTE}/pushes/${push}/undo`);
  await run(`/pushes/${push}/undo`, { deletes: [], password });
  for (const act of ['pause', 'stop', 'resume']) await ask('POST', `${ROUTE}/runs/${push}/${act}`, { password: wrong });
}

interface Commands {
  wp: WordPress;
  site: string;
  secrets: Life['secrets'];
  env: Record<string, string>;
  texts: Life['texts'];
}

/** The right password from the environment, the wrong one from standard input; arguments are read while the program runs. */
async function onTheCommandLine(desk: Desk, { wp, site, secrets, env, texts }: Commands): Promise<void> {
  const other = join(desk.folder, 'other.polydesk');
  const connect = ['connect', other, wp.url, '--user', 'admin'];
  const from = { ...env, POLYDESK_LIVE_PASSWORD: secrets['right'] ?? '' };
  for (const args of [['status', site], connect, ['pull', other]]) {
    const { stdout, stderr } = await desk.run(args, from);
    texts[args.join(' ')] = stdout + stderr;
  }
  const program = desk.start(connect, env);
  texts['arguments of connect'] = argumentsOf(program.child.pid);
  program.child.stdin?.end(`${secrets['wrong'] ?? ''}\n`);
  const { stdout, stderr } = await program.ended;
  texts['connect from standard input'] = stdout + stderr;
}

/** Where each secret is: as it is, without its spaces, in base64 (alone and as sent), in hexadecimal digits or escaped. */
function placesOf(secrets: Record<string, string>, texts: Record<string, string>): Record<string, string[]> {
  const hits = Object.entries(secrets).map(([name, secret]) => {
    const base64 = (text: string) => Buffer.from(text).toString('base64').replace(/=+$/, '');
    const plain = [secret, secret.replaceAll(' ', ''), encodeURIComponent(secret)];
    const coded = [base64(secret), base64(`admin:${secret}`), Buffer.from(secret).toString('hex')];
    const places = Object.entries(texts).filter(([, text]) => [...plain, ...coded].some((form) => text.includes(form)));
    return [name, places.map(([place]) => place)] as const;
  });
  return Object.fromEntries(hits.filter(([, places]) => places.length > 0));
}

function argumentsOf(pid: number | undefined): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

function portToken(desk: Desk): string {
  const folder = join(desk.folder, 'runtime/polydesk');
  const [name = ''] = readdirSync(folder);
  return (JSON.parse(readFileSync(join(folder, name), 'utf8')) as { process_token: string }).process_token;
}

function filesBelow(folder: string, when: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => !name.includes('compile-cache') && statSync(join(folder, name)).isFile());
  return Object.fromEntries(files.map((name) => [when + name, readFileSync(join(folder, name), 'latin1')]));
}
