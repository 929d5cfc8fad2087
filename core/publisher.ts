import { nextDue, publishDue } from './domain/posts/scheduled.ts';
import type { Site } from './site.ts';
import type { ChangeNotice } from './types.ts';

/** Publishes planned items when their time comes (`content.md` 2.5). */
export interface Publisher {
  /** Before an answer is given: whoever asks sees what is due as published, timer or not. Cheap when nothing is. */
  check(): void;
  /** The site changed: another item may be the next. */
  changed(notice: ChangeNotice): void;
  close(): void;
}

/** Longest sleep: the clock of the computer may be set meanwhile. */
const LONGEST_MS = 60 * 60 * 1000;
/** A change of these alone moves no date and no status. */
const PLANS_NOTHING: ReadonlySet<string> = new Set(['settings', 'language', 'term']);
/** After a write that was refused. */
const PAUSE_MS = 1000;

/** Begins with what became due while the site was closed. `tell` hears of what was published. */
export function createPublisher(site: Site, tell: (notice: ChangeNotice) => void): Publisher {
  if (site.readOnly) return { check: () => undefined, changed: () => undefined, close: () => undefined };
  let due = Infinity;
  let timer: NodeJS.Timeout | undefined;
  const sleep = (): void => {
    clearTimeout(timer);
    if (due === Infinity) return;
    const pause = Math.min(Math.max(due - site.now().getTime(), 0), LONGEST_MS);
    timer = setTimeout(() => (check(), sleep()), pause).unref();
  };
  const look = (): void => {
    const next = nextDue(site);
    if (next === due) return;
    due = next;
    sleep();
  };
  const check = (): void => {
    const now = site.now().getTime();
    if (now < due || site.merging) return;
    try {
      const notice = publishDue(site);
      due = nextDue(site);
      if (notice) tell(notice);
    } catch {
      // A disk without room, or a worker that writes: nothing was stored, and it is tried again.
      due = now + PAUSE_MS;
    }
    sleep();
  };
  look();
  check();
  return {
    check,
    changed({ items }) {
      if (items.some(({ kind }) => !PLANS_NOTHING.has(kind))) look();
    },
    close: () => clearTimeout(timer),
  };
}
