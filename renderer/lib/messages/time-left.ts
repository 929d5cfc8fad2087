import { t } from './messages.svelte.ts';

interface Progress {
  done: number;
  total: number;
}

/** Estimates the time left of some work from how far it came since it was first looked at. */
export class TimeLeft {
  #first: { done: number; at: number } | undefined;

  /** In seconds; undefined until something was done since the first look. `now` in milliseconds. */
  look(making: Progress | null, now: number): number | undefined {
    if (!making) return (this.#first = undefined);
    if (!this.#first || making.done < this.#first.done) this.#first = { done: making.done, at: now };
    const { done, at } = this.#first;
    if (making.done === done || now === at) return undefined;
    return Math.ceil(((now - at) / (making.done - done) / 1000) * (making.total - making.done));
  }
}

/** "About 8 seconds left." */
export function timeLeftText(seconds: number): string {
  if (seconds < 60) return t('memory.left.seconds', { count: Math.max(seconds, 1) });
  return t('memory.left.minutes', { count: Math.round(seconds / 60) });
}
