import { expect, test } from 'vitest';
import { wordsAsSummary } from '../../../core/schema/site/summaries.ts';
import { openApi } from '../../../renderer/lib/api/api.ts';
import { Entries } from '../../../renderer/history/entries.svelte.ts';
import { fakeEngine } from '../helpers.ts';

const entry = (id: number) => ({
  id,
  at: '2026-01-01T00:00:00Z',
  author: 'admin',
  origin: 'window',
  token: '',
  ...wordsAsSummary(`Change ${id}`),
  items: [],
  item_count: 0,
  undoes: null,
  undone_by: null,
});

test('of two readings of the history the later one counts, also where it was answered first', async () => {
  const waiting: ((ids: number[]) => void)[] = [];
  fakeEngine(() => new Promise((resolve) => waiting.push((ids) => resolve({ body: ids.map(entry) }))));
  await openApi();
  const entries = new Entries({});
  const both = [entries.reload(), entries.reload()];
  waiting[1]?.([2, 1]);
  await both[1];
  waiting[0]?.([1]);
  await both[0];
  expect(entries.list.map(({ id }) => id)).toEqual([2, 1]);
  expect([entries.isReady, entries.hasMore, entries.error]).toEqual([true, false, null]);
});
