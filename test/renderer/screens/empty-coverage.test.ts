import { expect, test } from 'vitest';
import { coverageOf } from '../../../renderer/screens/languages/coverage.ts';
import { cellOf } from '../../../renderer/screens/overview/coverage-lines.ts';

const row = (kind: string, type: string, groups: number, translated: number) => ({
  kind,
  type,
  groups,
  about: { base: type, name: type },
  languages: { fr: { source: 0, translated, needs_update: 0, draft: 0, missing: groups - translated } },
});
const defaults = row('term', 'category', 1, 1);
const french = { slug: 'fr', locale: 'fr_FR' } as never;

test.each([
  ['default categories alone claim nothing', [row('post', 'post', 0, 0), defaults], 0],
  ['with an article they count', [row('post', 'post', 1, 1), defaults], 2],
  ['so do more categories', [row('post', 'post', 0, 0), row('term', 'category', 2, 1)], 2],
])('%s', (_name, rows, total) => {
  expect(coverageOf(rows as never, 'fr').total).toBe(total);
  expect(cellOf({ key: 'all', kind: 'all', count: 0 }, french, rows as never).share.total).toBe(total);
});
