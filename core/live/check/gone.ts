import * as v from 'valibot';
import { putSeen, remotesOf, seenThere } from '../../store/live/items.ts';
import { queueItems, type LiveKey } from '../../store/live/states.ts';
import { Failure } from '../answers.ts';
import { askPatiently, pathIn, refuseCredentials } from '../api.ts';
import type { CheckedList, Checking } from './checking.ts';
import { liveFault } from '../faults.ts';

/** Codes by which a site reports that an item does not exist. */
const GONE = new Set(['rest_post_invalid_id', 'rest_term_invalid', 'rest_invalid_id']);

/**
 * Looks up each known item that is missing from all lists: it is gone only if the site reports it missing; otherwise it counts as
 * unreadable (`live-site.md` 5). Returns the number of items that are gone.
 */
export async function confirmGone(checking: Checking, lists: readonly CheckedList[]): Promise<number> {
  const { site, live, tools, facts } = checking;
  const missing = missingItems(checking, lists);
  let gone = 0;
  for (const [at, { key, route, id }] of missing.entries()) {
    tools.progress('gone', at, missing.length);
    const path = pathIn(facts.root, `${route}/${id}`, { context: 'edit', _fields: 'id' });
    const answer = await askPatiently(checking.remote, { method: 'GET', path, signal: tools.signal });
    refuseCredentials(answer);
    const code = v.safeParse(Failure, answer.body);
    const isGone = (answer.status === 404 || answer.status === 410) && code.success && GONE.has(code.output.code);
    if (answer.status === 401) throw liveFault('password');
    await tools.keep(() => {
      const found = isGone ? 'gone' : 'unreadable';
      if (putSeen(site.db, live.id, { ...key, body: null, found, modified: '' })) queueItems(site.db, [key]);
    });
    if (isGone) gone += 1;
  }
  const languages = missingLanguages(checking);
  await tools.keep(() => {
    for (const key of languages) {
      putSeen(site.db, live.id, { ...key, body: null, found: 'gone', modified: '' });
      queueItems(site.db, [key]);
    }
  });
  return gone + languages.length;
}

interface Missing {
  key: LiveKey;
  route: string;
  id: number;
}

/** Items that existed at the last check and are in none of the completely read lists. */
function missingItems(checking: Checking, lists: readonly CheckedList[]): Missing[] {
  const { site, live, incoming } = checking;
  const numbers = { post: numbersByKey(checking, 'post'), term: numbersByKey(checking, 'term') };
  const ids = { post: new Set<number>(), term: new Set<number>() };
  for (const { name, kind } of lists) for (const id of incoming.ids(name)) ids[kind].add(id);
  return seenThere(site.db, live.id).flatMap(({ kind, uuid, type }): Missing[] => {
    if (kind !== 'post' && kind !== 'term') return [];
    const id = numbers[kind].get(uuid);
    const list = lists.find((one) => one.kind === kind && one.type === type);
    if (id === undefined || ids[kind].has(id) || !list) return [];
    return [{ key: { kind, uuid }, route: list.route, id }];
  });
}

const numbersByKey = ({ site, live }: Checking, kind: 'post' | 'term'): Map<string, number> =>
  new Map([...remotesOf(site.db, live.id, kind)].map(([id, key]) => [key, id]));

function missingLanguages({ site, live, facts }: Checking): LiveKey[] {
  const known = new Set(facts.languages.map(({ slug }) => slug));
  return seenThere(site.db, live.id).flatMap(({ kind, uuid }) =>
    kind === 'language' && !known.has(uuid) ? [{ kind, uuid }] : [],
  );
}
