import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Site } from '../site.ts';
import { foldForSearch } from '../domain/posts/search-index.ts';
import { leaveSearchQueueOf } from '../store/import-search.ts';
import { takeSearchFile, withSearchFile, type FoldedItem, type SearchFilePlan } from '../store/search-file.ts';
import { besideState, type BesideState } from './beside-state.ts';
import { HIGHEST_ID } from './ids.ts';
import type { IndexOrder, ItemsMessage } from './index-texts.ts';
import type { FoldedTexts } from '../store/staging.ts';
import type { TextIndex } from './text-index.ts';

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

/**
 * An index of texts that a thread beside makes while the file is read, under the numbers that new items have on a site
 * without any. Where it does not come about, or an item got another number, texts wait to be put into the index as those of
 * changes do. Texts are folded here: the thread has more to do than who reads, who would wait for it.
 * @param about.shape how the index of the site was made: `searchShape`
 * @param about.folder where nothing else is called "search.sqlite"
 */
export function indexBeside(site: Site, about: { shape: string; folder: string }): TextIndex {
  const path = join(about.folder, 'search.sqlite');
  const helper = startHelper({ shape: about.shape, path });
  const told: number[] = [];
  const known = new Set<number>();
  let waiting: FoldedItem[] = [];
  let [length, isGivenUp, isTaken] = [0, false, false];
  const tell = (): void => {
    helper.send(waiting.sort((a, b) => a.id - b.id));
    [waiting, length] = [[], 0];
  };
  return {
    keepsFolded: false,
    noted(_seq, { source, title, excerpt, content }) {
      if (isGivenUp) return;
      if (source === null || source > HIGHEST_ID || known.has(source) || !helper.keepsUp()) {
        [waiting, isGivenUp] = [[], true];
        helper.giveUp();
        return;
      }
      known.add(source);
      told.push(source);
      waiting.push(foldedItem(source, { title, excerpt, content }));
      length += title.length + excerpt.length + content.length;
      if (length >= MUCH || waiting.length >= MANY) tell();
    },
    allNoted() {
      tell();
      helper.send(null);
    },
    lend: (work) => withSearchFile(site.db, work),
    // First of all: what is written into the log afterwards can change without what stands before being summed up anew.
    begin(ids, step) {
      const isAsTold = ids.length === told.length && ids.every((id, n) => id === told[n]);
      isTaken = isAsTold && helper.finish(step) && takeSearchFile(site.db, path);
    },
    put(items) {
      if (isTaken) leaveSearchQueueOf(site.db, items);
    },
    close: () => helper.leave(),
  };
}

function foldedItem(id: number, { title, excerpt, content }: FoldedTexts): FoldedItem {
  return { id, title: foldForSearch(title), excerpt: foldForSearch(excerpt), content: foldForSearch(content) };
}

/** The thread, as whoever gives it work sees it. */
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
  const state = besideState();
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
    const worker = new Worker(workerProgram(), about);
    // Whoever waits finds it out.
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
function awaitLeft(state: BesideState, wait: Wait): boolean {
  return awaitState(state, () => state.left() !== undefined, wait);
}

function awaitState(state: BesideState, isReached: () => boolean, { patience, step }: Wait): boolean {
  let [steps, since] = [state.steps(), performance.now()];
  while (!isReached() && !state.left()) {
    state.await(steps, SLICE);
    step?.();
    if (steps !== state.steps()) [steps, since] = [state.steps(), performance.now()];
    else if (performance.now() - since > patience) return false;
  }
  return true;
}

/** The program of jobs, which does this work too. */
function workerProgram(): string {
  const here = import.meta.dirname;
  return import.meta.filename.endsWith('.ts') ? join(here, '../jobs/worker.ts') : join(here, '../worker/worker.js');
}
