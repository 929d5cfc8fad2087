import type { Site } from '../../site.ts';
import type { Caller } from '../../types.ts';

/** Validity of the code in a start link. */
export const CODE_MS = 60_000;
/** Idle timeout of a session. */
export const IDLE_MS = 8 * 60 * 60_000;

/** Sessions of the interface in a browser (`security.md` 3.4). Their tokens exist only in the tabs. */
export interface Sessions {
  /** Creates the code of a start link: single use, valid for one minute. */
  newCode(): string;
  /** Exchanges a code for a session token; undefined if the code is unknown, used or expired. */
  exchange(code: string): string | undefined;
  /** The caller for this token. Each call extends the session by eight hours. */
  find(token: string): Caller | undefined;
}

const offered = new WeakMap<Site, Sessions>();

/** Enables signing in to a site while its interface is served; returns a function that ends it. */
export function offerSessions(site: Site, sessions: Sessions): () => void {
  offered.set(site, sessions);
  return () => offered.delete(site);
}

/** The sessions of a site; undefined if no interface is served. */
export function sessionsOf(site: Site): Sessions | undefined {
  return offered.get(site);
}
