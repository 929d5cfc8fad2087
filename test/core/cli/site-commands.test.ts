import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { commandLineCaller } from '../../../core/domain/access/callers.ts';
import { transact } from '../../../core/domain/history/history.ts';
import { createToken } from '../../../core/domain/access/tokens.ts';
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

/** Commands have the same effect directly on the file and through the server that has it open. */
describe.each(['alone', 'served'])('%s', (how) => {
  let note = '';
  beforeEach(async () => {
    note = how === 'served' ? `The site is open in the server at ${await serve().ready}. The command ran there.\n` : '';
  });

  test('tokens are made, listed and revoked', async () => {
    const token = (...args: string[]): Promise<Said> => say(['token', file, ...args]);
    expect(await token('list')).toEqual({ code: 0, stdout: 'No tokens.\n', stderr: note });
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
      error: {
        exit: 1,
        code: 'refused',
        message: 'No valid token is named "two". Nothing was changed.',
        details: null,
      },
    });
    const day = new Date().toISOString().slice(0, 10);
    const lines = [
      'deploy: editor, user anna, valid, never used',
      `two: author, user admin, revoked ${day}, never used`,
    ];
    expect((await token('list')).stdout).toBe(`${lines.join('\n')}\n`);
    expect(JSON.parse((await token('list', '--json')).stdout)).toHaveLength(2);
  });

  test('the last change is undone where it is one of content or settings, and never another one', async () => {
    const undo = (...args: string[]): Promise<Said> => say(['undo', file, ...args]);
    const setting = async (name: string): Promise<string> => (await say(['settings', file, 'get', name])).stdout.trim();
    expect(await undo()).toEqual({
      code: 1,
      stdout: '',
      stderr: `${note}There is nothing to undo. Nothing was changed.\n`,
    });
    await say(['settings', file, 'set', 'force_lang', '2']);
    expect(await undo()).toEqual({
      code: 0,
      stdout: 'Undid “Changed URL format” (entry 1, now entry 2)\n',
      stderr: note,
    });
    expect(await setting('force_lang')).toBe('1');
    // Undo again, or do it again: nobody knows which is meant.
    expect(await undo()).toMatchObject({ code: 64, stdout: '', stderr: expect.stringContaining('Say which entry') });
    expect(await undo('2')).toMatchObject({ stdout: 'Redid “Changed URL format” (entry 2, now entry 3)\n' });
    await say(['settings', file, 'set', 'title', 'Kept']);
    await say(['token', file, 'add', 'a', '--role', 'editor', '--user', 'anna']);
    const refused = await undo('--json');
    expect(refused.code).toBe(64);
    expect(JSON.parse(refused.stdout)).toMatchObject({
      error: {
        code: 'ambiguous',
        details: { candidates: [{ id: 5, code: 'token.made' }, { id: 4, code: 'site.changed' }, { id: 3 }, { id: 1 }] },
      },
    });
    expect((await say(['token', file, 'list'])).stdout).toContain('a: editor, user anna, valid');
    expect(await setting('title')).toBe('Kept');
    expect(await undo('4')).toMatchObject({ code: 0, stdout: 'Undid “Changed site title” (entry 4, now entry 6)\n' });
    expect(await undo('99')).toMatchObject({ code: 1 });
  });

  test('history lists the numbers that undo takes', async () => {
    expect(await say(['history', file])).toEqual({ code: 0, stdout: 'No changes.\n', stderr: note });
    await say(['settings', file, 'set', 'title', 'A']);
    await say(['lang', file, 'add', 'fr_FR']);
    await say(['undo', file, '1']);
    const { stdout } = await say(['history', file, '--limit', '3']);
    expect(stdout.replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d/g, 'WHEN').split('\n')).toEqual([
      '3  WHEN  admin  Undid “Changed site title”',
      '2  WHEN  admin  Added the language French',
      '1  WHEN  admin  Changed site title (undone by 3)',
      '',
    ]);
    expect(JSON.parse((await say(['history', file, '--limit', '1', '--json'])).stdout)).toMatchObject([{ id: 3 }]);
  });

  test('settings and languages are shown and changed, and a wrong value changes nothing', async () => {
    const settings = (...args: string[]): Promise<Said> => say(['settings', file, ...args]);
    expect(await settings('set', 'hide_default', 'false')).toMatchObject({ stdout: 'hide_default is now false\n' });
    expect(await settings('set', 'title', 'true')).toMatchObject({ stdout: 'title is now true\n' });
    expect(await settings('set', 'sync', '["post_date"]')).toMatchObject({ stdout: 'sync is now ["post_date"]\n' });
    const all = await settings('get', '--json');
    expect(JSON.parse(all.stdout)).toMatchObject({ hide_default: false, title: 'true', sync: ['post_date'] });
    expect(await settings('set', 'force_lang', '9')).toEqual({
      code: 1,
      stdout: '',
      stderr: `${note}force_lang must be one of 1, 2, and 3. Nothing was changed.\n`,
    });
    expect(await settings()).toEqual(await settings('get'));
    expect(await say(['lang', file, 'add', 'fr_FR'])).toMatchObject({ code: 0, stdout: 'Added Français (fr)\n' });
    expect((await say(['lang', file])).stdout).toMatch(/^fr {2}fr_FR {2}Français, default {2}/);
    expect(await say(['lang', file, 'add', 'xx_YY', '--json'])).toMatchObject({ code: 1 });
    expect(await say(['lang', file, 'remove', 'fr'])).toMatchObject({ code: 0, stdout: 'Removed Français (fr)\n' });
    expect(await say(['lang', file])).toMatchObject({ stdout: 'No languages.\n' });
  });

  test('a secret of the settings is not stored in the file', async () => {
    const value = JSON.stringify({ deepl: { api_key: 'sesame-open-sesame' } });
    await say(['settings', file, 'set', 'machine_translation_services', value]);
    expect(readFileSync(file).includes('sesame-open')).toBe(false);
    expect((await say(['settings', file])).stdout).not.toContain('sesame-open');
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
      return { value: null, keep: true };
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
    error: { exit: 1, code: 'polydesk_conflict', details: { data: { conflicts: expect.any(Array) } } },
  });
  expect(await say(['undo', file, first, '--force'])).toMatchObject({ code: 0 });
});
