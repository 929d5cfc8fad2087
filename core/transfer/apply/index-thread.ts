// Speed only: without it an import runs at three quarters of its speed and misses the goal of 5,000 items a second (`bench
// transfer`).
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Site } from '../../site.ts';
import { threadProgram } from '../../threads.ts';
import { foldForSearch } from '../../domain/content/posts/search-index.ts';
import {
  takeSearchFile,
  withSearchFile,
  type FoldedItem,
  type SearchFilePlan,
} from '../../store/content/search-file.ts';
import { indexThreadState, type IndexThreadState } from './index-thread-state.ts';
import { HIGHEST_ID } from '../ids.ts';
import type { IndexOrder, ItemsMessage } from './index-texts.ts';
import type { PostRecord } from '../records.ts';

/** Maximum characters and items per message. */
const MUCH = 128 * 1024;
const MANY = 1000;
/** Maximum number of messages queued for the thread: they are held in memory. */
const FAR = 32;
/** Memory limits of the thread in MiB: it holds the texts of one item at a time. */
const MEMORY = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 2 } as const;
/** Milliseconds between two checks for cancellation. */
const SLICE = 50;
/** Milliseconds without progress before a busy thread is given up, and how long to wait for a thread to exit. */
const PATIENCE = { work: 30_000, leave: 5_000 } as const;

/** The search index, built by another thread while the file is read. */
export interface IndexThread {
  /** Adds an item of the file. */
  add(item: Pick<PostRecord, 'source' | 'title' | 'excerpt' | 'content'>): void;
  /** Signals the end of the file. */
  end(): void;
  /** Allows the search index of the site to be replaced while `work` runs. Call outside a transaction. */
  lend<T>(work: () => T): T;
  /**
   * Installs it as the search index of the site, before new items are stored; `ids` are their numbers in file order. Returns
   * false if the index is incomplete or was built for other items. `step` is called now and then while this takes long, and
   * throws to cancel.
   */
  take(ids: readonly number[], step: () => void): boolean;
  close(): void;
}

/**
 * Starts the thread. Items are sent under the numbers that new items get on an empty site; if no index results, the search queue
 * does the work. Texts are folded here: the thread has more to do than the reader, which would otherwise wait for it.
 * @param about.shape how the index of the site was created: `searchShape`
 * @param about.folder must contain nothing else called "search.sqlite"
 */
export function startIndexThread(site: Site, about: { shape: string; folder: string }): IndexThread {
  const path = join(about.folder, 'search.sqlite');
  const helper = startHelper({ shape: about.shape, path });
  const sent: number[] = [];
  const known = new Set<number>();
  let waiting: FoldedItem[] = [];
  let [length, isGivenUp] = [0, false];
  const send = (): void => {
    helper.send(waiting.sort((a, b) => a.id - b.id));
    [waiting, length] = [[], 0];
  };
  return {
    add({ source, title, excerpt, content }) {
      if (isGivenUp) return;
      if (source === null || source > HIGHEST_ID || known.has(source) || !helper.keepsUp()) {
        [waiting, isGivenUp] = [[], true];
        helper.giveUp();
        return;
      }
      known.add(source);
      sent.push(source);
      const folded = { title: foldForSearch(title), excerpt: foldForSearch(excerpt), content: foldForSearch(content) };
      waiting.push({ id: source, ...folded });
      length += title.length + excerpt.length + content.length;
      if (length >= MUCH || waiting.length >= MANY) send();
    },
    end() {
      send();
      helper.send(null);
    },
    lend: (work) => withSearchFile(site.db, work),
    take(ids, step) {
      const isAsSent = ids.length === sent.length && ids.every((id, n) => id === sent[n]);
      return isAsSent && helper.finish(step) && takeSearchFile(site.db, path);
    },
    close: () => helper.leave(),
  };
}

/** The thread, as its callers see it. */
interface Helper {
  send(message: ItemsMessage): void;
  /** Waits while the thread is far behind. Returns false if no index will come of it. */
  keepsUp(): boolean;
  /** Waits for the index. Returns false if it is incomplete and the thread has stopped. */
  finish(step: () => void): boolean;
  /** Cancels the work of the thread. */
  giveUp(): void;
  /** Like `giveUp`, but returns only after the thread has closed its files. */
  leave(): void;
}

function startHelper(index: SearchFilePlan): Helper {
  const state = indexThreadState();
  let thread = start({ index, state: state.buffer });
  let sent = 0;
  const send = (message: ItemsMessage): void => {
    sent += 1;
    thread?.postMessage(message);
  };
  const giveUp = (): void => {
    state.giveUp();
    send(null);
  };
  const leave = (): void => {
    if (!thread) return;
    giveUp();
    awaitLeft(state, { patience: PATIENCE.leave });
    void thread.terminate();
    thread = undefined;
  };
  const isNear = (): boolean => sent - state.steps() <= FAR;
  return {
    send,
    keepsUp() {
      if (thread && !isNear() && !awaitState(state, isNear, { patience: PATIENCE.work })) leave();
      return thread !== undefined && !state.left();
    },
    finish(step) {
      if (thread && !awaitLeft(state, { patience: PATIENCE.work, step })) leave();
      return thread !== undefined && state.left()?.isWhole === true;
    },
    giveUp,
    leave,
  };
}

/** Returns undefined if the system cannot create a thread now. */
function start(order: IndexOrder): Worker | undefined {
  try {
    const about = { name: 'polydesk index', workerData: order, resourceLimits: MEMORY };
    const worker = new Worker(threadProgram('worker'), about);
    // The waiting side detects the failure by itself.
    worker.on('error', () => undefined);
    worker.unref();
    return worker;
  } catch {
    return undefined;
  }
}

interface Wait {
  patience: number;
  /** May throw. */
  step?: () => void;
}

/** Returns false if there was no progress for the given time. */
function awaitLeft(state: IndexThreadState, wait: Wait): boolean {
  return awaitState(state, () => state.left() !== undefined, wait);
}

function awaitState(state: IndexThreadState, isReached: () => boolean, { patience, step }: Wait): boolean {
  let [steps, since] = [state.steps(), performance.now()];
  while (!isReached() && !state.left()) {
    state.await(steps, SLICE);
    step?.();
    if (steps !== state.steps()) [steps, since] = [state.steps(), performance.now()];
    else if (performance.now() - since > patience) return false;
  }
  return true;
}
