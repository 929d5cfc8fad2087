import * as v from 'valibot';
import { remotesOf } from '../../store/live/items.ts';
import type { LiveSiteRow } from '../../store/live/sites.ts';
import type { Site } from '../../site.ts';
import type { Json } from '../../types.ts';
import type { LiveBody } from '../body.ts';
import { canonicalItem, type SideNumbers } from '../canonical.ts';
import { fieldsOfType } from '../here.ts';
import { LANGUAGE_LIVE_FIELDS } from '../fields.ts';
import type { ListedItem } from '../sweep.ts';

/** The plugin's data of all items: language, group (0: alone) and mark by id. */
const Row = v.tuple([v.number(), v.string(), v.string(), v.string(), v.string(), v.number(), v.string()]);
/** Posts of types without languages, by plugins from version 1.2 on: id, type, status, modified, mark. */
const OtherRow = v.tuple([v.number(), v.string(), v.string(), v.string(), v.string()]);
export const CompanionIndex = v.object({
  now: v.fallback(v.string(), ''),
  posts: v.array(Row),
  terms: v.array(Row),
  others: v.optional(v.array(OtherRow), []),
});

export type PlacedRows = v.InferOutput<typeof CompanionIndex>['posts'];

/** Language, translations and mark of an item whose own answer lacks them. */
export interface Placed {
  lang: string;
  /** Left out: the site does not reveal them. */
  translations?: Record<string, number>;
  mark: string;
}

/** The languages and groups of all items of one kind, from the plugin's data. */
export function placesOf(rows: PlacedRows): Map<number, Placed> {
  const groups = new Map<number, Record<string, number>>();
  for (const [id, , , , lang, group] of rows) if (group !== 0) groups.set(group, { ...groups.get(group), [lang]: id });
  return new Map(
    rows.map(([id, , , , lang, group, mark]) => [
      id,
      { lang, translations: groups.get(group) ?? (lang === '' ? {} : { [lang]: id }), mark },
    ]),
  );
}

/** The known ids of the live site. */
export function thereNumbers(site: Site, live: LiveSiteRow, users: Readonly<Record<string, string>>): SideNumbers {
  const known = { post: remotesOf(site.db, live.id, 'post'), term: remotesOf(site.db, live.id, 'term') };
  const backwards = {
    post: new Map([...known.post].map(([id, key]) => [key, id])),
    term: new Map([...known.term].map(([id, key]) => [key, id])),
  };
  return {
    home: live.url,
    keyOf: (kind, id) => known[kind].get(id),
    idOf: (kind, key) => backwards[kind].get(key),
    userOf: (id) => users[String(id)],
  };
}

/** Converts an answer of the live site to the canonical format. @param placed if the answer itself lacks it */
export function readThere(
  site: Site,
  item: { kind: 'post' | 'term'; type: string; answer: ListedItem; placed: Placed | undefined },
  numbers: SideNumbers,
): LiveBody {
  const { kind, type, answer, placed } = item;
  const whole: Record<string, Json> = placed
    ? { ...answer, lang: placed.lang, ...(placed.translations && { translations: placed.translations }) }
    : { ...answer };
  return { type, ...canonicalItem(whole, fieldsOfType(site, kind, type), numbers) };
}

/** Converts a language of the live site to the canonical format. */
export function languageThere(answer: Readonly<Record<string, Json | undefined>>): LiveBody {
  const known = LANGUAGE_LIVE_FIELDS.flatMap(({ name }) => (answer[name] === undefined ? [] : [[name, answer[name]]]));
  return { type: 'language', fields: Object.fromEntries(known) as LiveBody['fields'], unknown: [] };
}
