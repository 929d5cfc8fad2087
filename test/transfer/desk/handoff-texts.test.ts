// A file for translators of another site is of use for the memory.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { HandoffFormatId } from '../../../core/transfer/handoff/formats.ts';
import { FORMATS, openHandoffBench, translated } from '../handoff/bench.ts';
import { temporaryFolder } from '../support.ts';
import { openDeskBench, type DeskBench } from './bench.ts';

let bench: DeskBench;
beforeEach(() => {
  bench = openDeskBench();
  return () => bench.engine.close();
});

const CONTENT = '<p>Ride <b>far</b> &amp; wide</p><p>Nothing else is here</p>';

/** A file of another site, translated there but for a text. */
function ofAnotherSite(format: HandoffFormatId): string {
  const other = openHandoffBench();
  try {
    const en = other.post({ title: 'Night riding', content: CONTENT });
    if (format === 'csv')
      other.post({ title: 'X Night riding', content: CONTENT.replace('Ride', 'X'), lang: 'fr', translations: { en } });
    const file = other.send(format, { scope: { ids: [en] } });
    return translated(file, (text) => (text === 'Nothing else is here' ? text : `X ${text}`));
  } finally {
    other.engine.close();
  }
}

test.each(FORMATS)('%s: its translations go into a book, and nowhere else', (format) => {
  const file = ofAnotherSite(format);
  expect(bench.upload(file, { preview: '1' }, 'file')).toMatchObject({
    state: 'failed',
    report: { code: 'polydesk_foreign_file' },
  });
  const before = bench.latest();
  expect(bench.take(file, { book: 'Other site', preview: '1' })).toMatchObject({
    preview: true,
    memory: { book: 'Other site', entries: 2, known: 0, other: 0 },
    entry: null,
  });
  expect([bench.latest(), bench.books()]).toEqual([before, []]);
  const { entry } = bench.take(file, { book: 'Other site' });
  expect(bench.books()).toMatchObject([{ name: 'Other site', entries: 2 }]);
  expect(bench.matches('Night riding')).toMatchObject([
    { score: 100, target: 'X Night riding', origin: { title: 'Other site' } },
  ]);
  expect(bench.matches('Nothing else is here')).toEqual([]);
  expect(bench.take(file, { book: 'Other site' })).toMatchObject({ memory: { entries: 0, known: 2 }, entry: null });
  bench.must('POST', `/polydesk/v1/history/${String(entry)}/undo`, {});
  expect(bench.books()).toEqual([]);
});

test('marks come along, and a text that is not sure does not', () => {
  const file = ofAnotherSite('xliff12');
  bench.take(file, { book: 'Other site' });
  const [match] = bench.matches('Ride <g id="0">far</g> &amp; wide');
  expect(match).toMatchObject({ score: 100, target: 'X Ride <g id="0">X far</g>X  &amp;X  wide' });
  const unsure = file.replaceAll('<target>', '<target state="needs-review-translation">');
  expect(bench.take(unsure, { book: 'Unsure' })).toMatchObject({ memory: { entries: 0, known: 0 } });
});

test('of languages that the site does not have it says so, and takes nothing', () => {
  const file = ofAnotherSite('xliff12').replaceAll('fr-FR', 'pl-PL').replaceAll('to=fr', 'to=pl');
  expect(bench.take(file, { book: 'Polish' })).toMatchObject({
    memory: { entries: 0, other: 2, warnings: [{ code: 'strange_language' }] },
    entry: null,
  });
});

test('only an administrator changes the memory', () => {
  const folder = temporaryFolder();
  onTestFinished(() => folder.remove());
  const path = join(folder.path, 'a.xlf');
  const file = { path, name: 'a.xlf', type: 'text/xml', size: 1 };
  const headers = { 'content-disposition': 'attachment; filename="a.xlf"', 'content-type': 'text/xml' };
  const ask = (query: Record<string, string>): number => {
    const request = { method: 'POST', path: '/polydesk/v1/imports', query, headers, file };
    writeFileSync(path, ofAnotherSite('xliff12'));
    return bench.engine.dispatch(request, bench.as('editor')).status;
  };
  expect(ask({ preview: '1' })).toBe(202);
  expect(ask({ preview: '1', book: 'Other site' })).toBe(403);
});
