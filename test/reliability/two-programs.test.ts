import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openSite } from '../../core/site.ts';
import { holdElsewhere, killed, openElsewhere } from '../core/store/programs.ts';
import { openDesk, type Desk, type Program } from '../support/program.ts';
import { openEngine, postsRequest, statusOf } from './faults/requests.ts';

/** How often two servers are started on one file; `npm run test:long` does so fifty times. */
const PAIRS = Number(process.env['PROGRAM_PAIRS'] ?? 2);
const NOBODY = 65_534;
const TOKEN = 'abcdefghijklmnopqrstuvwx';
const ADMIN = { authorization: `Basic ${btoa(`admin:${TOKEN}`)}` };

describe('two programs on one file', () => {
  let desk: Desk;
  beforeAll(() => {
    desk = openDesk();
    openSite(join(desk.folder, 'a.polydesk'), { version: '1.0.0' }).close();
  });
  afterAll(() => desk.close());
  const serve = (): Program =>
    desk.start(['serve', join(desk.folder, 'a.polydesk'), '--json', '--port', '0'], {
      POLYDESK_TOKENS: `admin:administrator:${TOKEN}`,
    });

  test(
    `started at once, ${PAIRS} times: one owns it, the other says so and ends; then the next`,
    { timeout: 60_000 + PAIRS * 30_000 },
    async () => {
      let made = 0;
      for (let round = 0; round < PAIRS; round++) {
        const both = [serve(), serve()];
        const first = await Promise.any(both.map(async (one) => (await one.ready, one)));
        const loser = both[1 - both.indexOf(first)];
        const url = await first.ready;
        const end = await loser?.ended;
        expect(end).toMatchObject({ code: 69, stdout: '' });
        expect(end?.stderr).toMatch(/is (open in the server at|in use by another program).*Nothing was changed/);
        const body = JSON.stringify({ title: `Round ${round}`, status: 'publish' });
        const headers = { ...ADMIN, 'content-type': 'application/json' };
        expect((await fetch(`${url}/wp-json/wp/v2/posts`, { method: 'POST', headers, body })).status).toBe(201);
        made++;
        // The next round finds it free, however this one ended.
        await first.stop(round % 2 === 0 ? 'SIGKILL' : 'SIGTERM');
      }
      const site = openSite(join(desk.folder, 'a.polydesk'), { version: '1.0.0' });
      expect(site.findings).toEqual([]);
      expect(site.db.prepare('SELECT count(*) FROM posts').pluck().get()).toBe(made);
      site.close();
    },
  );

  test('the second one gets the address of the first; the port file is readable by its owner only', async () => {
    const first = serve();
    const url = await first.ready;
    const end = await serve().ended;
    expect(end).toMatchObject({ code: 69, stderr: expect.stringContaining(`is open in the server at ${url} already`) });
    const site = spawnSync('ls', ['-l', join(desk.folder, 'runtime/polydesk')], { encoding: 'utf8' }).stdout;
    const id = /([0-9a-f-]{36})\.json/.exec(site)?.[1] ?? '';
    const modes = ['polydesk', `polydesk/${id}.json`].map(
      (path) => statSync(join(desk.folder, 'runtime', path)).mode & 0o777,
    );
    expect(modes).toEqual([0o700, 0o600]);
    await first.stop();
    expect(existsSync(join(desk.folder, `runtime/polydesk/${id}.json`))).toBe(false);
  });

  test('control: where the lock is taken away, both open it', async () => {
    const file = join(desk.folder, 'unlocked.polydesk');
    openSite(file, { version: '1.0.0' }).close();
    const first = await holdElsewhere(file);
    expect(openElsewhere(file)).toBe('in_use 69');
    rmSync(`${file}.lock`);
    expect(openElsewhere(file)).toBe('open');
    await killed(first);
  });
});

describe.runIf(process.platform === 'linux' && process.getuid?.() === 0)(
  'a site that cannot be written, served to a user without rights',
  () => {
    let desk: Desk;
    beforeEach(() => {
      desk = openDesk();
      chmodSync(desk.folder, 0o755);
      for (const name of ['data', 'runtime', 'site']) mkdirSync(join(desk.folder, name), { mode: 0o755 });
      for (const name of ['data', 'runtime']) chownSync(join(desk.folder, name), NOBODY, NOBODY);
    });
    afterEach(() => desk.close());

    test.each([
      ['the file', 0o777, 0o444],
      ['the folder', 0o555, 0o644],
    ])('%s: reading goes on, writes are 503, nothing changes', async (_what, folderMode, fileMode) => {
      const file = join(desk.folder, 'site/a.polydesk');
      const made = openEngine(file, 0);
      expect(statusOf(made, postsRequest(['Here']))).toBe(201);
      made.close();
      chmodSync(`${file}.lock`, 0o666);
      chmodSync(file, fileMode);
      chmodSync(join(desk.folder, 'site'), folderMode);
      const before = spawnSync('sha256sum', [file], { encoding: 'utf8' }).stdout;
      const server = desk.start(
        ['serve', file, '--port', '0'],
        { POLYDESK_TOKENS: `admin:administrator:${TOKEN}` },
        NOBODY,
      );
      const url = await server.ready;
      const ask = (path: string, init?: RequestInit): Promise<Response> =>
        fetch(`${url}/wp-json${path}`, { headers: ADMIN, ...init });
      expect(await (await ask('/polydesk/v1/server')).json()).toMatchObject({ read_only: true });
      expect((await ask('/wp/v2/categories')).status).toBe(200);
      for (const [method, path] of [
        ['POST', '/wp/v2/posts?title=x'],
        ['POST', '/pll/v1/languages?locale=fr_FR'],
        ['DELETE', '/wp/v2/posts/1?force=true'],
        ['POST', '/pll/v1/settings?force_lang=2'],
      ] as const) {
        const answer = await ask(path, { method });
        expect([path, answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
          path,
          503,
          'storage_read_only',
        ]);
      }
      const end = await server.stop();
      expect(end.stderr).toMatch(/reading only/);
      expect(spawnSync('sha256sum', [file], { encoding: 'utf8' }).stdout).toBe(before);
    });

    test('control: the same user in a folder of its own writes', async () => {
      const file = join(desk.folder, 'data/a.polydesk');
      const server = desk.start(
        ['serve', file, '--port', '0'],
        { POLYDESK_TOKENS: `admin:administrator:${TOKEN}` },
        NOBODY,
      );
      const url = await server.ready;
      expect((await fetch(`${url}/wp-json/wp/v2/posts?title=x`, { method: 'POST', headers: ADMIN })).status).toBe(201);
      await server.stop();
    });
  },
);
