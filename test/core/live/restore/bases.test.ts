// A backup brings bases back together with the bodies they lead to, whatever numbers these have in the file by then.
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { transact } from '../../../../core/domain/history/history.ts';
import type { JobTools } from '../../../../core/domain/job-kind.ts';
import { makeBackup, restoreBackup } from '../../../../core/domain/site/backups.ts';
import { pack, unpack } from '../../../../core/live/body.ts';
import { removeBodies } from '../../../../core/store/live/bodies.ts';
import { bodyById, knownOf, putBase, putBody } from '../../../../core/store/live/items.ts';
import { openBench, type Bench } from '../../../support/engine.ts';
import { temporaryFolder } from '../../../transfer/support.ts';

let bench: Bench;
let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
  bench = openBench({ file: join(folder.path, 'a.polydesk') });
});
afterEach(() => {
  bench.engine.close();
  folder.remove();
});

const KEY = { kind: 'post', uuid: '3a1f0f6e-5d1c-4b8e-9f51-0a3c7b9d2e11' } as const;
const bodyOf = (title: string) => pack({ type: 'post', fields: { title }, unknown: [] });
const write = <T>(work: () => T): T =>
  transact(bench.engine.site, bench.admin, () => ({
    ...{ keep: true, value: work() },
    summary: { code: 'live.pulled', params: { count: 1 } },
    origin: 'pull',
  })).value;
const setBase = (title: string, here?: string): void =>
  write(() => {
    const { db } = bench.engine.site;
    const here_body = here === undefined ? null : putBody(db, bodyOf(here));
    putBase(db, 1, { ...KEY, body: putBody(db, bodyOf(title)), here_body });
  });
const baseOf = (which: 'base' | 'here_body' = 'base'): unknown => {
  const { db } = bench.engine.site;
  const id = knownOf(db, 1, KEY)[which];
  const stored = id === null ? undefined : bodyById(db, id);
  return stored && unpack(stored.zip).fields['title'];
};
const idsOf = (): unknown[] => bench.engine.site.db.prepare('SELECT id FROM live_bodies ORDER BY id').pluck().all();
const merge: JobTools['merge'] = (work) =>
  transact(bench.engine.site, bench.admin, () => ({ keep: true, ...work() })).value;
const restore = (name: string): unknown => restoreBackup(bench.engine.site, name, { merge });

test('a body that this file holds under another number by now is held under both', () => {
  const { site } = bench.engine;
  setBase('First');
  const name = makeBackup(site, 'on request');
  setBase('Second');
  write(() => removeBodies(site.db, [1]));
  setBase('First');
  expect(idsOf()).toEqual([2, 3]);
  restore(name);
  expect(baseOf()).toBe('First');
  expect(knownOf(site.db, 1, KEY).base).toBe(1);
  // What is stored from now on finds one of them.
  expect(putBody(site.db, bodyOf('First'))).toBe(3);
});

test('a body whose number this file gave to another one meanwhile keeps its text', () => {
  const { site } = bench.engine;
  setBase('First', 'First here');
  const name = makeBackup(site, 'on request');
  // As if the file had gone on from an older copy: its numbers were given a second time.
  write(() => {
    const [one, two] = [bodyOf('Other'), bodyOf('Another')];
    const sql = 'UPDATE live_bodies SET hash = ?, zip = ? WHERE id = ?';
    for (const [at, { hash, zip }] of [one, two].entries()) site.db.prepare(sql).run(hash, zip(), at + 1);
  });
  expect([baseOf(), baseOf('here_body')]).toEqual(['Another', 'Other']);
  restore(name);
  expect([baseOf(), baseOf('here_body')]).toEqual(['First', 'First here']);
  // What this file held is still there: an undo leads to it.
  const entries = bench.ask('GET', '/polydesk/v1/history').body as { id: number }[];
  expect(bench.ask('POST', `/polydesk/v1/history/${entries[0]?.id}/undo`, {}).status).toBe(200);
  expect([baseOf(), baseOf('here_body')]).toEqual(['Another', 'Other']);
});
