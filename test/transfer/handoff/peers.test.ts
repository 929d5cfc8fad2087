// Round trips through real translation tools: live if installed on this computer, otherwise from stored results. What was typed
// there must come back. `KEEP_RETURNS=1` stores the results of the tools.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { openHandoffBench, translated, type HandoffBench } from './bench.ts';
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

const lacksPofilter = missing('pofilter');
const CHECKED = ['xmltags', 'blank', 'variables', 'urls', 'emails', 'escapes', 'newlines']
  .map((test) => `-t ${test}`)
  .join(' ');

test.skipIf(lacksPofilter !== undefined)(
  `pofilter finds in our PO what we find: lost marks, and nothing else${lacksPofilter === undefined ? '' : ` (skipped: ${lacksPofilter})`}`,
  () => {
    bench.post({ title: 'Night riding', content: CONTENT, excerpt: 'Night\nand day' });
    const po = translated(bench.send('po', { scope: { types: ['post'] } }), (text) => text.replaceAll('Night', 'Nuit'));
    const found = (text: string): number => {
      tools.write('checked.po', text);
      // A file of its own it writes only where it finds something.
      tools.run('sh', '-c', `pofilter --progress=none ${CHECKED} checked.po > found.po`);
      return tools.read('found.po').split('msgctxt ').length - 1;
    };
    expect([found(po), bench.review(po).counts.marks]).toEqual([0, 0]);
    const lost = po.replace(/(msgstr "Nuit rides, “)<g id=\\"0\\">Nuit<\/g>/, '$1Nuit');
    expect(lost).not.toBe(po);
    expect([found(lost), bench.review(lost).counts.marks]).toEqual([1, 1]);
  },
  60_000,
);
