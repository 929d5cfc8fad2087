import type { Site } from '../../site.ts';
import type { LiveSiteRow } from '../../store/live/sites.ts';
import { isGoneThere, keyOfRemote, remoteOfKey } from '../../store/live/items.ts';
import type { LineKind } from '../../schema/live/plan.ts';
import type { StepRow } from '../../store/live/steps.ts';
import type { Json } from '../../types.ts';
import type { SideNumbers } from '../canonical.ts';
import type { LiveCursors } from '../compared.ts';
import type { RunTools } from '../check/checking.ts';
import type { SiteFacts } from '../probe.ts';
import type { Remote } from '../remote.ts';

/** A push in progress. */
export interface Pushing {
  site: Site;
  live: LiveSiteRow;
  facts: SiteFacts;
  cursors: LiveCursors;
  remote: Remote;
  tools: RunTools;
  run: number;
  numbers: RemoteNumbers;
  /** Milliseconds before a missing item is looked up again (`live-site.md` 7). */
  pause: number;
  /** Consecutive faults after which it stops. */
  tries: number;
  /** UUIDs of new items here whose name another new item there has. */
  alike: Set<string>;
  /** Dry run: nothing is written there. */
  isDry: boolean;
  /** For tests: a safeguard to disable. */
  without: ReadonlySet<Defence>;
}

/** What settling needs of a push: no connection. */
export type Settling = Pick<Pushing, 'site' | 'live' | 'facts'>;

/** Safeguards that tests disable to verify that something then fails. */
export type Defence = 'shells' | 'sent' | 'look' | 'audit';

/** Ids of the live site: each looked up when needed, because a push creates new ones. */
export interface RemoteNumbers extends SideNumbers {
  userIdOf(slug: string): number | undefined;
}

export function remoteNumbers({ db }: Site, live: LiveSiteRow, users: Readonly<Record<string, string>>): RemoteNumbers {
  const byName = new Map(Object.entries(users).map(([id, slug]) => [slug, Number(id)]));
  return {
    home: live.url,
    keyOf: (kind, id) => keyOfRemote(db, live.id, { kind, id }),
    idOf: (kind, key) => remoteOfKey(db, live.id, { kind, uuid: key })?.id,
    userOf: (id) => users[String(id)],
    userIdOf: (slug) => byName.get(slug),
  };
}

/** Fields of an item that belong to its group: written in a separate step. */
export const GROUP_FIELDS: ReadonlySet<string> = new Set(['lang', 'translations']);

/** Steps that make an item there. */
export const MAKING: ReadonlySet<string> = new Set(['shell', 'term', 'media']);

/** An item there, in the canonical format and as answered. */
export interface Looked {
  fields: Readonly<Record<string, Json>>;
  modified: string;
  /** The number of its revisions, and the newest; undefined: it keeps none. */
  versions: { count: number; latest: number } | undefined;
  /** Its ETag for `If-Match`; undefined: the site has none. */
  tag?: string | undefined;
}

export type Step = StepRow;

/** Whether a push has made an item there; a dry run: whether it would. */
export function isMade(steps: readonly Step[], kind: LineKind, uuid: string): boolean {
  const isOver = ({ state, result }: Step): boolean => state === 'done' || result?.code === 'dry';
  return steps.some((step) => step.kind === kind && step.uuid === uuid && MAKING.has(step.action) && isOver(step));
}

/**
 * Whether an item was deleted there for good, as far as is known: its number stays known, and a site refuses or drops what names it.
 * One that this push made again is there.
 */
export function deletedThere(
  { site, live }: Pushing,
  steps: readonly Step[],
): (kind: LineKind, uuid: string) => boolean {
  return (kind, uuid) => isGoneThere(site.db, live.id, { kind, uuid }) && !isMade(steps, kind, uuid);
}
