import { expect, test } from 'vitest';
import { scrollToRow, windowOf } from '../../../renderer/ui/grid/virtual.ts';
import { urlPieces } from '../../../renderer/ui/url-pieces.ts';

test.each([100, 10_000, 1_000_000, 5_000_000])(
  'of %d rows the first, the last and each between can be reached',
  (count) => {
    for (const row of [0, 1, Math.floor(count / 2), count - 2, count - 1]) {
      const top = scrollToRow(row, { scrollTop: 0, viewHeight: 600, rowHeight: 34, count }) ?? 0;
      const { from, to, offset, height } = windowOf(top, 600, 34, count);
      expect(height).toBeLessThanOrEqual(30_000_000);
      expect(from).toBeLessThanOrEqual(row);
      expect(to).toBeGreaterThan(row);
      const y = offset + (row - from) * 34 - top;
      expect(y).toBeGreaterThanOrEqual(-1);
      expect(y + 34).toBeLessThanOrEqual(601);
    }
  },
);

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
