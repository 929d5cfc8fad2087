import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Site } from '../site.ts';
import { leaveSearchQueueOf, type StagedItem } from '../store/import-search.ts';
import { takeSearchFile, withSearchFile, type SearchFilePlan } from '../store/search-file.ts';
import type { Staging } from '../store/staging.ts';
import { besideState, type BesideState } from './beside-state.ts';
import { HIGHEST_ID } from './ids.ts';
import type { IndexOrder, ItemsMessage } from './index-texts.ts';
import type { TextIndex } from './text-index.ts';

/** Characters and items of one message. */
const MUCH = 1024 * 1024;
const MANY = 1000;
/** Memory of the thread in MiB: it holds the texts of one item at a time. */
const MEMORY = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 2 } as const;
/** Milliseconds between two looks whether the work is wanted still. */
const SLICE = 50;
/** So long nothing comes of a thread that has work before it is given up, and so long it is waited for when it is to leave. */
const PATIENCE = { work: 30_000, leave: 5_000 } as const;

/**
 * An index of texts that a thread beside makes while the file is read, under the numbers that new items have on a site
 * without any. Where it does not come about, or an item got another number, texts wait to be put into the index as those of
 * changes do.
 * @param about.staging the staging file, shared, which stands in `about.folder`
 */
export function indexBeside(
  site: Site,
  about: { staging: Staging; order: Omit<SearchFilePlan, 'path'>; folder: string },
): TextIndex {
  const { staging, order, folder } = about;
  const path = join(folder, 'search.sqlite');
  const helper = startHelper({ ...order, path });
  const told: StagedItem[] = [];
  const known = new Set<number>();
  let [at, length, isGivenUp, isTaken] = [0, 0, false, false];
  const tell = (): void => {
    helper.send(told.slice(at).sort((a, b) => a.id - b.id));
    [at, length] = [told.length, 0];
  };
  return {
    keepsFolded: false,
    noted(seq, { source, title, excerpt, content }) {
      if (isGivenUp) return;
      if (source === null || source > HIGHEST_ID || known.has(source)) {
        isGivenUp = true;
        helper.giveUp();
        return;
      }
      known.add(source);
      told.push({ seq, id: source });
      length += title.length + excerpt.length + content.length;
      if (length < MUCH && told.length - at < MANY) return;
      staging.share();
      tell();
    },
    allNoted() {
      tell();
      helper.send(null);
    },
    lend: (work) => withSearchFile(site.db, work),
    // First of all: what is written into the log afterwards can change without what stands before being summed up anew.
    begin(ids, step) {
      const isAsTold = ids.length === told.length && ids.every((id, n) => id === told[n]?.id);
      isTaken = isAsTold && helper.finish(step) && takeSearchFile(site.db, path);
    },
    put(items) {
      if (isTaken) leaveSearchQueueOf(site.db, items);
    },
    close: () => helper.leave(),
  };
}

/** The thread, as whoever gives it work sees it. */
interface Helper {
  send(message: ItemsMessage): void;
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
  const send = (message: ItemsMessage): void => thread?.postMessage(message);
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
  return {
    send,
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

/** False: for so long nothing came of it. `step` may throw. */
function awaitLeft(state: BesideState, { patience, step }: { patience: number; step?: () => void }): boolean {
  let [steps, since] = [state.steps(), performance.now()];
  while (!state.left()) {
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
