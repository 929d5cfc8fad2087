import { expect, test } from 'vitest';
import type { HistoryEntry } from '../../../../core/schema/site/history.ts';
import { itemCount } from '../../../../renderer/lib/history/item-count.ts';

const entry = (about: object): HistoryEntry =>
  ({ code: 'text', params: { text: '' }, items: [], item_count: 0, ...about }) as never;
const touched = (...kinds: string[]) => ({
  items: kinds.map((kind, id) => ({ kind, id, op: 'update' })),
  item_count: kinds.length,
});

test.each([
  ['an import, as its report', { code: 'imported', params: { items: 54, languages: 3 }, item_count: 15_875 }, 54],
  ['one of an older version', { code: 'imported', params: { items: 30, media: 1, terms: 23, languages: 0 } }, 54],
  ['its undo', { code: 'undo', params: { what: { code: 'imported', params: { items: 54, languages: 0 } } } }, 54],
  ['a bulk action', { code: 'bulk.trash', params: { count: 4051, langs: [] }, item_count: 8102 }, 4051],
  ['a change of two posts with their group', touched('post', 'group', 'post'), 2],
  ['a change of settings', touched('settings'), 0],
  ['a change of more than are listed', { ...touched('post'), item_count: 5000 }, undefined],
] as const)('%s', (_name, about, count) => {
  expect(itemCount(entry(about))).toBe(count);
});
