import type { ReadList } from '../../schema/live/run.ts';
import type { SettingsName } from '../../schema/live/settings.ts';
import type { Json } from '../../types.ts';
import type { Site } from '../../site.ts';
import type { Incoming } from '../../store/live/incoming.ts';
import type { LiveSiteRow } from '../../store/live/sites.ts';
import type { Query } from '../api.ts';
import type { KnownPlaces } from '../../store/live/places.ts';
import type { Allowance } from './allowance.ts';
import type { SiteFacts } from '../probe.ts';
import type { Remote } from '../remote.ts';
import type { Placed } from './there.ts';

/** What a run may use besides the site. */
export interface RunTools {
  /** Reports the current phase and progress, for a check also what it reads. Throws when cancelled. */
  progress(phase: string, done: number, total: number, lists?: readonly ReadList[]): void;
  /** A short write of derived data or external facts: not journalled. `isDerived`: another check recomputes it. */
  keep<T>(work: () => T, how?: { isDerived?: boolean }): Promise<T>;
  signal: AbortSignal;
  /** For tests: the time. */
  now?: () => Date;
}

/** A list of the live site that a check reads. */
export interface CheckedList {
  name: string;
  kind: 'post' | 'term';
  type: string;
  /** What the site calls the type; "" if unknown. */
  label: string;
  route: string;
  query: Query;
}

/** The result of a check. */
export interface CheckReport {
  full: boolean;
  /** The number of items read. */
  read: number;
  /** Items that no longer exist there. */
  gone: number;
  /** Positions in lists that the site could not return. */
  unreadable: number;
  /**
   * Items that were missing from their lists and not asked for, as a check asks for a limited number alone: they keep their last
   * known state, and the next check goes on with them.
   */
  unchecked: number;
  /** The first of them by title. */
  unchecked_titles: string[];
  /** Types whose items this user may not read there: their known state is kept. */
  forbidden_types: string[];
  /** Types of the site that are unknown here: ignored. */
  unknown_types: string[];
}

/** A check in progress. */
export interface Checking {
  site: Site;
  live: LiveSiteRow;
  facts: SiteFacts;
  remote: Remote;
  tools: RunTools;
  incoming: Incoming;
  users: Record<string, string>;
  /** What the plugin says of all items; `hashes`: of posts, to be compared with the next time. */
  places: { post: Map<number, Placed>; term: Map<number, Placed>; hashes: KnownPlaces } | undefined;
  /** Settings of the site, if the user may read them. */
  settings: ReadonlyMap<SettingsName, Readonly<Record<string, Json>>>;
  /** What may be asked beyond the lists: single items, and parts of pages. */
  alone: Allowance;
  smaller: Allowance;
  /** Languages of terms, if the site only reveals them by its lists. */
  termLanguages: Map<number, string>;
}
