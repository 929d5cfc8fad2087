import type { Hindrance } from '../../schema/live/plan.ts';
import type { Site } from '../../site.ts';
import { isGoneThere, keyOfRemote } from '../../store/live/items.ts';
import { bodiesOfKeys, idsHere, namesHere } from '../../store/live/names.ts';
import { lastKnown } from '../../store/rows.ts';
import { unpack } from '../body.ts';
import { plainName } from '../fields.ts';
import type { UnknownRef } from '../references.ts';

/**
 * Why an item cannot be sent that refers to something which the site does not have: it is here and was not sent yet, it was deleted, or
 * its number means nothing. Says what it is called, as far as that is known.
 *
 * @param ref.ref a number here, or the key of an item
 */
export function missingThere(site: Site, live: number, { kind, ref }: UnknownRef): Hindrance {
  const number = /^\d+$/.test(ref) ? Number(ref) : undefined;
  const last = (name: string): string => textOf(number && lastKnown(site.db, `${kind}s`, number, name));
  const key = number === undefined ? ref : last('uuid') || (keyOfRemote(site.db, live, { kind, id: number }) ?? '');
  const [here] = namesHere(site.db, [key]);
  if (here) {
    const name = plainName(here.title) || `#${idsHere(site.db, [key]).get(key)}`;
    const isDeleted = isGoneThere(site.db, live, { kind, uuid: key });
    return { code: isDeleted ? 'deleted_there' : 'unknown_number', params: { kind, ref: name } };
  }
  const name = plainName(last(kind === 'post' ? 'title' : 'name')) || nameThere(site, live, key);
  if (name !== '') return { code: 'deleted_item', params: { kind, ref: name } };
  return number !== undefined && key === ''
    ? { code: 'lost_number', params: { kind, ref } }
    : { code: 'deleted_unnamed', params: { kind } };
}

/** What an item was called when it was seen there last. */
function nameThere({ db }: Site, live: number, key: string): string {
  const body = bodiesOfKeys(db, live, [key]).at(-1);
  const { title, name } = body ? unpack(body.zip).fields : {};
  return plainName(textOf(title) || textOf(name));
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
