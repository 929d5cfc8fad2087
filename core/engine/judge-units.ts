import { keepJudged } from '../domain/matrix/unit-states.ts';
import type { Site } from '../site.ts';
import { hasGroupToJudge } from '../store/matrix/unit-states.ts';
import type { Reader } from './reader/reader.ts';

/** Judges the units of translations outside of requests: in a reader thread; only the results are stored here. */
export interface JudgeUnits {
  /** Call after a change of the site: there may be something to judge. */
  changed(): void;
  close(): void;
}

/** Delay after a change, to combine changes in quick succession. */
const PAUSE_MS = 60;
/** While a worker writes, or the disk is full. */
const BUSY_MS = 1000;
/** How long the thread judges at a time: the results are stored in a separate write, which others wait for. */
const PIECE_MS = 60;
/** While much is judged, the interface refreshes at most this often. */
const NOTIFY_MS = 2000;

/** @param notify called with the groups whose results changed */
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
      // A worker that writes, a full disk, a thread that ended: nothing was stored, so it is retried.
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
