import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSite } from '../core/site.ts';
import { openDesk, type Desk, type Program } from './support/program.ts';

let desk: Desk;
beforeAll(() => {
  desk = openDesk();
});
afterAll(() => desk.close());

const at = (name: string): string => join(desk.folder, name);
const TOKENS = {
  POLYDESK_TOKENS: 'admin:administrator:abcdefghijklmnopqrstuvwx,author:author:ABCDEFGHIJKLMNOPQRSTUVWX',
};
const ADMIN = `Basic ${btoa('admin:abcd efgh ijkl mnop qrst uvwx')}`;
const get = (url: string, path: string, authorization?: string): Promise<Response> =>
  fetch(`${url}/wp-json${path}`, authorization === undefined ? {} : { headers: { authorization } });

/** Makes a site file without a server. */
function makeSite(name: string): string {
  openSite(at(name), { version: '0.0.0-test' }).close();
  return at(name);
}

/** All files below a folder, with their contents. */
function picture(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files.map((entry) => [
      join(entry.parentPath, entry.name),
      readFileSync(join(entry.parentPath, entry.name), 'base64'),
    ]),
  );
}

describe('help and wrong use', () => {
  // What each command says and refuses: test/core/cli/main.test.ts.
  test('help is on standard output, wrong use is one sentence on the other', async () => {
    expect(await desk.run(['--help'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Exit codes'),
      stderr: '',
    });
    const end = await desk.run(['serve', 'a', '--frob']);
    expect(end).toMatchObject({
      code: 64,
      stdout: '',
      stderr: 'Unknown option --frob. See: polydesk serve --help\n',
    });
  });

  test('a wrong environment ends before a file is made', async () => {
    const end = await desk.run(['serve', at('env.polydesk')], { POLYDESK_CONTENT_MODEL: '{' });
    expect(end).toMatchObject({ code: 64, stderr: expect.stringContaining('not valid JSON') });
    expect(existsSync(at('env.polydesk'))).toBe(false);
  });
});

describe('files that are refused', () => {
  test.each([
    ['no such file', ['token', 'none.polydesk', 'list'], 66],
    ['no such folder', ['serve', 'no/folder.polydesk'], 66],
    ['a folder where nothing can be stored', ['serve', '/proc/a.polydesk'], 74],
  ])('%s', async (_what, args, code) => {
    expect(await desk.run(args)).toMatchObject({ code, stdout: '', stderr: expect.stringMatching(/^[A-Z].*\.\n$/) });
  });

  test('foreign files: neither they nor files next to them are changed', async () => {
    mkdirSync(at('foreign'));
    writeFileSync(at('foreign/text.polydesk'), 'dear diary');
    const other = new Database(at('foreign/other.polydesk'));
    other.exec('CREATE TABLE t (a)');
    other.close();
    const before = picture(at('foreign'));
    for (const name of ['text', 'other']) {
      const end = await desk.run(['serve', at(`foreign/${name}.polydesk`), '--json']);
      expect(end).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('not a Polydesk site') });
    }
    expect(picture(at('foreign'))).toEqual(before);
  });

  test('of a newer version', async () => {
    const file = makeSite('newer.polydesk');
    const db = new Database(file);
    db.pragma('user_version = 99');
    db.close();
    const end = await desk.run(['serve', file]);
    expect(end).toMatchObject({ code: 78, stderr: expect.stringMatching(/newer version.*Nothing was changed/) });
  });

  test('with --json a command that fails prints one document', async () => {
    const end = await desk.run(['token', at('none.polydesk'), 'list', '--json']);
    expect(JSON.parse(end.stdout)).toEqual({
      error: { exit: 66, code: 'missing', message: end.stderr.trim(), details: null },
    });
  });
});

