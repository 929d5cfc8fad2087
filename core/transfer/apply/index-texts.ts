import { parentPort } from 'node:worker_threads';
import { createSearchFile, type FoldedItem, type SearchFilePlan } from '../../store/content/search-file.ts';
import { indexThreadState } from './index-thread-state.ts';

/** Worker data of the thread that builds the search index. */
export interface IndexOrder {
  index: SearchFilePlan;
  state: SharedArrayBuffer;
}

/** Items sorted by number; null marks the end. */
export type ItemsMessage = readonly FoldedItem[] | null;

/**
 * Entry point of that thread: adds the items it receives to the index. Never throws, since the importing thread can do it
 * instead.
 */
export function indexTexts({ index, state: buffer }: IndexOrder): void {
  const state = indexThreadState(buffer);
  const file = attempt(() => createSearchFile(index));
  const leave = (isWhole: boolean): void => {
    const isClosed = attempt(() => (file?.close(), true)) === true;
    state.leave(isWhole && isClosed);
    parentPort?.close();
  };
  if (!file) return leave(false);
  parentPort?.on('message', (items: ItemsMessage) => {
    if (state.left()) return;
    const isDone = !state.isUnwanted() && attempt(() => (items ? file.add(items) : file.seal(), true));
    if (isDone !== true || !items) leave(isDone === true);
    else state.step();
  });
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
