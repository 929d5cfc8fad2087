import { parentPort } from 'node:worker_threads';
import { createSearchFile, type FoldedItem, type SearchFilePlan } from '../../store/content/search-file.ts';
import { indexThreadState } from './index-thread-state.ts';

/** What the thread that makes an index of texts is started with: plain data. */
export interface IndexOrder {
  index: SearchFilePlan;
  state: SharedArrayBuffer;
}

/** Items in the order of their numbers; null at the end. */
export type ItemsMessage = readonly FoldedItem[] | null;

/** The work of that thread: puts the items it is told of into the index. Never throws: the waiting thread can do it as well. */
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
