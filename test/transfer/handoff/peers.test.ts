// Round trips through real translation tools: live if installed on this computer, otherwise from stored results. What was typed
// there must come back. `KEEP_RETURNS=1` stores the results of the tools.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { openHandoffBench, type HandoffBench } from './bench.ts';
import { missing, openTools } from './tools.ts';
import { CONTENT, expected, TRIPS, type Trip } from './trips.ts';

const tools = openTools();
afterAll(() => tools.remove());

let bench: HandoffBench;
beforeEach(() => {
  bench = openHandoffBench();
  return () => bench.engine.close();
});

const STORED = join(import.meta.dirname, '../../fixtures/returns');

describe.each(TRIPS)('$name', (trip) => {
  // Tables of the toolkit double it.
  const content = trip.isBare ? CONTENT.replace(' \\', '') : CONTENT;
  const { work } = trip;
  const reason = trip.tools.map(missing).find((each) => each !== undefined);
  const post = (): number => bench.post({ title: 'Night riding', content, excerpt: 'Night\nand day' });

  if (work)
    test.skipIf(reason !== undefined)(
      `comes back as it was written there${reason === undefined ? '' : ` (skipped: ${reason})`}`,
      () => {
        const en = post();
        tools.write('in', bench.send(trip.format, { scope: { types: ['post'] }, ...trip.options }));
        const back = tools.read(work(tools));
        if (process.env['KEEP_RETURNS'] === '1') writeFileSync(join(STORED, trip.stored), back);
        takesBack(trip, back, { en, content });
      },
      60_000,
    );

  test('is read as it was stored', () => {
    const en = post();
    const here = /site=[\w-]{36}/.exec(bench.send('xliff12'))?.[0] ?? '';
    const back = readFileSync(join(STORED, trip.stored), 'utf8').replace(/site=(?:(?:"\n")?[\w-]){36}/g, here);
    takesBack(trip, back, { en, content });
  });
});

function takesBack({ isBare, loses }: Trip, back: string, { en, content }: { en: number; content: string }): void {
  const review = bench.review(back, isBare ? { lang: 'fr' } : {});
  expect(review.counts).toMatchObject({
    stale: 0,
    conflict: 0,
    marks: loses === 'marks' ? 3 : 0,
    new: { marks: 4, keys: 6, nothing: 7 }[loses ?? 'nothing'],
  });
  const started = bench.must('POST', `/polydesk/v1/jobs/${review.job}/apply`, { choices: {} });
  expect(bench.must('GET', `/polydesk/v1/jobs/${String(started['job'])}`)).toMatchObject({ state: 'done' });
  const fr = bench.read(bench.versionOf(en));
  const excerpt = loses === 'marks' ? 'Night\nand day' : 'Nuit\nand day';
  expect(fr).toMatchObject({ title: 'Nuit riding', excerpt, status: 'draft' });
  expect(fr.content).toBe(expected(content, loses));
}
