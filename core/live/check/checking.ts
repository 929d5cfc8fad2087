import type { SettingsName } from '../../schema/live/settings.ts';
import type { Json } from '../../types.ts';
import type { Site } from '../../site.ts';
import type { Incoming } from '../../store/live/incoming.ts';
import type { LiveSiteRow } from '../../store/live/sites.ts';
import type { Query } from '../api.ts';
import type { SiteFacts } from '../probe.ts';
import type { Remote } from '../remote.ts';
import type { Placed } from './there.ts';

/** What a run may use besides the site. */
export interface RunTools {
  /** What it is doing, and how far it is. Throws once somebody ended it. */
  progress(phase: string, done: number, total: number): void;
  /** A short write that is derived or a fact of the outer world: no entry in the journal. `isDerived`: another check makes it again. */
  keep<T>(work: () => T, how?: { isDerived?: boolean }): Promise<T>;
  signal: AbortSignal;
  /** Of tests: the time. */
  now?: () => Date;
}

/** A list of the live site that a check reads. */
export interface CheckedList {
  name: string;
  kind: 'post' | 'term';
  type: string;
  route: string;
  query: Query;
}

/** What a check found. */
export interface CheckReport {
  full: boolean;
  /** Items that were read. */
  read: number;
  /** Items that are not there any more. */
  gone: number;
  /** Places in lists that the site could not give. */
  unreadable: number;
  /** Types whose items this user may not read there: left as they are known. */
  forbidden_types: string[];
  /** Types of the site that are not known here: left alone. */
  unknown_types: string[];
}

/** A check that goes on. */
export interface Checking {
  site: Site;
  live: LiveSiteRow;
  facts: SiteFacts;
  remote: Remote;
  tools: RunTools;
  incoming: Incoming;
  users: Record<string, string>;
  places: { post: Map<number, Placed>; term: Map<number, Placed> } | undefined;
  /** Settings of the site, where the user may see them. */
  settings: ReadonlyMap<SettingsName, Readonly<Record<string, Json>>>;
  /** Languages of terms, where the site only tells them by its lists. */
  termLanguages: Map<number, string>;
}
