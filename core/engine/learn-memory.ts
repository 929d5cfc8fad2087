import { isLearned, keepStep, type Learned } from '../domain/memory/learn.ts';
import type { Site } from '../site.ts';
import { countQueuedForMemory, markOfSite } from '../store/memory/queue.ts';
import type { Reader } from './reader/reader.ts';

/** Delay after a change, to combine changes in quick succession. */
const PAUSE_MS = 120;
/** While a worker writes, or the disk is full. */
const BUSY_MS = 2000;
/** How long the thread learns at a time. */
const PIECE_MS = 100;

/**
 * Keeps the memory of a site up to date with its texts, outside of requests: in a thread that reads the site; only the progress
 * is stored here.
 * @param onChange calls its argument after each change of the site
 */
export function learnMemory(
  site: Site,
  worker: Reader | undefined,
  onChange: (changed: () => void) => unknown,
): { close(): void } {
  if (!worker || site.readOnly) return { close: () => undefined };
  let timer: NodeJS.Timeout | undefined;
  let isWorking = false;
  let isClosed = false;
  let isFirst = true;
  const plan = (milliseconds: number): void => {
    if (!isClosed && !isWorking) timer ??= setTimeout(() => void work(), milliseconds).unref();
  };
  const work = async (): Promise<void> => {
    timer = undefined;
    // As a rule a site that was closed has nothing to learn, and a thread takes a third of the memory of an idle server.
    const isDone = isFirst && isLearned(site);
    isFirst = false;
    if (isDone) return;
    isWorking = true;
    const pause = site.merging ? BUSY_MS : await step();
    isWorking = false;
    if (pause !== undefined) plan(pause);
  };
  /** Returns how long to wait before the next step; undefined: until something changes. */
  const step = async (): Promise<number | undefined> => {
    try {
      const { isDamaged } = site.memory;
      const learned = await worker.learn(PIECE_MS, isDamaged);
      if (isClosed) return undefined;
      if (isDamaged) site.memory.isDamaged = false;
      keepStep(site, learned);
      return isOver(site, learned) ? undefined : 0;
    } catch {
      // A worker that writes, a full disk, a thread that ended: retry later.
      return BUSY_MS;
    }
  };
  site.memory.wanted = () => plan(PAUSE_MS);
  onChange(site.memory.wanted);
  plan(PAUSE_MS);
  return {
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}

/** A memory that was rebuilt on demand has another stamp. */
function isOver(site: Site, { stamp }: Learned): boolean {
  return stamp !== undefined && stamp === markOfSite(site.db).stamp && countQueuedForMemory(site.db) === 0;
}
