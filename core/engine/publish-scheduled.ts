import { nextDue, publishDue } from '../domain/content/posts/scheduled.ts';
import type { Site } from '../site.ts';
import type { ChangeNotice } from '../types.ts';

/** The scheduled items of a site (`content.md` 2.5). */
export interface Schedule {
  /** Call before answering: a request sees due items as published, whether or not the timer has fired. Cheap if none are due. */
  check(): void;
  /** Call after a change of the site: another item may be due next. */
  changed(notice: ChangeNotice): void;
  close(): void;
}

/** Longest sleep, because the system clock may be changed meanwhile. */
const LONGEST_MS = 60 * 60 * 1000;
/** A change of only these affects no date and no status. */
const PLANS_NOTHING: ReadonlySet<string> = new Set(['settings', 'language', 'term']);
/** Delay after a write that was refused. */
const PAUSE_MS = 1000;

/**
 * Publishes items when they are due, and immediately those that became due while the site was closed. `changed` is called with
 * what was published.
 */
export function publishScheduled(site: Site, changed: (notice: ChangeNotice) => void): Schedule {
  if (site.readOnly) return { check: () => undefined, changed: () => undefined, close: () => undefined };
  let due = Infinity;
  let timer: NodeJS.Timeout | undefined;
  const sleep = (): void => {
    clearTimeout(timer);
    if (due === Infinity) return;
    // What is due while a worker writes is published after it.
    const least = site.merging ? PAUSE_MS : 0;
    const pause = Math.min(Math.max(due - site.now().getTime(), least), LONGEST_MS);
    timer = setTimeout(() => (check(), sleep()), pause).unref();
  };
  const findNext = (): void => {
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
      if (notice) changed(notice);
    } catch {
      // A full disk, or a worker that writes: nothing was stored, so it is retried.
      due = now + PAUSE_MS;
    }
    sleep();
  };
  findNext();
  check();
  return {
    check,
    changed({ items }) {
      if (items.some(({ kind }) => !PLANS_NOTHING.has(kind))) findNext();
    },
    close: () => clearTimeout(timer),
  };
}
