import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { commandLineCaller } from '../../../core/domain/callers.ts';
import { transact } from '../../../core/domain/history.ts';
import { createToken } from '../../../core/domain/tokens.ts';
import { closeSite, openSite } from '../../../core/site.ts';
import { say, type Said } from '../../support/command-line.ts';
import type { Desk, Program } from '../../support/program.ts';
import { closeSiteDesk, openSiteDesk } from './desk.ts';

const ADMIN = `Basic ${btoa('admin:abcdefghijklmnopqrstuvwx')}`;
let desk: Desk;
let file: string;
beforeEach(() => {
  ({ desk, file } = openSiteDesk());
});
afterEach(() => closeSiteDesk(desk));

const serve = (): Program =>
  desk.start(['serve', file, '--port', '0'], { POLYDESK_TOKENS: 'admin:administrator:abcdefghijklmnopqrstuvwx' });

/** The same commands do the same with the file alone and through the server that has it open. */
describe.each(['alone', 'served'])('%s', (how) => {
  let note = '';
  beforeEach(async () => {
    note = how === 'served' ? `The site is open in the server at ${await serve().ready}, which was asked.\n` : '';
  });

  test('tokens are made, listed and revoked', async () => {
    const token = (...args: string[]): Promise<Said> => say(['token', file, ...args]);
    expect(await token('list')).toEqual({ code: 0, stdout: 'There are no tokens.\n', stderr: note });
    const made = await token('add', 'deploy', '--role', 'editor', '--user', 'anna', '--json');
    expect(JSON.parse(made.stdout)).toMatchObject({ id: 1, name: 'deploy', role: 'editor', user: 'anna' });
    expect((await token('add', 'two', '--role', 'author')).stdout).toMatch(
      /^(\w{4} ){5}\w{4}\n\nThis is the token "two"/,
    );
    const again = await token('add', 'deploy', '--role', 'author');
    expect(again).toEqual({
      code: 1,
      stdout: '',
      stderr: `${note}There is already a token named "deploy". Revoke it first, or choose another name.\n`,
    });
    expect(await token('revoke', 'two')).toMatchObject({ code: 0, stdout: expect.stringContaining('is revoked') });
    const missing = await token('revoke', 'two', '--json');
    expect(JSON.parse(missing.stdout)).toEqual({
      error: { exit: 1, message: 'There is no valid token named "two". Nothing was changed.', details: null },
    });
    const day = new Date().toISOString().slice(0, 10);
    const lines = [
      'deploy: editor, user anna, valid, never used',
      `two: author, user admin, revoked ${day}, never used`,
    ];
    expect((await token('list')).stdout).toBe(`${lines.join('\n')}\n`);
    expect(JSON.parse((await token('list', '--json')).stdout)).toHaveLength(2);
  });

  test('the last change is undone: here the user that came with a token', async () => {
    const undo = (...args: string[]): Promise<Said> => say(['undo', file, ...args]);
    expect(await undo()).toEqual({
      code: 1,
      stdout: '',
      stderr: `${note}There is nothing to undo. Nothing was changed.\n`,
    });
    await say(['token', file, 'add', 'a', '--role', 'editor', '--user', 'anna']);
    expect(await undo()).toEqual({ code: 0, stdout: 'Entry 1 is undone; this is entry 2.\n', stderr: note });
    expect(await say(['token', file, 'list'])).toMatchObject({ stdout: 'There are no tokens.\n' });
    expect(await undo()).toMatchObject({ code: 1 });
    expect(await undo('2', '--json')).toMatchObject({ code: 0, stdout: expect.stringContaining('"id":3') });
    expect(await undo('99')).toMatchObject({ code: 1 });
  });

  test('a checked copy', async () => {
    const { code, stdout } = await say(['backup', file, '--json']);
    expect(code).toBe(0);
    openSite((JSON.parse(stdout) as { path: string }).path, { version: '0.0.0-test', create: false }).close();
  });
});

test('a token whose time is over is not called valid', async () => {
  const site = openSite(file, { version: '0.0.0-test' });
  const caller = commandLineCaller(site);
  for (const [name, date] of [
    ['past', '2020-01-02T00:00:00.000Z'],
    ['coming', '2999-01-02T00:00:00.000Z'],
  ] as const)
    transact(site, caller, () => {
      createToken({ ...site, now: () => new Date('2019-01-01') }, { name, role: 'author', expires_at: date });
      return { value: null, keep: true, summary: 'Planted' };
    });
  closeSite(site);
  expect((await say(['token', file, 'list'])).stdout.split('\n')).toEqual([
    'past: author, user admin, refused since 2020-01-02T00:00:00.000Z, never used',
    'coming: author, user admin, valid until 2999-01-02T00:00:00.000Z, never used',
    '',
  ]);
});

test('an undo that would lose later changes lists them', async () => {
  const url = await serve().ready;
  const write = async (force_lang: number): Promise<string> => {
    const headers = { authorization: ADMIN, 'content-type': 'application/json' };
    const answer = await fetch(`${url}/wp-json/pll/v1/settings`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ force_lang }),
    });
    return answer.headers.get('x-polydesk-entry') ?? '';
  };
  const first = await write(2);
  await write(3);
  const { code, stdout } = await say(['undo', file, first, '--json']);
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({
    error: { exit: 1, details: { code: 'polydesk_conflict', data: { conflicts: expect.any(Array) } } },
  });
  expect(await say(['undo', file, first, '--force'])).toMatchObject({ code: 0 });
});
