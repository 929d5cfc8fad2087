import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createEngine } from '../../../../core/engine/engine.ts';
import { keptSessions } from '../../../../core/server/host/kept-sessions.ts';
import { createMemorySecrets } from '../../../../core/server/host/secrets.ts';
import { createSessions, windowCaller } from '../../../../core/server/http/session.ts';
import { openSite } from '../../../../core/site.ts';
import { start } from '../help.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Sessions of a site in memory, with a clock the test moves. */
function setUp() {
  const site = openSite(':memory:', { version: '0.0.0' });
  const clock = { now: 1_000_000 };
  return { site, clock, sessions: createSessions(site, { now: () => clock.now }) };
}

test('a code is good once', () => {
  const { sessions } = setUp();
  const code = sessions.newCode();
  expect(code).toMatch(/^[A-Za-z0-9]{24}$/);
  const token = sessions.exchange(code);
  expect(token).toMatch(/^[A-Za-z0-9]{24}$/);
  expect(sessions.exchange(code)).toBeUndefined();
  expect(sessions.exchange('')).toBeUndefined();
  expect(sessions.find(code)).toBeUndefined();
});

test.each([
  [MINUTE - 1, true],
  [MINUTE, false],
  [HOUR, false],
])('a code after %i ms: %s', (later, isGood) => {
  const { sessions, clock } = setUp();
  const code = sessions.newCode();
  clock.now += later;
  expect(sessions.exchange(code) !== undefined).toBe(isGood);
});

test('a session ends eight hours after it was last used', () => {
  const { sessions, clock } = setUp();
  const token = sessions.exchange(sessions.newCode()) ?? '';
  for (let times = 0; times < 5; times++) {
    clock.now += 8 * HOUR - 1;
    expect(sessions.find(token)).toBeDefined();
  }
  clock.now += 8 * HOUR;
  expect(sessions.find(token)).toBeUndefined();
});

test('a session does not end because another one is used', () => {
  const { sessions, clock } = setUp();
  const [first = '', second = ''] = [1, 2].map(() => sessions.exchange(sessions.newCode()));
  clock.now += 5 * HOUR;
  expect(sessions.find(second)).toBeDefined();
  clock.now += 5 * HOUR;
  expect(sessions.find(first)).toBeUndefined();
  expect(sessions.find(second)).toBeDefined();
});

test('of very many sessions the one not used for longest ends', () => {
  const { sessions } = setUp();
  const tokens = Array.from({ length: 101 }, () => sessions.exchange(sessions.newCode()) ?? '');
  expect(tokens.map((token) => sessions.find(token) !== undefined).filter((isAlive) => !isAlive)).toHaveLength(1);
  expect(sessions.find(tokens[0] ?? '')).toBeUndefined();
});

describe('with a file in the data folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'polydesk-sessions-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const host = { env: { POLYDESK_DATA: folder }, platform: process.platform, home: folder };
  const wall = { now: Date.UTC(2026, 0, 1) };
  const started = (siteId: string, isKept = true) => {
    const site = openSite(':memory:', { version: '0.0.0' });
    // A process that begins has a clock that begins.
    const store = isKept ? keptSessions(host, siteId, () => wall.now) : undefined;
    const clock = { now: 0 };
    return { clock, sessions: createSessions(site, { now: () => clock.now, store }) };
  };
  const file = (siteId: string): string => join(folder, 'sessions', `${siteId}.json`);

  test('a session outlives the server, of one site alone', () => {
    const { sessions } = started('a');
    const token = sessions.exchange(sessions.newCode()) ?? '';
    expect(started('a').sessions.find(token)).toMatchObject({ origin: 'window' });
    expect(started('b').sessions.find(token)).toBeUndefined();
    expect(started('a', false).sessions.find(token), 'control: without the file it ends').toBeUndefined();
  });

  test('the stored value is not a token, and only its owner may read it', () => {
    const { sessions } = started('c');
    const token = sessions.exchange(sessions.newCode()) ?? '';
    expect(readFileSync(file('c'), 'utf8')).not.toContain(token);
    expect(statSync(file('c')).mode & 0o777).toBe(0o600);
    chmodSync(file('c'), 0o666);
    expect(started('c').sessions.find(token), 'a file that others may write is not believed').toBeUndefined();
  });

  test('a code is never kept', () => {
    const code = started('d').sessions.newCode();
    expect(started('d').sessions.exchange(code)).toBeUndefined();
  });

  test('eight hours without use end it, over a restart too; a use moves that on', () => {
    const { sessions, clock } = started('e');
    const token = sessions.exchange(sessions.newCode()) ?? '';
    const pass = (ms: number): void => {
      wall.now += ms;
      clock.now += ms;
    };
    pass(5 * HOUR);
    expect(sessions.find(token)).toBeDefined();
    wall.now += 5 * HOUR;
    expect(started('e').sessions.find(token)).toBeDefined();
    wall.now += 8 * HOUR;
    expect(started('e').sessions.find(token)).toBeUndefined();
  });

  test.each(['', '{', '{"sessions":[{"hash":"x","used_at":0}]}', '[]'])(
    'a file that says %j lets nobody in',
    (text) => {
      writeFileSync(file('f'), text, { mode: 0o600 });
      const { sessions } = started('f');
      expect(sessions.find('x')).toBeUndefined();
      const token = sessions.exchange(sessions.newCode()) ?? '';
      expect(started('f').sessions.find(token)).toBeDefined();
    },
  );
});

