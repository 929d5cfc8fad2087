import type { App } from 'electron';
import { readFile, readLink, type Arrival } from './sites/arrivals.ts';
import { LINK_SCHEME } from './sites/deep-link.ts';

/** What is asked for from outside while the program runs. */
export interface Outside {
  hear(arrivals: Arrival[]): void;
  /** What came before anybody listened; once. */
  waiting(): Arrival[];
  /** From now on `take` gets what comes, one after another. */
  listen(take: (arrivals: Arrival[]) => Promise<void>): void;
}

/** Hears of files and links as macOS tells them, and gathers what others hear. Before `ready`. */
export function hearSystem(app: App): Outside {
  let early: Arrival[] = [];
  let take: ((arrivals: Arrival[]) => Promise<void>) | undefined;
  let last = Promise.resolve();
  const hear = (arrivals: Arrival[]): void => {
    const taker = take;
    if (taker) last = last.then(() => taker(arrivals));
    else early.push(...arrivals);
  };
  app.on('open-file', (event, path) => {
    event.preventDefault();
    const arrival = readFile(path);
    hear(arrival ? [arrival] : []);
  });
  app.on('open-url', (event, url) => {
    event.preventDefault();
    const arrival = readLink(url);
    hear(arrival ? [arrival] : []);
  });
  return {
    hear,
    waiting() {
      const all = early;
      early = [];
      return all;
    },
    listen(next) {
      take = next;
      if (early.length > 0) hear(this.waiting());
    },
  };
}

/** Says to Windows that links of ours are for this program; the packages of other systems say it themselves. "--" ends the switches: the rest of the line is a link, whatever it says. */
export function takeLinks(app: App): void {
  if (process.platform === 'win32' && app.isPackaged)
    app.setAsDefaultProtocolClient(LINK_SCHEME, process.execPath, ['--']);
}
