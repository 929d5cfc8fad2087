import { RestError } from '../../errors.ts';
import { numbersThere, remotesOf, seenThere } from '../../store/live/items.ts';
import { mapOf } from '../canonical.ts';
import { sweep, type ListedItem } from '../sweep.ts';
import type { CheckedList, Checking } from './checking.ts';
import { seenBody } from './groups-there.ts';
import type { Hints } from './hints.ts';

/** Items that a check looks at by their numbers, by list. */
export type Named = ReadonlyMap<CheckedList, readonly number[]>;

/** Numbers per request. */
export const AT_ONCE = 100;

/**
 * Which items are looked at by number: those that were there at the last check and are missing from a list that was read whole, those
 * that the plugin or another Polydesk hints at, and those that left a group.
 */
export function namedItems(checking: Checking, lists: readonly CheckedList[], hints: Hints | undefined): Named {
  const { site, live, incoming } = checking;
  const read = { post: new Set<number>(), term: new Set<number>() };
  for (const { name, kind } of lists) for (const id of incoming.ids(name)) read[kind].add(id);
  const missing = (kind: 'post' | 'term'): Map<string, number[]> => {
    const numbers = new Map([...remotesOf(site.db, live.id, kind)].map(([id, key]) => [key, id]));
    const found = Map.groupBy(seenThere(site.db, live.id, kind), ({ type }) => type);
    const idsOf = (seen: readonly { uuid: string }[]): number[] =>
      seen.flatMap(({ uuid }) => numbers.get(uuid) ?? []).filter((id) => !read[kind].has(id));
    return new Map([...found].map(([type, seen]) => [type, idsOf(seen)]));
  };
  const isWhole = ({ query }: CheckedList): boolean => query['modified_after'] === undefined;
  const terms = missing('term');
  const posts = lists.some((list) => list.kind === 'post' && isWhole(list)) ? missing('post') : undefined;
  return new Map(
    lists.map((list) => {
      const ofType = (list.kind === 'term' ? terms : posts)?.get(list.type) ?? [];
      const ofPart = (): number[] => [...new Set([...(hints?.(list) ?? []), ...formerMembers(checking, list)])];
      return [list, isWhole(list) ? ofType : ofPart()] as const;
    }),
  );
}

/**
 * Former translations of the items that were read. They were unlinked, which does not change their date, or deleted. A deleted one
 * may still be kept here with its links, so the check finds out which it was before anything is pulled.
 */
function formerMembers({ site, live, incoming }: Checking, { name, kind }: CheckedList): number[] {
  if (incoming.countOf(name) === 0) return [];
  const keys = remotesOf(site.db, live.id, kind);
  const numbers = new Map([...keys].map(([id, uuid]) => [uuid, id]));
  const read = incoming.ids(name);
  const left = new Set<number>();
  for (const { id, translations } of incoming.items<ListedItem>(name)) {
    const uuid = keys.get(id);
    if (uuid === undefined || typeof translations !== 'object' || translations === null) continue;
    const members = new Set(Object.values(translations));
    const before = seenBody(site, live, { kind, uuid })?.fields['translations'];
    for (const one of Object.values(mapOf(before))) {
      const number = typeof one === 'string' ? numbers.get(one) : undefined;
      if (number !== undefined && !members.has(number) && !read.has(number)) left.add(number);
    }
  }
  return [...left];
}

/** Reads them, many in one request. What the site leaves out of the answer may be gone. */
export async function readNamed(checking: Checking, named: Named): Promise<void> {
  for (const [list, ids] of named)
    for (let at = 0; at < ids.length; at += AT_ONCE) {
      checking.tools.progress(list.type, at, ids.length);
      await readSome(checking, list, ids.slice(at, at + AT_ONCE));
    }
}

/** Authors may not edit terms, which are then read as everybody sees them. */
async function readSome(
  { facts, remote, tools, incoming, smaller }: Checking,
  { name, kind, route, query }: CheckedList,
  ids: readonly number[],
): Promise<void> {
  for (const context of kind === 'term' ? ['edit', 'view'] : ['edit'])
    try {
      const listing = {
        root: facts.root,
        route,
        query: { ...query, modified_after: undefined, include: ids.join(','), context },
      };
      const page = (items: readonly ListedItem[], _offset: number, total: number): void =>
        incoming.putPage(name, { offset: -1, total, items });
      await sweep(remote, listing, { page, signal: tools.signal, smaller });
      return;
    } catch (error) {
      if (!(error instanceof RestError && error.code === 'polydesk_live_refused')) throw error;
    }
}

/** An item that was looked for by its number. */
export interface Missing {
  key: { kind: 'post' | 'term'; uuid: string };
  route: string;
  id: number;
  /** Whether the site could show it at the last check. */
  wasReadable: boolean;
}

/** Those that were there at the last check and are in none of the answers. */
export function missingItems({ site, live, incoming }: Checking, named: Named): Missing[] {
  return [...named].flatMap(([{ name, kind, type, route }, ids]) => {
    if (ids.length === 0) return [];
    const read = incoming.ids(name);
    // By number: in the same order at every check, the oldest first.
    const left = ids.filter((id) => !read.has(id)).toSorted((a, b) => a - b);
    const known = numbersThere(site.db, live.id, { kind, ids: left });
    const wasThere = known.filter((one) => one.past === 0 && one.type === type && one.found !== 'gone');
    return wasThere.map(({ id, uuid, found }) => ({
      ...{ key: { kind, uuid }, route, id },
      wasReadable: found === 'there',
    }));
  });
}
