import { setImmediate as nextTurn } from 'node:timers/promises';
import { keepJudged, type JudgedGroup } from '../domain/matrix/unit-states.ts';
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
/** How long the thread judges at a time. */
const PIECE_MS = 60;
/** Items whose results are stored in one write, which others wait for; a group is stored as a whole. */
const STORED_AT_ONCE = 100;
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
  const store = async (pieces: Iterable<JudgedGroup[]>): Promise<void> => {
    for (const some of pieces) {
      if (!isClosed) found.push(...keepJudged(site, some));
      await nextTurn();
    }
  };
  const work = async (): Promise<void> => {
    timer = undefined;
    isWorking = true;
    let pause = 0;
    try {
      if (site.merging) pause = BUSY_MS;
      else if (hasGroupToJudge(site.db)) await store(inPieces(await reader.judge(PIECE_MS)));
    } catch {
      // A worker that writes, a full disk, a thread that ended: what was not stored is still queued.
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

function* inPieces(judged: readonly JudgedGroup[]): Generator<JudgedGroup[]> {
  let [piece, items]: [JudgedGroup[], number] = [[], 0];
  for (const one of judged) {
    piece.push(one);
    items += one.sums.length;
    if (items < STORED_AT_ONCE) continue;
    yield piece;
    [piece, items] = [[], 0];
  }
  if (piece.length > 0) yield piece;
}
