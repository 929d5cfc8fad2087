import type * as v from 'valibot';
import type { MemoryOrigin } from '../../schema/desk/memory.ts';
import type { Site } from '../../site.ts';
import { typeAndStatus } from '../../store/desk/groups.ts';
import { bookOfEntry, kindOfGroup } from '../../store/memory/books.ts';
import { STRINGS, textOfUse, textsById } from '../../store/memory/texts.ts';
import { confirmedAt, sourceOfGroup, textsOfItem } from '../../store/translations/confirmations.ts';
import { itemLanguage } from '../../store/translations/translations.ts';
import { readContent } from '../../units/content.ts';
import { plainOfMarked } from '../../units/memory/analyse.ts';
import { rowPlaces, type RowPlace } from '../../units/replace/row-place.ts';
import { contentFacts } from '../content/content-facts.ts';
import { namedItem } from '../content/item-name.ts';
import type { Found } from './concordance.ts';
import { FIELDS, FIRST_META, FIRST_ROW } from './group-uses.ts';

type Origin = v.InferOutput<typeof MemoryOrigin>;
/** What the memory says about the place of a text. */
type Where = Pick<Found, 'group' | 'item' | 'entry' | 'quality' | 'unit'>;

const UNITS = new Map<string, number>(Object.entries(FIELDS));

/** The position of a unit; undefined if its item has no translations. */
export function placeOf(site: Site, key: string): { group: number; unit: number } | undefined {
  const [item = '', field = '', row] = key.split('.');
  const own = itemLanguage(site.db, item.startsWith('t') ? 'term' : 'post', Number(item.slice(1)));
  if (!own || field === 'slug') return undefined;
  const first = field === 'meta' ? FIRST_META : FIRST_ROW;
  return { group: own.group_id, unit: UNITS.get(field) ?? first + Number(row) };
}

/** The place of a text that is in no content. */
export const NOWHERE: RowPlace = { what: '', place: 0 };
const QUALITIES = ['book', 'draft', 'published', 'confirmed'] as const;

/** Where a text comes from: a book, the strings of the site, or an item. */
export function originOf(site: Site, where: Where): Origin {
  const { group, item, entry, quality, unit } = where;
  if (entry !== undefined) {
    const book = bookOfEntry(site.db, entry);
    const at = book?.imported_at ?? '';
    const of = { kind: null, type: '', id: book?.id ?? 0, title: book?.name ?? '', quality: 'book', at } as const;
    return { ...of, field: '', ...NOWHERE };
  }
  if (group === STRINGS) {
    const of = { kind: 'site', type: 'strings', id: 0, title: sourceOfString(site, unit) } as const;
    return { ...of, quality: 'published', at: '', field: 'string', ...NOWHERE };
  }
  const kind = kindOfGroup(site.db, group) ?? 'post';
  const { id, title } = namedItem(site, kind, item ?? 0);
  const { type } = typeAndStatus(site.db, kind, id);
  const at = QUALITIES[quality] === 'confirmed' ? confirmedAt(site.db, kind, id) : '';
  const known = [...UNITS].find(([, number]) => number === unit)?.[0];
  const field = (known ?? (unit < FIRST_META ? 'content' : 'meta')) as Origin['field'];
  return { kind, type, id, title, quality: QUALITIES[quality] ?? 'draft', at, field, ...NOWHERE };
}

/** The text of a string in the default language, which names it; "" if the memory does not have it any more. */
function sourceOfString(site: Site, unit: number): string {
  const db = site.memory.reader();
  const text = db && textOfUse(db, STRINGS, unit, contentFacts(site).defaultLanguage ?? 0);
  return plainOfMarked((text && textsById(db, [text])[0]?.marked) || '');
}

/** Where texts stand in the content of their source; each content is read once. */
export function placesIn({ db }: Site): (found: Pick<Found, 'group' | 'entry' | 'unit'>) => RowPlace | undefined {
  const known = new Map<number, Map<number, RowPlace>>();
  const placesOf = (group: number): Map<number, RowPlace> => {
    const source = sourceOfGroup(db, group);
    const texts = source === undefined ? undefined : textsOfItem(db, kindOfGroup(db, group) ?? 'post', source);
    return rowPlaces(readContent(texts?.content ?? '').segments);
  };
  return ({ group, entry, unit }) => {
    if (entry !== undefined || group === STRINGS || unit < FIRST_ROW || unit >= FIRST_META) return undefined;
    const places = known.get(group) ?? placesOf(group);
    known.set(group, places);
    return places.get(unit - FIRST_ROW);
  };
}

/** The type of the item of a text; `strings` for a string of the site. */
export function typeOfOrigin(site: Site, { group, item }: Pick<Found, 'group' | 'item'>): string {
  if (group === STRINGS) return 'strings';
  return typeAndStatus(site.db, kindOfGroup(site.db, group) ?? 'post', item ?? 0).type;
}
