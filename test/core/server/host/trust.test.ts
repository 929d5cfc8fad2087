// Which settings of a site file are trusted on a new computer.
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { request } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { windowCaller } from '../../../../core/server/http/session.ts';
import { createEngine, type Engine } from '../../../../core/engine/engine.ts';
import { openToServe, type HowToOpen } from '../../../../core/server/host/open.ts';
import { startServer, type Running } from '../../../../core/server/host/running.ts';
import { createMemorySecrets } from '../../../../core/server/host/secrets.ts';
import { copySite } from '../../../../core/store/file/copy-site.ts';
import type { Dict } from '../../../../core/types.ts';
import { hostAt } from '../../../support/stamps.ts';

const ORIGIN = 'http://pages.example:5173';
const HOST = 'site.internal';
let folder: string;
let file: string;
let open: Computer[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'polydesk-trust-'));
  file = join(folder, 'site.polydesk');
  open = [];
});
afterEach(async () => {
  for (const one of open) await one.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Computer {
  running: Running;
  engine: Engine;
  notes: string[];
  /** As the window asks. */
  ask(method: string, path: string, body?: Dict): { status: number; body: Dict };
  close(): Promise<void>;
}

/** Serves a file as the computer with this data folder does. */
async function serveOn(name: string, at = file, how: Partial<HowToOpen> = {}): Promise<Computer> {
  const host = hostAt(join(folder, name));
  const { site } = await openToServe(at, { version: '0.0.0-test', host, ...how });
  const engine = createEngine(site, { secrets: createMemorySecrets() });
  const notes: string[] = [];
  const running = await startServer(engine, { port: 0, host, note: (text) => notes.push(text) });
  let isClosed = false;
  const computer: Computer = {
    running,
    engine,
    notes,
    ask(method, path, body) {
      const answer = engine.dispatch({ method, path, ...(body && { body }) }, windowCaller(site));
      return { status: answer.status, body: answer.body as Dict };
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      await running.close();
      engine.close();
    },
  };
  open.push(computer);
  return computer;
}

/** Status of a GET with these headers; fetch sends neither Host nor Origin as one likes. */
function statusOf(
  { running }: Computer,
  headers: Record<string, string>,
  path = '/wp-json/wp/v2/posts',
): Promise<number> {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port: running.port, path, headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    })
      .once('error', reject)
      .end();
  });
}

/** A site made on the computer "first", with a token, an origin and a host; the token. */
async function made(): Promise<string> {
  const first = await serveOn('first');
  const { token } = first.ask('POST', '/polydesk/v1/tokens', { name: 'deploy', role: 'editor' }).body;
  first.ask('PATCH', '/polydesk/v1/server', { allowed_origins: [ORIGIN], allowed_hosts: [HOST] });
  await first.close();
  return String(token).replaceAll(' ', '');
}

/** What every way in answers: token, guest, page of the origin, name of the server. */
async function waysIn(computer: Computer, token: string): Promise<number[]> {
  const { port } = computer.running;
  const bearer = { authorization: `Bearer ${token}` };
  return [
    await statusOf(computer, { ...bearer, host: `127.0.0.1:${port}` }),
    await statusOf(computer, { host: `127.0.0.1:${port}` }),
    await statusOf(computer, { ...bearer, origin: ORIGIN, host: `127.0.0.1:${port}` }),
    await statusOf(computer, { ...bearer, host: `${HOST}:${port}` }),
  ];
}

const ALL_IN = [200, 200, 200, 200];
const NONE_IN = [401, 401, 403, 421];

test('control: where it was made everything counts, after a restart too', async () => {
  const token = await made();
  const first = await serveOn('first');
  expect(await waysIn(first, token)).toEqual(ALL_IN);
  expect(first.ask('GET', '/polydesk/v1/trust').body).toMatchObject({
    tokens: [],
    anonymous_read: false,
    allowed_origins: [],
    allowed_hosts: [],
  });
  expect(first.notes).toEqual([]);
});

test('on another computer everything is refused until it is confirmed there', async () => {
  const token = await made();
  const other = await serveOn('other');
  expect(await waysIn(other, token)).toEqual(NONE_IN);
  expect(other.notes).toEqual([expect.stringContaining('The token "deploy" was refused')]);
  const unconfirmed = other.ask('GET', '/polydesk/v1/trust').body;
  expect(unconfirmed).toMatchObject({
    tokens: [{ id: 1, name: 'deploy', role: 'editor', unconfirmed: true }],
    anonymous_read: true,
    allowed_origins: [ORIGIN],
    allowed_hosts: [HOST],
  });
  expect(other.ask('POST', '/polydesk/v1/trust', { all: true })).toMatchObject({ status: 200, body: { tokens: [] } });
  expect(await waysIn(other, token)).toEqual(ALL_IN);
  await other.close();
  expect(await waysIn(await serveOn('other'), token)).toEqual(ALL_IN);
});

