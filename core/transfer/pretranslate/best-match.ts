import type { Site } from '../../site.ts';
import { FIRST_ROW } from '../../domain/memory/group-uses.ts';
import { localesOf } from '../../domain/memory/learn.ts';
import { fromMemory, type Match } from '../../domain/memory/look-up.ts';
import { lookUpWithParts } from '../../domain/memory/parts.ts';
import { bookOfEntry } from '../../store/memory/books.ts';
import { itemLanguage } from '../../store/translations/translations.ts';
import type { HandoffItem, HandoffUnit } from '../handoff/units.ts';

/** States of versions with something left to translate. */
export const LEFT = ['missing', 'draft', 'partial', 'needs_update'] as const;

/** The least score of a match that is used without a check. */
export const SURE = 100;

/** Returns the best match for a text of an item in the source language `from`. */
export type BestMatch = (
  item: Pick<HandoffItem, 'kind' | 'source'> & { from: number },
  unit: HandoffUnit,
) => Match | undefined;

/** Returns a memory lookup for translations into a language; repeated texts are looked up once. */
export function bestMatches(site: Site, to: number, min: number): BestMatch {
  const known = new Map<string, Match | undefined>();
  const localeOf = localesOf(site);
  // Of a site in memory it learns now: callers look up within a transaction, where it could not.
  fromMemory(site, undefined, () => undefined);
  return ({ kind, source, from }, { source: text, address }) => {
    if (kind === 'site') return undefined;
    const name = `${from} ${text}`;
    if (known.has(name)) return known.get(name);
    const group = itemLanguage(site.db, kind, source)?.group_id;
    const place =
      group !== undefined && address.field === 'content' ? { group, unit: FIRST_ROW + address.n } : undefined;
    const locales = { from: localeOf(from), to: localeOf(to) };
    const asked = { from, to, locales, text, place, limit: 2, min };
    const found = fromMemory(site, [], (db) => lookUpWithParts(db, asked, (entry) => bookOfEntry(site.db, entry)));
    // Not with some of its sentences only.
    const best = found.find(({ kind, diff }) => kind !== 'parts' || diff.every((part) => part.kind === 'same'));
    known.set(name, best);
    return best;
  };
}
