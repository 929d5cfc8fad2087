import { expect, test } from 'vitest';
import { scrollToRow, topOf, windowOf } from '../../../renderer/ui/grid/virtual.ts';
import { urlPieces } from '../../../renderer/ui/url-pieces.ts';

const heads = { rows: [0, 7, 8, 60], height: 28 };

test.each([
  [100, undefined],
  [10_000, undefined],
  [1_000_000, undefined],
  [5_000_000, undefined],
  [100, heads],
  [1_000_000, heads],
])('of %d rows the first, the last and each between can be reached, with heads %o', (count, own) => {
  const rows = { viewHeight: 600, rowHeight: 34, count, heads: own };
  for (const row of [0, 1, 7, 8, 59, 60, 61, Math.floor(count / 2), count - 2, count - 1]) {
    const scrollTop = scrollToRow(row, { scrollTop: 0, ...rows }) ?? 0;
    const { from, to, offset, height } = windowOf({ scrollTop, ...rows });
    expect(height).toBeLessThanOrEqual(30_000_000);
    expect(from).toBeLessThanOrEqual(row);
    expect(to).toBeGreaterThan(row);
    const y = offset + topOf(row, rows) - topOf(from, rows) - scrollTop;
    expect(y).toBeGreaterThanOrEqual(-1);
    expect(y + 34).toBeLessThanOrEqual(own?.rows.includes(row) ? 607 : 601);
  }
});

test('rows follow each other without a gap, and a head is lower', () => {
  const rows = { rowHeight: 46, heads: { rows: [0, 3], height: 28 } };
  expect([0, 1, 2, 3, 4, 5].map((row) => topOf(row, rows))).toEqual([0, 28, 74, 120, 148, 194]);
  // What is in view is all there is to be seen: the last row of the view is rendered wherever the list is scrolled to.
  const list = { ...rows, viewHeight: 200, count: 40 };
  for (let scrollTop = 0; scrollTop < 600; scrollTop += 7) {
    const { from, to } = windowOf({ ...list, scrollTop });
    expect(topOf(from, rows)).toBeLessThanOrEqual(scrollTop);
    expect(topOf(to, rows)).toBeGreaterThanOrEqual(scrollTop + 200);
  }
});

test.each([
  ['https://veloatlas.example/fr/', 'fr', ['veloatlas.example/', '[fr]', '/']],
  ['https://fr.veloatlas.example/x/', 'fr', ['[fr]', '.veloatlas.example/', 'x/']],
  ['https://velo-fr.example/', 'velo-fr.example', ['[velo-fr.example]', '/']],
  ['https://veloatlas.example/fresh/fr/', 'fr', ['veloatlas.example/', 'fresh/', '[fr]', '/']],
  ['https://x.example/?lang=ar', 'ar', ['x.example/', '?lang=', '[ar]']],
  ['https://x.example/%D9%85/', 'ar', ['x.example/', 'م/']],
])('%s marks %s', (url, mark, pieces) => {
  expect(urlPieces(url, mark, false).map(({ text, isMark }) => (isMark ? `[${text}]` : text))).toEqual(pieces);
});