test('an unknown token and an unconfirmed one get the same answer', async () => {
  const token = await made();
  const other = await serveOn('other');
  const answer = async (bearer: string): Promise<unknown> => {
    const { status, headers, text } = await fetch(`${other.running.url}/wp-json/wp/v2/posts`, {
      headers: { authorization: `Bearer ${bearer}` },
    }).then(async (one) => ({ status: one.status, headers: [...one.headers.keys()], text: await one.text() }));
    return { status, headers, text };
  };
  expect(await answer(token)).toEqual(await answer('abcdefghijklmnopqrstuvwx'));
});

test.each<[string, Dict, number[]]>([
  ['the token', { tokens: [1] }, [200, 401, 403, 421]],
  ['guests', { anonymous_read: true }, [401, 200, 403, 421]],
  ['the token and the origin', { tokens: [1], allowed_origins: [ORIGIN] }, [200, 401, 200, 421]],
  ['the token and the host', { tokens: [1], allowed_hosts: [HOST] }, [200, 401, 403, 200]],
])('%s alone can be confirmed', async (_name, wish, expected) => {
  const token = await made();
  const other = await serveOn('other');
  expect(other.ask('POST', '/polydesk/v1/trust', wish).status).toBe(200);
  expect(await waysIn(other, token)).toEqual(expected);
});

test.each<[Dict]>([
  [{ tokens: [1, 7] }],
  [{ anonymous_read: true, allowed_origins: ['http://other.example'] }],
  [{ tokens: [1], allowed_hosts: ['other'] }],
])('what is not there to confirm is refused, and confirms nothing: %j', async (wish) => {
  const token = await made();
  const other = await serveOn('other');
  expect(other.ask('POST', '/polydesk/v1/trust', wish)).toMatchObject({
    status: 404,
    body: { code: 'polydesk_not_found' },
  });
  expect(await waysIn(other, token)).toEqual(NONE_IN);
});

test('a copy of the site on the same computer keeps what counts there', async () => {
  const token = await made();
  mkdirSync(join(folder, 'copies'));
  const copy = copySite(file, join(folder, 'copies'));
  expect(await waysIn(await serveOn('first', copy), token)).toEqual(ALL_IN);
});

test('settings made on this computer before trust existed are confirmed once', async () => {
  const token = await made();
  rmSync(join(folder, 'first/trust'), { recursive: true });
  const first = await serveOn('first');
  expect(await waysIn(first, token)).toEqual(NONE_IN);
  first.ask('POST', '/polydesk/v1/trust', { all: true });
  expect(await waysIn(first, token)).toEqual(ALL_IN);
});

test('settings made here are trusted immediately, and leave the rest unconfirmed', async () => {
  const token = await made();
  const other = await serveOn('other');
  const own = String(other.ask('POST', '/polydesk/v1/tokens', { name: 'own', role: 'author' }).body['token']);
  other.ask('PATCH', '/polydesk/v1/server', { allowed_origins: [ORIGIN, 'http://own.example'], anonymous_read: true });
  expect(await waysIn(other, token)).toEqual([401, 200, 403, 421]);
  expect(await waysIn(other, own.replaceAll(' ', ''))).toEqual([200, 200, 403, 421]);
  const host = `127.0.0.1:${other.running.port}`;
  expect(await statusOf(other, { origin: 'http://own.example', host })).toBe(200);
});

describe('a file that comes back changed', () => {
  const change = (statement: string): void => {
    const db = new Database(file);
    db.exec(statement);
    db.close();
  };

  test('does not give a token more than it had', async () => {
    const first = await serveOn('first');
    const { token } = first.ask('POST', '/polydesk/v1/tokens', { name: 'reader', role: 'subscriber' }).body;
    await first.close();
    change("UPDATE tokens SET role = 'administrator'");
    const again = await serveOn('first');
    const headers = { authorization: `Bearer ${String(token).replaceAll(' ', '')}` };
    const posted = await fetch(`${again.running.url}/wp-json/wp/v2/posts`, { method: 'POST', headers, body: '{}' });
    expect(posted.status).toBe(403);
    expect(await statusOf(again, { ...headers, host: `127.0.0.1:${again.running.port}` })).toBe(200);
  });

  test('does not bring back a token that was revoked here', async () => {
    const token = await made();
    cpSync(file, join(folder, 'older.polydesk'));
    const first = await serveOn('first');
    first.ask('DELETE', '/polydesk/v1/tokens/1');
    await first.close();
    expect(await waysIn(await serveOn('first', join(folder, 'older.polydesk')), token)).toEqual([401, 200, 401, 401]);
  });

  test('does not open to an origin that was taken out here, nor to guests that were shut out', async () => {
    const token = await made();
    cpSync(file, join(folder, 'older.polydesk'));
    const first = await serveOn('first');
    first.ask('PATCH', '/polydesk/v1/server', { allowed_origins: [], allowed_hosts: [], anonymous_read: false });
    await first.close();
    expect(await waysIn(await serveOn('first', join(folder, 'older.polydesk')), token)).toEqual([200, 401, 403, 421]);
  });

  test('does not prolong a token', async () => {
    const first = await serveOn('first');
    const expires_at = new Date(Date.now() + 300).toISOString();
    const { token } = first.ask('POST', '/polydesk/v1/tokens', { name: 'short', role: 'editor', expires_at }).body;
    await first.close();
    change('UPDATE tokens SET expires_at = NULL');
    const again = await serveOn('first');
    const headers = {
      authorization: `Bearer ${String(token).replaceAll(' ', '')}`,
      host: `127.0.0.1:${again.running.port}`,
    };
    await expect.poll(() => statusOf(again, headers)).toBe(401);
  });
});

