import { expect, test } from 'vitest';
import { wordsAsSummary } from '../../../../core/schema/site/summaries.ts';
import { planSteps } from '../../../../renderer/lib/history/site-history.svelte.ts';
import type { HistoryEntry } from '../../../../core/schema/site/history.ts';

const entry = (id: number, more: Partial<HistoryEntry> = {}) =>
  ({
    id,
    at: '',
    author: '',
    token: '',
    summary: '',
    item_count: 0,
    origin: 'window',
    ...wordsAsSummary(`change ${id}`),
    items: [],
    undone_by: null,
    undoes: null,
    ...more,
  }) as HistoryEntry;
const undo = (id: number, undoes: number, more: Partial<HistoryEntry> = {}) =>
  entry(id, { origin: 'undo', undoes, ...more });

test.each<[string, HistoryEntry[], number | undefined, number | undefined]>([
  ['nothing', [], undefined, undefined],
  ['two changes', [entry(2), entry(1)], 2, undefined],
  ['one undone', [undo(3, 2), entry(2, { undone_by: 3 }), entry(1)], 1, 3],
  ['both undone', [undo(4, 1), undo(3, 2), entry(2, { undone_by: 3 }), entry(1, { undone_by: 4 })], undefined, 4],
  [
    'redone once',
    [undo(5, 4), undo(4, 1, { undone_by: 5 }), undo(3, 2), entry(2, { undone_by: 3 }), entry(1, { undone_by: 4 })],
    5,
    3,
  ],
  [
    'redone and undone again',
    [undo(4, 3), undo(3, 2, { undone_by: 4 }), undo(2, 1, { undone_by: 3 }), entry(1, { undone_by: 2 })],
    undefined,
    4,
  ],
  ['a new change ends redo', [entry(4), undo(3, 2), entry(2, { undone_by: 3 }), entry(1)], 4, undefined],
  ['others are not ours', [entry(2, { origin: 'token' }), entry(1)], 1, undefined],
  ['a pull is undone like a change', [entry(2, { origin: 'pull' }), entry(1)], 2, undefined],
  ['a pull is redone', [undo(3, 2), entry(2, { origin: 'pull', undone_by: 3 })], undefined, 3],
  ['a push comes before older changes', [entry(2, { origin: 'push' }), entry(1)], 2, undefined],
])('%s', (_name, entries, undoEntry, redoEntry) => {
  const steps = planSteps(entries);
  expect([steps.undo?.entry, steps.redo?.entry]).toEqual([undoEntry, redoEntry]);
});

test('redo is named after the change it brings back', () => {
  expect(planSteps([undo(3, 2), entry(2, { undone_by: 3 })]).redo?.change).toMatchObject(wordsAsSummary('change 2'));
});

test('a push is named as such, since only its report undoes it', () => {
  expect(planSteps([entry(2, { origin: 'push' }), entry(1)]).undo).toMatchObject({ entry: 2, isPush: true });
  expect(planSteps([entry(2, { origin: 'pull' })]).undo).not.toHaveProperty('isPush');
});
