// Speed only: without it an import has 3 quarters of its speed and misses the goal of 5,000 items a second (`bench transfer`).
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

/** Characters and items of one message. */
const MUCH = 128 * 1024;
const MANY = 1000;
/** Messages that may wait for the thread: they are in memory. */
const FAR = 32;
/** Memory of the thread in MiB: it holds the texts of one item at a time. */
const MEMORY = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 2 } as const;
/** Milliseconds between two looks whether the work is wanted still. */
const SLICE = 50;
/** So long nothing comes of a thread that has work before it is given up, and so long it is waited for when it is to leave. */
const PATIENCE = { work: 30_000, leave: 5_000 } as const;

/** The index of texts, made by another thread while the file is read. */
export interface IndexThread {
  /** An item of the file. */
  add(item: Pick<PostRecord, 'source' | 'title' | 'excerpt' | 'content'>): void;
  /** The file was read to its end. */
  end(): void;
  /** While `work` runs the index of the site can be replaced. In no transaction. */
  lend<T>(work: () => T): T;
  /**
   * Makes it the index of the site, before new items are stored, which will have these numbers in the order of the file. False:
   * it is not whole, or others were expected. `step` is called now and then while this takes long, and throws to end it.
   */
  take(ids: readonly number[], step: () => void): boolean;
  close(): void;
}

/**
 * Starts the thread. It is told of items under the numbers that new items have on a site without any; where the index does not
 * come about, the queue of the search does the work. Texts are folded here: the thread has more to do than the reader, who would
 * wait for it.
 * @param about.shape how the index of the site was made: `searchShape`
 * @param about.folder where nothing else is called "search.sqlite"
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

/** The thread, as its users see it. */
interface Helper {
  send(message: ItemsMessage): void;
  /** Waits while it is far behind. False: nothing comes of it. */
  keepsUp(): boolean;
  /** Waits for the index. False: it is not whole, and nobody works on it any more. */
  finish(step: () => void): boolean;
  /** Its work is not wanted any more. */
  giveUp(): void;
  /** The same, and it has closed its files when this returns. */
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

/** undefined: the system gives no thread now. */
function start(order: IndexOrder): Worker | undefined {
  try {
    const about = { name: 'polydesk index', workerData: order, resourceLimits: MEMORY };
    const worker = new Worker(threadProgram('worker'), about);
    // The waiting side finds out.
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

/** False: for so long nothing came of it. */
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
