import type { ReadList } from '../../schema/live/run.ts';
import type { CheckedList, RunTools } from './checking.ts';

/** The lists of a check and how much of each has been read. */
export interface ListProgress {
  /** Reports progress with the lists. */
  tools: RunTools;
  /** A list is read completely. */
  over(list: CheckedList, result: { isForbidden: boolean; count: number; unreadable: number }): void;
}

/** Reports how far each list has been read, so that the window can show each of them while the check works. */
export function trackLists(tools: RunTools, lists: readonly CheckedList[]): ListProgress {
  const rows = lists.map(({ type, label }): ReadList => {
    return { type, label, state: 'waiting', done: 0, total: 0, unreadable: 0 };
  });
  const progress: RunTools['progress'] = (phase, done, total) => {
    const row = rows.find(({ type, state }) => type === phase && (state === 'waiting' || state === 'reading'));
    if (row) Object.assign(row, { state: 'reading', done, total });
    tools.progress(phase, done, total, rows);
  };
  return {
    tools: { ...tools, progress },
    over(list, { isForbidden, count, unreadable }) {
      const row = rows[lists.indexOf(list)];
      const state = isForbidden ? 'forbidden' : 'read';
      if (row) Object.assign(row, { state, done: count, total: count, unreadable });
    },
  };
}