describe('serve', () => {
  test(':memory: is one line, a private folder, and gone at the end', async () => {
    const folders = (): string[] => readdirSync(desk.folder).filter((name) => /^polydesk-/.test(name));
    const server = desk.start(['serve', '--site', ':memory:', '--port', '0', '--json'], TOKENS);
    const url = await server.ready;
    expect(server.stdout()).toBe(`${JSON.stringify({ url })}\n`);
    expect(folders()).toHaveLength(1);
    expect(statSync(at(folders()[0] ?? '')).mode & 0o777).toBe(0o700);
    // The end of standard input means nothing.
    server.child.stdin?.end();
    expect((await get(url, '/polydesk/v1/tokens', ADMIN)).status).toBe(200);
    expect((await get(url, '/pll/v1/languages')).status).toBe(200);
    expect((await get(url, '/pll/v1/languages', 'Basic YWRtaW46eA==')).status).toBe(401);
    const end = await server.stop();
    expect(end).toMatchObject({ code: 0, signal: null, stderr: 'A sign-in with wrong credentials was refused.\n' });
    expect(end.stdout.split('\n')).toHaveLength(2);
    expect(folders()).toEqual([]);
  });

  test('the environment: users, content model, address, edition; --no-anonymous-read', async () => {
    const server = desk.start(['serve', ':memory:', '--port', '0', '--no-anonymous-read'], {
      ...TOKENS,
      POLYDESK_HOME_URL: 'https://example.org/blog/',
      POLYDESK_CONTENT_MODEL: '{"post_types":[{"name":"book"}]}',
      POLYDESK_EDITION: 'standard',
    });
    const url = await server.ready;
    expect((await get(url, '/')).status).toBe(401);
    expect(await (await get(url, '/', ADMIN)).json()).toMatchObject({ home: 'https://example.org/blog' });
    expect(await (await get(url, '/polydesk/v1/content-model', ADMIN)).json()).toMatchObject({
      post_types: [{ name: 'book' }],
    });
    expect(await (await get(url, '/pll/v1/settings', ADMIN)).json()).not.toHaveProperty('media');
    await server.stop();
  });

  test('a port that is taken', async () => {
    const blocker = createServer();
    await new Promise<void>((ready) => blocker.listen(0, '127.0.0.1', ready));
    const { port } = blocker.address() as { port: number };
    const before = readdirSync(desk.folder);
    const kept = makeSite('kept.polydesk');
    for (const file of [':memory:', at('never.polydesk'), kept]) {
      const end = await desk.run(['serve', file, '--port', String(port), '--json']);
      const stderr: unknown = expect.stringContaining(`The port ${port} is in use`);
      expect(end).toMatchObject({ code: 69, stdout: '', stderr });
    }
    blocker.close();
    // "Nothing was changed": a site that was made for it is gone, one that was there stays.
    const made = readdirSync(desk.folder).filter((name) => !before.includes(name) && !name.startsWith('kept.'));
    expect([made, existsSync(kept)]).toEqual([[], true]);
  });

  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    '%s closes the file and removes the port file',
    async (signal) => {
      const file = at(`${signal}.polydesk`);
      const server = desk.start(['serve', file, '--port', '0']);
      await server.ready;
      const run = join(desk.folder, 'runtime/polydesk');
      const [name = ''] = readdirSync(run);
      expect(statSync(join(run, name)).mode & 0o777).toBe(0o600);
      expect(JSON.parse(readFileSync(join(run, name), 'utf8'))).toMatchObject({
        pid: server.child.pid,
        site_file: file,
      });
      expect(await server.stop(signal)).toMatchObject({ code: 0, signal: null });
      expect(readdirSync(run)).toEqual([]);
      // A clean close leaves no log behind.
      expect(existsSync(`${file}-wal`)).toBe(false);
    },
  );

  test('a file that another server has open: its address is reported', async () => {
    const file = at('shared.polydesk');
    const first = desk.start(['serve', file, '--port', '0']);
    const url = await first.ready;
    const end = await desk.run(['serve', file, '--port', '0']);
    expect(end).toMatchObject({
      code: 69,
      stdout: '',
      stderr: expect.stringContaining(`open in the server at ${url}`),
    });
    await first.stop();
  });

  test('a file that is in use by a program that does not respond', async () => {
    const site = openSite(at('locked.polydesk'), { version: '0.0.0-test' });
    const ends = await Promise.all([desk.run(['serve', site.file]), desk.run(['token', site.file, 'list'])]);
    site.close();
    for (const end of ends)
      expect(end).toMatchObject({ code: 69, stderr: expect.stringContaining('in use by another program') });
  });
});

