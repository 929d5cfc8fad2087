import type { App } from 'electron';
import { readFile, readLink, type Arrival } from './sites/arrivals.ts';
import { LINK_SCHEME } from './sites/deep-link.ts';

/** Files and links opened by other programs while this one runs. */
export interface ExternalOpens {
  receive(arrivals: Arrival[]): void;
  /** What arrived before `listen` was called; consumed once. */
  waiting(): Arrival[];
  /** From now on `take` is called with each arrival in turn. */
  listen(take: (arrivals: Arrival[]) => Promise<void>): void;
}

/** Receives files and links from macOS, and queues those of a second instance. Call it before `ready`. */
export function listenForOpens(app: App): ExternalOpens {
  let early: Arrival[] = [];
  let take: ((arrivals: Arrival[]) => Promise<void>) | undefined;
  let last = Promise.resolve();
  const receive = (arrivals: Arrival[]): void => {
    const taker = take;
    if (taker) last = last.then(() => taker(arrivals));
    else early.push(...arrivals);
  };
  app.on('open-file', (event, path) => {
    event.preventDefault();
    const arrival = readFile(path);
    receive(arrival ? [arrival] : []);
  });
  app.on('open-url', (event, url) => {
    event.preventDefault();
    const arrival = readLink(url);
    receive(arrival ? [arrival] : []);
  });
  return {
    receive,
    waiting() {
      const all = early;
      early = [];
      return all;
    },
    listen(next) {
      take = next;
      if (early.length > 0) receive(this.waiting());
    },
  };
}

/**
 * Registers our links on Windows; on other systems the package does it. "--" ends the switches: the rest is a link, whatever it
 * contains.
 */
export function takeLinks(app: App): void {
  if (process.platform === 'win32' && app.isPackaged)
    app.setAsDefaultProtocolClient(LINK_SCHEME, process.execPath, ['--']);
}
