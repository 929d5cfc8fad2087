// What the checks found is stored by the thread that answers reads, in the memory next to the site.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { openMemoryReader, openMemoryWriter } from '../../../core/store/memory/file.ts';
import { pluck, run, sql } from '../../../core/store/sql.ts';
import type { Finding } from '../../../core/domain/findings/check-item.ts';
import { bodyOf, openBench, type Bench } from '../../support/engine.ts';

function opened(file: string): Bench {
  const bench = openBench({ file });
  onTestFinished(() => {
    if (bench.engine.site.db.open) bench.engine.close();
  });
  return bench;
}

function addPair(bench: Bench, n: number): number {
  const add = (body: object): number =>
    Number(bodyOf(bench.ask('POST', '/wp/v2/posts', { status: 'publish', ...body }))['id']);
  const en = add({ title: `Text ${n}`, lang: 'en' });
  return add({ title: `Texte  ${n}`, lang: 'fr', translations: { en } });
}

async function learned(bench: Bench): Promise<void> {
  for (;;) {
    const status = bodyOf(bench.ask('GET', '/polydesk/v1/memory'));
    if (status['is_current'] === true && status['waiting'] === 0) return;
    await wait(20);
  }
}

/** The checks of each item, as the window asks for them: in the thread. */
async function found(bench: Bench): Promise<[id: number, check: string][]> {
  const request = { method: 'GET', path: '/polydesk/v1/findings', query: { lang: 'fr', per_page: 100 } };
  const answer = await bench.engine.ask(request, bench.admin);
  expect(answer.status).toBe(200);
  const json = (answer.json ? JSON.parse(new TextDecoder().decode(answer.json)) : answer.body) as Finding[];
  return json.map(({ id, check }) => [id, check]);
}

test('after a restart, and after an edit, only what was edited is checked again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'polydesk-findings-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [file, memory] = [join(folder, 'a.polydesk'), join(folder, 'a.memory')];
  const first = opened(file);
  for (const locale of ['en_US', 'fr_FR']) first.ask('POST', '/pll/v1/languages', { locale, no_default_cat: true });
  const [one = 0, two = 0] = [addPair(first, 1), addPair(first, 2)];
  await learned(first);
  expect(await found(first)).toEqual([
    [one, 'double_space'],
    [two, 'double_space'],
  ]);
  first.engine.close();

  // A mark in what is stored shows whether it is used.
  const db = openMemoryWriter(memory);
  run(db, sql`UPDATE findings SET item = replace(item, 'double_space', 'end_space')`);
  db.close();
  const second = opened(file);
  expect(await found(second)).toEqual([
    [one, 'end_space'],
    [two, 'end_space'],
  ]);
  second.ask('POST', `/wp/v2/posts/${two}`, { title: 'Textes  2' });
  const afterEdit = [
    [one, 'end_space'],
    [two, 'double_space'],
  ];
  expect(await found(second)).toEqual(afterEdit);
  await learned(second);
  expect(await found(second)).toEqual(afterEdit);

  // Made anew with the memory.
  second.ask('POST', '/polydesk/v1/memory/rebuild');
  await learned(second);
  expect(await found(second)).toEqual([
    [one, 'double_space'],
    [two, 'double_space'],
  ]);
  const reader = openMemoryReader(memory);
  expect(reader && pluck(reader, sql`SELECT count(*) FROM findings WHERE item LIKE '%double_space%'`)).toBe(2);
  reader?.close();

  // The job that fixes findings uses what is stored, too: the site refuses other writes meanwhile.
  second.engine.close();
  const marked = openMemoryWriter(memory);
  run(marked, sql`UPDATE findings SET item = replace(item, 'double_space', 'end_space')`);
  marked.close();
  const third = opened(file);
  const order = { lang: 'fr', check: 'end_space' };
  const { job } = bodyOf(third.ask('POST', '/polydesk/v1/findings/fix', order));
  const state = () => bodyOf(third.ask('GET', `/polydesk/v1/jobs/${String(job)}`));
  while (!['done', 'failed'].includes(String(state()['state']))) await wait(20);
  expect(state()).toMatchObject({ state: 'done', report: { fixed: 2 } });
});
