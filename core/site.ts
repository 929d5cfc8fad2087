import type { Database } from 'better-sqlite3';

export type Edition = 'extended' | 'standard';

/** The open site: its database and the few facts code may ask. First argument of every domain function. */
export interface Site {
  readonly db: Database;
  /** Absolute path of the file, or ":memory:". */
  readonly file: string;
  readonly edition: Edition;
  /** The product's own version. */
  readonly version: string;
  /** Address of the local server without final slash, e.g. "http://127.0.0.1:24180". Set once it listens. */
  serverUrl: string;
  /** Public address used while the site has none of its own (POLYDESK_HOME_URL). */
  readonly homeUrl: string;
  now(): Date;
}
