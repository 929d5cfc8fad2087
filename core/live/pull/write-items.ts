import { remoteOfKey } from '../../store/live/items.ts';
import type { LiveBody } from '../body.ts';
import type { Fields } from '../compare.ts';
import type { Comparing } from '../compared.ts';
import { lineName } from '../line-name.ts';
import { writeLanguages } from './groups-here.ts';
import { createHere, numberHere, writeHere, type Writing } from './write-here.ts';

/** An item to write here. */
export interface ItemWriting extends Writing {
  /** Its modification date there; "": unknown. */
  modified: string;
  /** Reads the item as it is there, all of which is written; `fields` then has only those of its place. */
  whole?: () => LiveBody | undefined;
}

/** The fields that place an item among others. */
export function placeOf({ lang, translations, parent }: Fields): Fields {
  return {
    ...(lang !== undefined && { lang }),
    ...(translations !== undefined && { translations }),
    ...(parent !== undefined && { parent }),
  };
}

/**
 * Writes items that may reference each other: new ones get their ids first. Groups are left to `groups-here.ts`.
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
  // Posts can only reference existing terms.
  for (const one of writings.filter(isNew).toSorted((a, b) => Number(b.kind === 'term') - Number(a.kind === 'term'))) {
    const body = one.whole?.();
    const id = reserved.get(lineName(one));
    if (body && id !== undefined)
      createHere(writing, { ...one, fields: body.fields }, { id, body, modified: one.modified });
    progress((done += 1), writings.length);
  }
  writeLanguages(context, writings);
  for (const one of writings) {
    if (isNew(one)) continue;
    const id = numbers.idOf(one.kind, one.uuid);
    if (id !== undefined) writeHere(writing, id, { ...one, fields: one.whole?.()?.fields ?? one.fields }, one.modified);
    progress((done += 1), writings.length);
  }
}

/**
 * Assigns ids to new items, so that others can reference them: those they have there, if free. An item whose id is taken is
 * stored immediately, and filled with the others.
 */
function giveNumbers(context: Comparing, writings: readonly ItemWriting[]): ReadonlyMap<string, number> {
  const { site, live, numbers } = context;
  const reserved = new Map<string, number>();
  for (const { kind, uuid, type, whole } of writings) {
    if (!whole || numbers.idOf(kind, uuid) !== undefined) continue;
    const id = numberHere(context, { kind, uuid }, remoteOfKey(site.db, live.id, { kind, uuid })?.id);
    const body = id === undefined ? whole() : undefined;
    if (id !== undefined) reserved.set(lineName({ kind, uuid }), id);
    else if (body) createHere(context, { kind, uuid, type, fields: {} }, { body });
  }
  return reserved;
}
