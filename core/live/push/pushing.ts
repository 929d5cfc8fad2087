import type { Site } from '../../site.ts';
import type { LiveSiteRow } from '../../store/live/sites.ts';
import { keyOfRemote, remoteOfKey } from '../../store/live/items.ts';
import type { StepRow } from '../../store/live/steps.ts';
import type { Json } from '../../types.ts';
import type { SideNumbers } from '../canonical.ts';
import type { LiveCursors } from '../compared.ts';
import type { RunTools } from '../check/checking.ts';
import type { SiteFacts } from '../probe.ts';
import type { Remote } from '../remote.ts';

/** A push while it runs. */
export interface Pushing {
  site: Site;
  live: LiveSiteRow;
  facts: SiteFacts;
  cursors: LiveCursors;
  remote: Remote;
  tools: RunTools;
  run: number;
  numbers: RemoteNumbers;
  /** Milliseconds before something that was not found is looked for again (`live-site.md` 7). */
  pause: number;
  /** Faults in a row after which it stops. */
  tries: number;
  /** Steps whose create was sent a second time. */
  resent: Set<number>;
  /** Nothing is written there. */
  isDry: boolean;
  /** Of tests: a defence that is off. */
  without: ReadonlySet<Defence>;
}

/** What the tests turn off, to see that something then goes wrong. */
export type Defence = 'shells' | 'sent' | 'look' | 'audit';

/** Numbers of the live site: each is looked up when it is needed, as a push makes new ones. */
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

/** Fields of an item that lie in its group: written in one step of their own. */
export const GROUP_FIELDS: ReadonlySet<string> = new Set(['lang', 'translations']);

/** An item there, in the form of both sides and as the site told it. */
export interface Looked {
  fields: Readonly<Record<string, Json>>;
  modified: string;
  /** How many versions it has, and the newest; undefined: it keeps none. */
  versions: { count: number; latest: number } | undefined;
  /** The state it is in, for `If-Match`; undefined: the site names none. */
  tag?: string | undefined;
}

export type Step = StepRow;
