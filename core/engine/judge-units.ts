import { keepJudged } from '../domain/matrix/unit-states.ts';
import type { Site } from '../site.ts';
import { hasGroupToJudge } from '../store/matrix/unit-states.ts';
import type { Reader } from './reader/reader.ts';

/** Judges the units of translations apart from all requests: in a thread that reads, and here only to keep what it found. */
export interface JudgeUnits {
  /** The site changed: there may be something to judge. */
  changed(): void;
  close(): void;
}

/** After a change, so that one that follows at once is judged with it. */
const PAUSE_MS = 60;
/** While a worker writes, or the disk has no room. */
const BUSY_MS = 1000;
/** What the thread judges at a time: what it found is kept in a write of its own, which others wait for. */
const PIECE_MS = 60;
/** While much is judged, the interface reads it again this often at most. */
const NOTIFY_MS = 2000;

/** @param notify called with groups of which something else is known than before */
export function judgeUnits(site: Site, reader: Reader | undefined, notify: (groups: number[]) => void): JudgeUnits {
  if (!reader || site.readOnly) return { changed: () => undefined, close: () => undefined };
  let timer: NodeJS.Timeout | undefined;
  let isWorking = false;
  let isClosed = false;
  let notified = 0;
  let found: number[] = [];
  const plan = (milliseconds: number): void => {
    if (!isClosed && !isWorking) timer ??= setTimeout(() => void work(), milliseconds).unref();
  };
  const notifyInTime = (isLast: boolean): void => {
    if (found.length === 0 || (!isLast && performance.now() - notified < NOTIFY_MS)) return;
    notified = performance.now();
    notify(found);
    found = [];
  };
  const work = async (): Promise<void> => {
    timer = undefined;
    isWorking = true;
    let pause = 0;
    try {
      if (site.merging) pause = BUSY_MS;
      else if (hasGroupToJudge(site.db)) {
        const judged = await reader.judge(PIECE_MS);
        if (!isClosed) found.push(...keepJudged(site, judged));
      }
    } catch {
      // A worker that writes, a disk without room, a thread that ended: nothing was kept, and it is tried again.
      pause = BUSY_MS;
    }
    isWorking = false;
    if (isClosed) return;
    const isLeft = pause > 0 || hasGroupToJudge(site.db);
    notifyInTime(!isLeft);
    if (isLeft) plan(pause);
  };
  plan(PAUSE_MS);
  return {
    changed: () => plan(PAUSE_MS),
    close() {
      isClosed = true;
      clearTimeout(timer);
      reader.close();
    },
  };
}
