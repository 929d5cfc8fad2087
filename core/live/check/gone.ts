import * as v from 'valibot';
import { putSeen, seenThere } from '../../store/live/items.ts';
import { queueItems, type LiveKey } from '../../store/live/states.ts';
import { Failure } from '../answers.ts';
import { askPatiently, pathIn, refuseCredentials } from '../api.ts';
import type { Checking } from './checking.ts';
import { liveFault } from '../faults.ts';
import { missingItems, type Named } from './named.ts';

/** Codes by which a site reports that an item does not exist. */
const GONE = new Set(['rest_post_invalid_id', 'rest_term_invalid', 'rest_invalid_id']);

/**
 * Asks for each item alone that neither the lists nor a request for many by their numbers returned: it is gone only if the site
 * reports it missing; otherwise it counts as unreadable (`live-site.md` 5). Returns the number of items that are gone.
 */
export async function confirmGone(checking: Checking, named: Named): Promise<number> {
  const { site, live, tools, facts } = checking;
  const missing = missingItems(checking, named);
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

function missingLanguages({ site, live, facts }: Checking): LiveKey[] {
  const known = new Set(facts.languages.map(({ slug }) => slug));
  return seenThere(site.db, live.id, 'language').flatMap(({ kind, uuid }) => (known.has(uuid) ? [] : [{ kind, uuid }]));
}
