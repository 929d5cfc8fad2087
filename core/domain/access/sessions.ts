import type { Site } from '../../site.ts';
import type { Caller } from '../../types.ts';

/** How long the code of a start link is good. */
export const CODE_MS = 60_000;
/** How long a session lives without being used. */
export const IDLE_MS = 8 * 60 * 60_000;

/** Sessions of the interface in a browser (`security.md` 3.4). Their tokens are nowhere but in the tabs. */
export interface Sessions {
  /** The code of a start link: good once, for a minute. */
  newCode(): string;
  /** A session token for a code; undefined when the code is unknown, used or too old. */
  exchange(code: string): string | undefined;
  /** Who comes with this token. Each call keeps the session for another eight hours. */
  find(token: string): Caller | undefined;
}

const offered = new WeakMap<Site, Sessions>();

/** Lets people sign in to a site while its interface is served; returns how to end that. */
export function offerSessions(site: Site, sessions: Sessions): () => void {
  offered.set(site, sessions);
  return () => offered.delete(site);
}

/** The sessions of a site; undefined where no interface is served. */
export function sessionsOf(site: Site): Sessions | undefined {
  return offered.get(site);
}
