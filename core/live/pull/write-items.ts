import { remoteOfKey } from '../../store/live/items.ts';
import type { LiveBody } from '../body.ts';
import type { Comparing } from '../compared.ts';
import { lineName } from '../line-name.ts';
import { writeLanguages } from './groups-here.ts';
import { createHere, numberHere, writeHere, type Writing } from './write-here.ts';

/** An item that is written here. */
export interface ItemWriting extends Writing {
  /** When it was changed there; "": nobody knows. */
  modified: string;
  /** It is made here: as it is there. */
  made?: LiveBody;
}

/**
 * Writes items here, whatever they name of each other: those that are made are given their numbers first. Groups are left to
 * `groups-here.ts`.
 */
export function writeItems(
  context: Comparing,
  writings: readonly ItemWriting[],
  progress: (done: number, total: number) => void,
): void {
  const reserved = giveNumbers(context, writings);
  const numbers: Comparing['numbers'] = {
    ...context.numbers,
    idOf: (kind, uuid) => reserved.get(lineName({ kind, uuid })) ?? context.numbers.idOf(kind, uuid),
  };
  const writing = { ...context, numbers };
  const isNew = (one: ItemWriting): boolean => reserved.has(lineName(one));
  let done = 0;
  // Posts are only put into terms that are there.
  for (const one of writings.filter(isNew).toSorted((a, b) => Number(b.kind === 'term') - Number(a.kind === 'term'))) {
    const { made, modified } = one;
    const id = reserved.get(lineName(one));
    if (made) createHere(writing, one, { ...(id !== undefined && { id }), body: made, modified });
    progress((done += 1), writings.length);
  }
  writeLanguages(context, writings);
  for (const one of writings) {
    if (isNew(one)) continue;
    const id = numbers.idOf(one.kind, one.uuid);
    if (id !== undefined) writeHere(writing, id, one, one.modified);
    progress((done += 1), writings.length);
  }
}

/**
 * The numbers of items that are not here yet, so that others can name them: those they have there, where these are free. An item
 * whose number is taken is stored at once, and filled with the others that are here.
 */
function giveNumbers(context: Comparing, writings: readonly ItemWriting[]): ReadonlyMap<string, number> {
  const { site, live, numbers } = context;
  const reserved = new Map<string, number>();
  for (const { kind, uuid, type, made } of writings) {
    if (!made || numbers.idOf(kind, uuid) !== undefined) continue;
    const id = numberHere(context, { kind, uuid }, remoteOfKey(site.db, live.id, { kind, uuid })?.id);
    if (id === undefined) createHere(context, { kind, uuid, type, fields: {} }, { body: made });
    else reserved.set(lineName({ kind, uuid }), id);
  }
  return reserved;
}
