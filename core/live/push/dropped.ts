import { postById } from '../../store/content/posts.ts';
import { termById } from '../../store/content/terms.ts';
import { remoteOfKey } from '../../store/live/items.ts';
import { postByUuid, termByUuid } from '../../store/transfer/import.ts';
import type { Site } from '../../site.ts';
import type { Json } from '../../types.ts';
import type { Fields } from '../compare.ts';
import { missingThere } from '../plan/missing.ts';
import { fieldsOfType } from '../here.ts';
import type { UnknownRef } from '../references.ts';
import { noteThere, type Outcome } from './outcome.ts';
import { isMade, type Looked, type Pushing, type Step } from './pushing.ts';
import { getThere, Refused, routeOf } from './there.ts';

/** References that a site left out because their items were deleted there, with the fields that had them. */
export interface Dropped {
  fields: string[];
  refs: UnknownRef[];
}

/**
 * A site stores nothing for the number of an item that it does not have (`contract/live-wordpress.md` 1), and does not say so. Whether
 * items that were sent and not stored were deleted there since the check: looked up, and noted for the plan.
 */
export async function droppedRefs(
  pushing: Pushing,
  { kind, input }: Step,
  { wanted, sent, after }: { wanted: Fields; sent: readonly string[]; after: Looked },
): Promise<Dropped> {
  const found: Dropped = { fields: [], refs: [] };
  for (const { name, rule, of = 'post' } of fieldsOfType(pushing.site, kind, input.type)) {
    if ((rule !== 'ref' && rule !== 'refs') || of === 'user' || !sent.includes(name)) continue;
    const stored = after.fields[name];
    if (stored === undefined) continue;
    const kept = new Set(uuidsIn(stored));
    const left = uuidsIn(wanted[name]).filter((uuid) => !kept.has(uuid));
    for (const uuid of left) {
      if (await isThere(pushing, { kind: of, uuid })) continue;
      found.refs.push({ kind: of, ref: uuid });
      if (!found.fields.includes(name)) found.fields.push(name);
    }
  }
  return found;
}

/** The outcome if what is to be sent names items that the site does not have; undefined: it has all of them. */
export function waitingFor(
  pushing: Pushing,
  unknown: readonly UnknownRef[],
  steps: readonly Step[],
): Outcome | undefined {
  const { site, live, isDry } = pushing;
  const lost = unknown.find(({ kind, ref }) => !(isDry && isMade(steps, kind, ref)));
  return lost && { state: 'skipped', result: missingThere(site, live.id, lost) };
}

const uuidsIn = (value: Json | undefined): string[] =>
  [value].flat().flatMap((one) => (typeof one === 'string' && one !== '' ? [one] : []));

/** Whether the site still has an item; one that it does not show is taken to be there. */
async function isThere(pushing: Pushing, key: { kind: 'post' | 'term'; uuid: string }): Promise<boolean> {
  const { site, live } = pushing;
  const type = typeHere(site, key);
  const route = routeOf(pushing, key.kind, type);
  const id = remoteOfKey(site.db, live.id, key)?.id;
  if (route === undefined || id === undefined) return true;
  const answer = await getThere(pushing, `${route}/${id}`).catch((error: unknown) => {
    if (error instanceof Refused) return null;
    throw error;
  });
  if (answer !== undefined) return true;
  await noteThere(pushing, { ...key, input: { type } }, undefined);
  return false;
}

function typeHere({ db }: Site, { kind, uuid }: { kind: 'post' | 'term'; uuid: string }): string {
  const post = kind === 'post' ? postByUuid(db, uuid)?.id : undefined;
  const term = kind === 'term' ? termByUuid(db, uuid)?.id : undefined;
  if (post !== undefined) return postById(db, post)?.type ?? '';
  return term === undefined ? '' : (termById(db, term)?.taxonomy ?? '');
}