test('a user who signs in there is the first administrator, with the rights of the window', () => {
  const { site, sessions } = setUp();
  const caller = sessions.find(sessions.exchange(sessions.newCode()) ?? '');
  expect(caller).toMatchObject({ name: 'admin', userId: 1, role: 'administrator', origin: 'window', token: '' });
  expect(caller?.can('manage_server')).toBe(true);
  expect(windowCaller(site)).toMatchObject({ name: 'admin' });
});

/** The engine behind a server that serves the interface. */
async function served(anonymous = true) {
  const { site, sessions } = setUp();
  const engine = createEngine(site, { secrets: createMemorySecrets() });
  const server = await start({ sessions, ownUi: true, anonymousRead: () => anonymous }, { ...fake, engine });
  const post = async (body: unknown, headers: Record<string, string> = {}) => {
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    };
    const response = await fetch(`${server.url}/wp-json/polydesk/v1/session`, init);
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  return { server, sessions, post };
}
const fake = { seen: [], commit: () => undefined, listeners: new Set<never>() };

test.each([true, false])('the code becomes a token over HTTP, anonymous reading: %s', async (anonymous) => {
  const { sessions, post } = await served(anonymous);
  const code = sessions.newCode();
  const { status, body } = await post({ code });
  expect({ status, expires: body['expires_in'] }).toEqual({ status: 200, expires: 28_800 });
  expect(sessions.find(String(body['token']))).toBeDefined();
  expect(await post({ code })).toMatchObject({ status: 401, body: { code: 'polydesk_invalid_code' } });
});

test('a token of an earlier start that comes along does no harm', async () => {
  const { sessions, post } = await served();
  expect(await post({ code: sessions.newCode() }, { authorization: 'Bearer old' })).toMatchObject({ status: 200 });
});

test.each<[string, object, Record<string, string>, [number, string]]>([
  ['an unknown code', { code: 'x' }, {}, [401, 'polydesk_invalid_code']],
  ['no text', { code: 1 }, {}, [400, 'rest_invalid_param']],
  ['a long text', { code: 'x'.repeat(101) }, {}, [400, 'rest_invalid_param']],
  ['no code, by a guest', {}, {}, [401, 'rest_forbidden']],
  ['no code, by a token', {}, { authorization: `Basic ${btoa('admin:adminadmin')}` }, [403, 'rest_forbidden']],
  ['no code, by a wrong token', {}, { authorization: 'Bearer wrong' }, [401, 'incorrect_password']],
])('%s is refused', async (_what, body, headers, [status, code]) => {
  const { post, sessions } = await served();
  sessions.newCode();
  expect(await post(body, headers)).toMatchObject({ status, body: { code } });
});

test('a page of another origin cannot even try', async () => {
  const { post, sessions } = await served();
  const code = sessions.newCode();
  const answer = await post({ code }, { origin: 'http://127.0.0.1:1', 'sec-fetch-site': 'same-site' });
  expect(answer).toMatchObject({ status: 403, body: { code: 'rest_forbidden_origin' } });
  expect(sessions.exchange(code), 'the code was not used up').toBeDefined();
});

test('a server without the interface knows no sessions', async () => {
  const server = await start();
  const response = await fetch(`${server.url}/wp-json/polydesk/v1/session`, { method: 'POST' });
  expect(server.seen, 'it went on to the engine as any other address').toHaveLength(1);
  expect(response.status).toBe(200);
});
