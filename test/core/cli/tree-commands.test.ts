// plan and apply, of a folder and of an archive, with the file alone and through the server that has it open.
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { say, type Said } from '../../support/command-line.ts';
import type { Desk } from '../../support/program.ts';
import { closeSiteDesk, importedOnce, openSiteDesk } from './desk.ts';

let desk: Desk;
let file: string;
const imported = importedOnce();
beforeEach(async () => {
  ({ desk, file } = openSiteDesk(imported()));
  // What somebody else made of it.
  copyFileSync(file, at('edited.polydesk'));
  await say(['settings', at('edited.polydesk'), 'set', 'title', 'Edited']);
});
afterEach(() => closeSiteDesk(desk));

const at = (name: string): string => join(desk.folder, name);
const json = ({ stdout }: Said): Record<string, unknown> => JSON.parse(stdout) as Record<string, unknown>;
const LINE = { kind: 'site', outcome: 'changed', path: 'site.json' };

/** Each kind with the file alone; through a server one stands for all, but in `npm run test:long`. */
const KINDS = ['tree.tar.gz', 'tree.tar', 'tree'];
const kindsOf = (how: string): string[] =>
  how === 'alone' || process.env['POLYDESK_LONG'] !== undefined ? KINDS : KINDS.slice(0, 1);

describe.each(['alone', 'served'])('%s', (how) => {
  test.each(kindsOf(how))('%s is planned, applied once, and taken back', async (name) => {
    await say(['export', at('edited.polydesk'), at(name), '--format', 'bundle']);
    if (how === 'served') await desk.start(['serve', file, '--port', '0']).ready;
    const planned = await say(['plan', file, at(name), '--json']);
    expect(planned.code).toBe(1);
    expect(json(planned)).toMatchObject({ counts: { new: 0, changed: 1, deleted: 0 }, lines: [LINE] });
    expect(planned.stdout).toContain('"file":"Edited"');
    expect((await say(['plan', file, at(name)])).stdout).toContain('title: "Multilingual fixture" → "Edited"');
    const applied = await say(['apply', file, at(name), '--json']);
    expect(applied.code).toBe(0);
    expect(json(applied)).toMatchObject({ counts: { changed: 1 } });
    expect(await say(['plan', file, at(name)])).toMatchObject({ code: 0, stdout: 'There is nothing to do.\n' });
    expect((await say(['settings', file, 'get', 'title'])).stdout).toBe('Edited\n');
    expect(await say(['undo', file])).toMatchObject({ code: 0 });
    expect(await say(['plan', file, at(name)])).toMatchObject({ code: 1 });
  });
});

test('over the REST API: planned, then applied', async () => {
  await say(['export', at('edited.polydesk'), at('tree.tar.gz'), '--format', 'bundle']);
  const url = await desk.start(['serve', file, '--port', '0']).ready;
  const { token } = json(await say(['token', file, 'add', 'ci', '--role', 'administrator', '--json']));
  const ask = async (method: string, path: string, body?: Buffer): Promise<Record<string, unknown>> => {
    const headers = {
      authorization: `Bearer ${String(token)}`,
      ...(body && { 'content-type': 'application/gzip', 'content-disposition': 'attachment; filename="tree.tar.gz"' }),
    };
    const answer = await fetch(`${url}/wp-json/polydesk/v1${path}`, {
      method,
      headers,
      ...(body && { body: new Uint8Array(body) }),
    });
    expect(answer.status).toBeLessThan(300);
    return (await answer.json()) as Record<string, unknown>;
  };
  const finished = async (query: string): Promise<Record<string, unknown>> => {
    const { job } = await ask('POST', `/imports?${query}`, readFileSync(at('tree.tar.gz')));
    await expect.poll(async () => (await ask('GET', `/jobs/${String(job)}`))['state']).toBe('done');
    return ask('GET', `/jobs/${String(job)}`);
  };
  const counts = { new: 0, changed: 1, deleted: 0 };
  expect(await finished('apply=1&preview=1')).toMatchObject({ report: { tree: { counts } } });
  expect(await finished('apply=1')).toMatchObject({ report: { tree: { counts } } });
  const [newest] = (await ask('GET', '/history?limit=1')) as unknown as { code: string }[];
  expect(newest?.code).toBe('applied');
});

test('a fault in a tree is rejected with its path by both commands, and nothing is changed', async () => {
  await say(['export', file, at('tree'), '--format', 'bundle']);
  writeFileSync(at('tree/site.json'), readFileSync(at('tree/site.json'), 'utf8').replace('"timezone"', '"timezome"'));
  const before = (await say(['history', file])).stdout;
  for (const command of ['plan', 'apply']) {
    const { code, stderr } = await say([command, file, at('tree')]);
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^site\.json:\d+:\d+: The key "timezome" is not known here\./),
    ]);
  }
  expect((await say(['history', file])).stdout).toBe(before);
});
