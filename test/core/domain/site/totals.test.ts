// The numbers of the sidebar: as many as the lists have, after each change of them.
import { beforeEach, expect, test } from 'vitest';
import { openContentBench, type ContentBench } from '../../../support/content-bench.ts';

let bench: ContentBench;
beforeEach(() => {
  bench = openContentBench(['en_US', 'fr_FR']);
  return () => bench.engine.close();
});

const listed = (path: string) => (bench.must('GET', `/polydesk/v1/${path}`) as unknown as unknown[]).length;
const totals = () => bench.must('GET', '/polydesk/v1/totals');

test('terms and strings are counted as they are listed', () => {
  expect(totals()).toEqual({ terms: 0, strings: listed('strings') });
  const words = [{ lang: 'en', text: 'rear light' }];
  const { id } = bench.must('POST', '/polydesk/v1/glossary', { words });
  bench.must('POST', '/wp/v2/settings', { title: 'Bikes', description: 'Rides in the hills' });
  const before = totals();
  expect(before).toEqual({ terms: 1, strings: listed('strings') });
  bench.must('POST', '/wp/v2/settings', { description: '' });
  bench.must('DELETE', `/polydesk/v1/glossary/${String(id)}`);
  expect(totals()).toEqual({ terms: 0, strings: Number(before['strings']) - 1 });
});
