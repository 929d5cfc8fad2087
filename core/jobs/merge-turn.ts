import type { Site } from '../site.ts';

/** The write turn of a site's workers: one at a time. */
export interface MergeTurn {
  /** Calls `begin` once no other worker writes; from then on the main process refuses writes. */
  take(begin: () => void): void;
  /** Passes the turn to the next worker. Without a turn, stops waiting for it. */
  leave(): void;
}

const waiting = new WeakMap<Site, (() => void)[]>();

/** The turn of one worker. */
export function mergeTurn(site: Site): MergeTurn {
  let state: 'none' | 'waits' | 'writes' = 'none';
  const queue = waiting.get(site) ?? [];
  waiting.set(site, queue);
  const enter = (begin: () => void): void => {
    state = 'writes';
    site.merging = true;
    begin();
  };
  let own: (() => void) | undefined;
  return {
    take(begin) {
      if (!site.merging) return enter(begin);
      state = 'waits';
      own = () => enter(begin);
      queue.push(own);
    },
    leave() {
      const was = state;
      state = 'none';
      if (was === 'waits' && own) queue.splice(queue.indexOf(own), 1);
      if (was !== 'writes') return;
      site.merging = false;
      queue.shift()?.();
    },
  };
}