test.each(['../../outside', '', 'a/b', '00000000-0000-4000-8000-00000000000Z'])(
  'a site that calls itself "%s" is not opened: the name would lead out of the data folder',
  async (name) => {
    await made();
    const db = new Database(file);
    db.prepare('UPDATE site SET site_id = ?').run(name);
    db.close();
    await expect(serveOn('first')).rejects.toThrow('is damaged');
    expect(readdirSync(folder).sort()).toEqual(['first', 'site.polydesk', 'site.polydesk.lock']);
  },
);

describe('the file of what is confirmed', () => {
  const trustFiles = (): string[] =>
    readdirSync(join(folder, 'first/trust')).map((name) => join(folder, 'first/trust', name));

  test('is for its owner only and holds no token', async () => {
    const token = await made();
    const [path = ''] = trustFiles();
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'first/trust')).mode & 0o777).toBe(0o700);
    expect(readFileSync(path, 'utf8')).not.toContain(token);
  });

  test.each([
    ['that is damaged', (path: string) => writeFileSync(path, '{"tokens"')],
    [
      'of another site',
      (path: string) => writeFileSync(path, readFileSync(path, 'utf8').replace(/"site_id": "../, '"site_id": "xx')),
    ],
    ['that others may write', (path: string) => chmodSync(path, 0o666)],
  ])('confirms nothing when it is one %s', async (_name, spoil) => {
    const token = await made();
    trustFiles().forEach(spoil);
    expect(await waysIn(await serveOn('first'), token)).toEqual(NONE_IN);
  });

  test('if it cannot be written nothing is created or confirmed, but revocation still works', async () => {
    await made();
    const other = await serveOn('other');
    mkdirSync(join(folder, 'other'), { recursive: true });
    // A file where the folder should be: not even root can write in it.
    writeFileSync(join(folder, 'other/trust'), '');
    const refused = { status: 503, body: { code: 'polydesk_trust_not_kept' } };
    expect(other.ask('POST', '/polydesk/v1/trust', { all: true })).toMatchObject(refused);
    expect(other.ask('POST', '/polydesk/v1/tokens', { name: 'own', role: 'author' })).toMatchObject(refused);
    expect(other.ask('GET', '/polydesk/v1/tokens').body).toHaveLength(1);
    expect(other.ask('GET', '/polydesk/v1/trust').body['tokens']).toHaveLength(1);
    expect(other.ask('DELETE', '/polydesk/v1/tokens/1').status).toBe(200);
    expect(other.ask('PATCH', '/polydesk/v1/server', { anonymous_read: false }).status).toBe(200);
  });

  test('can be brought along, as a container does', async () => {
    const token = await made();
    const [trustFile = ''] = trustFiles();
    expect(await waysIn(await serveOn('container', file, { trustFile }), token)).toEqual(ALL_IN);
  });

  test('of another site is refused', async () => {
    await made();
    const [trustFile = ''] = trustFiles();
    writeFileSync(trustFile, readFileSync(trustFile, 'utf8').replace(/"site_id": "../, '"site_id": "xx'));
    await expect(serveOn('container', file, { trustFile })).rejects.toThrow('is not the trust file of this site');
    // The lock was let go of.
    await serveOn('first');
  });

  test('is not created for a site in memory', async () => {
    const first = await serveOn('first', file, { isTemporary: true });
    const { token } = first.ask('POST', '/polydesk/v1/tokens', { name: 'deploy', role: 'editor' }).body;
    expect((await waysIn(first, String(token).replaceAll(' ', ''))).slice(0, 2)).toEqual([200, 200]);
    expect(readdirSync(join(folder, 'first')).includes('trust')).toBe(false);
  });
});