describe('what is in the way', () => {
  test.each([
    ['a file where the data folder should be', (): string => (writeFileSync(at('data-file'), ''), at('data-file')), 73],
    ['a data folder below a file', (): string => (writeFileSync(at('a-file'), ''), at('a-file/data')), 73],
    ['a data folder where no folder can be made', (): string => '/proc/nodir', 73],
  ])('%s: a sentence at once, and nothing is left', async (_what, folderOf, code) => {
    const started = performance.now();
    const end = await desk.run(['start', '--port', '0'], { POLYDESK_DATA: folderOf() });
    expect(end).toMatchObject({ code, stdout: '', stderr: expect.stringMatching(/^\/\S+ .*\.\n?/) });
    expect(end.stderr).not.toContain('Something went wrong');
    expect(performance.now() - started).toBeLessThan(20_000);
  });

  test('a folder that is not a bundle is rejected as a source', async () => {
    mkdirSync(at('a folder'));
    const end = await desk.run(['import', at('not-made.polydesk'), at('a folder')]);
    expect(end).toMatchObject({ code: 66, stderr: expect.stringContaining('is a folder, but not a bundle') });
    expect(existsSync(at('not-made.polydesk'))).toBe(false);
  });

  // Root may write everywhere.
  test.skipIf(process.getuid?.() === 0)('a site that may only be read: 77', async () => {
    const file = makeSite('locked-away.polydesk');
    chmodSync(file, 0o400);
    const end = await desk.run(['token', file, 'add', 'ci', '--role', 'editor']);
    chmodSync(file, 0o600);
    expect(end).toMatchObject({ code: 77, stderr: expect.stringContaining('reading only') });
  });
});

describe('start', () => {
  const env = (): Record<string, string> => ({ POLYDESK_DATA: at('first start/data') });
  const start = (args: string[] = []): Program => desk.start(['start', ...args, '--port', '0'], env());

  test('makes a site the first time, opens it again, then the last one', async () => {
    const file = at('first start/data/My site.polydesk');
    const first = start();
    await first.ready;
    expect((await first.stop()).stdout).toMatch(`The new site ${file} is served at`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const second = start();
    await second.ready;
    expect((await second.stop()).stdout).toMatch(/^\S.*My site\.polydesk is served at/);
    const other = start([at('other.polydesk'), '--json']);
    await other.ready;
    expect((await other.stop()).stderr).toContain(`A new site was made: ${at('other.polydesk')}`);
    const last = start();
    await last.ready;
    expect((await last.stop()).stdout).toContain(`${at('other.polydesk')} is served at`);
  });
});

describe('token', () => {
  test('with the file alone', async () => {
    const file = makeSite('alone.polydesk');
    const made = await desk.run(['token', file, 'add', 'deploy', '--role', 'editor', '--json']);
    expect(made).toMatchObject({ code: 0, stderr: '' });
    expect(made.stdout.trim().split('\n')).toHaveLength(1);
    expect(JSON.parse(made.stdout)).toMatchObject({
      name: 'deploy',
      token: expect.stringMatching(/^(\w{4} ){5}\w{4}$/),
    });
  });

  test('through the server that has it open', async () => {
    const server = desk.start(['serve', at('served.polydesk'), '--port', '0']);
    const url = await server.ready;
    const made = await desk.run(['token', at('served.polydesk'), 'add', 'ci', '--role', 'administrator', '--json']);
    expect(made.stderr).toContain(`open in the server at ${url}`);
    const { token } = JSON.parse(made.stdout) as { token: string };
    const ask = async (): Promise<number> => (await get(url, '/pll/v1/settings', `Bearer ${token}`)).status;
    expect(await ask()).toBe(200);
    expect(await desk.run(['token', at('served.polydesk'), 'revoke', 'ci'])).toMatchObject({ code: 0 });
    expect(await ask()).toBe(401);
    await server.stop();
  });
});

describe('backup', () => {
  test.each(['alone', 'served'])('%s: a copy that opens', async (how) => {
    const file = makeSite(`backup-${how}.polydesk`);
    const server = how === 'served' ? desk.start(['serve', file, '--port', '0']) : undefined;
    await server?.ready;
    const end = await desk.run(['backup', file, '--json']);
    const note = how === 'served' ? expect.stringMatching(/^The site is open in the server at .*\n$/) : '';
    expect(end).toMatchObject({ code: 0, stderr: note });
    const { path } = JSON.parse(end.stdout) as { path: string };
    openSite(path, { version: '0.0.0-test', create: false }).close();
    await server?.stop();
  });
});
