import { hash } from 'node:crypto';
import * as v from 'valibot';
import type { KnownPlaces } from '../../store/live/places.ts';
import { readAnswer } from '../answers.ts';
import { askPatiently, getIfAllowed, pathIn } from '../api.ts';
import { liveFault } from '../faults.ts';
import type { SiteFacts } from '../probe.ts';
import type { Remote } from '../remote.ts';
import type { CheckedList } from './checking.ts';
import type { Placed, PlacedRows } from './there.ts';

/** Numbers of posts of a list that a quick check looks at besides those with a later date: they may have changed, or be gone. */
export type Hints = (list: CheckedList) => readonly number[];

/** A short hash of everything that the plugin says of each post. */
export function hashesOf(rows: PlacedRows, places: ReadonlyMap<number, Placed>): KnownPlaces {
  const said = rows.map(([id, type, status, modified, lang, , mark]) => {
    const group = Object.entries(places.get(id)?.translations ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
    const text = JSON.stringify([status, modified, lang, mark, group]);
    return [String(id), [type, hash('sha256', text, 'hex').slice(0, 12)]] as const;
  });
  return Object.fromEntries(said);
}

/** Posts of which the plugin says something else than at the last check, or nothing any more. */
export function changedPlaces(before: KnownPlaces, now: KnownPlaces): Hints {
  const ids = [...new Set([...Object.keys(before), ...Object.keys(now)])].filter(
    (id) => before[id]?.[1] !== now[id]?.[1] || before[id]?.[0] !== now[id]?.[0],
  );
  const byType = Map.groupBy(ids, (id) => (now[id] ?? before[id])?.[0] ?? '');
  return ({ kind, type }) => (kind === 'post' ? (byType.get(type) ?? []).map(Number) : []);
}

/** What is stored for the next check: of posts that were not looked at what was known before, so that they differ again. */
export function withoutUnchecked(
  before: KnownPlaces | undefined,
  now: KnownPlaces,
  unchecked: readonly { key: { kind: string }; id: number }[],
): KnownPlaces {
  const kept = unchecked.flatMap(({ key, id }) => {
    const known = before?.[String(id)];
    return key.kind === 'post' && known ? [[String(id), known] as const] : [];
  });
  return { ...now, ...Object.fromEntries(kept) };
}

const Touched = v.looseObject({ kind: v.string(), id: v.union([v.number(), v.string()]) });
const Entry = v.looseObject({ id: v.number(), items: v.array(Touched), item_count: v.number() });
const Feed = v.object({ entries: v.array(Entry), latest: v.number() });

/** What another Polydesk says of its changes. */
export interface Followed {
  /** undefined: it does not name them all, so everything has to be read. */
  hints: Hints | undefined;
  /** Its newest entry, to follow from at the next check. */
  entry: number | undefined;
}

/**
 * The posts that another Polydesk changed after an entry of its history (`contract/extras.md`, `/changes`), terms being read whole
 * anyway. @param since left out: only the newest entry is asked for
 */
export async function followHub(
  remote: Remote,
  facts: SiteFacts,
  { since, signal }: { since: number | undefined; signal: AbortSignal },
): Promise<Followed> {
  const feed = since === undefined ? undefined : await readFeed(remote, facts, { since, signal });
  return feed ?? { hints: undefined, entry: await newestEntry(remote, facts, signal) };
}

async function readFeed(
  remote: Remote,
  { root }: SiteFacts,
  { since, signal }: { since: number; signal: AbortSignal },
): Promise<Followed | undefined> {
  const ids = { post: new Set<number>(), media: new Set<number>() };
  const hints: Hints = ({ kind, type }) => (kind === 'post' ? [...ids[type === 'attachment' ? 'media' : 'post']] : []);
  for (let at = since; ;) {
    const page = await getIfThere(remote, pathIn(root, '/polydesk/v1/changes', { since: at, limit: 100 }), signal);
    if (!page) return undefined;
    const { entries, latest } = page;
    if (entries.some(({ items, item_count }) => item_count > items.length)) return undefined;
    for (const { kind, id } of entries.flatMap(({ items }) => items))
      if (kind === 'post' || kind === 'media') ids[kind].add(Number(id));
    const next = entries.at(-1)?.id ?? latest;
    if (next >= latest || next <= at) return { hints, entry: latest };
    at = next;
  }
}

/** undefined: the entries after that one are not kept any more, or this user may not see them. */
async function getIfThere(
  remote: Remote,
  path: string,
  signal: AbortSignal,
): Promise<v.InferOutput<typeof Feed> | undefined> {
  const answer = await askPatiently(remote, { method: 'GET', path, signal });
  if ([403, 404, 410].includes(answer.status)) return undefined;
  if (answer.status !== 200) throw liveFault('answer');
  return readAnswer(Feed, answer.body);
}

/** undefined: this user may not see it. */
async function newestEntry(remote: Remote, { root }: SiteFacts, signal: AbortSignal): Promise<number | undefined> {
  const path = pathIn(root, '/polydesk/v1/history', { limit: 1 });
  const page = await getIfAllowed(remote, path, v.array(v.looseObject({ id: v.number() })), signal);
  return page?.[0]?.id;
}
