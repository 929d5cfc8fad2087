import type { Json } from '../types.ts';
import type { LiveField } from './fields.ts';
import { withKeys, type Numbers, type UnknownRef } from './references.ts';

/** Resolves ids of one side, including users. */
export interface SideNumbers extends Numbers {
  /** The slug of a user; undefined: unknown. */
  userOf(id: number): string | undefined;
}

/** An item in the canonical format: the same item has the same form, whichever side it was read from (`live-site.md` 3). */
export interface CanonicalItem {
  fields: Record<string, Json>;
  /** Unresolved ids: the item is not pushed. */
  unknown: UnknownRef[];
}

type Answer = Readonly<Record<string, Json>>;

/** What an id refers to. */
type Referred = NonNullable<LiveField['of']>;

/**
 * Converts an answer of the REST API in context=edit to the canonical format: raw texts with stable keys instead of ids, sorted
 * sets, no computed fields. Fields missing in the answer are missing in the result.
 */
export function canonicalItem(answer: Answer, fields: readonly LiveField[], numbers: SideNumbers): CanonicalItem {
  const unknown: UnknownRef[] = [];
  const known: Record<string, Json> = {};
  for (const field of fields) {
    const value = canonicalValue(answer, field, { numbers, unknown });
    if (value !== undefined) known[field.name] = value;
  }
  return { fields: known, unknown };
}

interface Reading {
  numbers: SideNumbers;
  unknown: UnknownRef[];
}

function canonicalValue(answer: Answer, field: LiveField, reading: Reading): Json | undefined {
  const { of = 'post', kindOf } = field;
  const stored = Object.hasOwn(answer, field.name) ? answer[field.name] : undefined;
  const value = field.raw ? rawOf(stored) : stored;
  if (value === undefined || value === null) return undefined;
  const plain = field.plain ? field.plain(value, answer) : value;
  if (plain === undefined) return undefined;
  switch (field.rule) {
    case 'html':
      return textWithKeys(plain, reading);
    case 'ref': {
      const kind = kindOf ? kindOf(answer) : of;
      return kind && keyOf(plain, kind, reading);
    }
    case 'refs':
      return Array.isArray(plain) ? sorted(plain.flatMap((one) => keyOf(one, of, reading) ?? [])) : undefined;
    case 'set':
      return Array.isArray(plain) ? sorted(plain) : undefined;
    case 'group':
      return groupOf(plain, of, reading);
    case 'map':
      return mapOf(plain);
    case 'places':
      return placesOf(plain, of, reading.numbers);
    default:
      return plain;
  }
}

function rawOf(value: Json | undefined): Json | undefined {
  return isMap(value) ? value['raw'] : value;
}

function textWithKeys(value: Json, { numbers, unknown }: Reading): Json {
  if (typeof value !== 'string') return value;
  const known = withKeys(value, numbers);
  unknown.push(...known.unknown);
  return known.text;
}

/** The key for an id; "" for none. An unknown id is kept and reported. */
function keyOf(value: Json, of: Referred, { numbers, unknown }: Reading): Json | undefined {
  if (typeof value !== 'number') return undefined;
  if (value === 0) return '';
  if (of === 'user') return numbers.userOf(value);
  const key = numbers.keyOf(of, value);
  if (key === undefined) unknown.push({ kind: of, ref: String(value) });
  return key ?? value;
}

/** Menus by theme, location and language; undefined if one of the menus is unknown. */
function placesOf(value: Json, of: Referred, numbers: SideNumbers): Json | undefined {
  const unknown: UnknownRef[] = [];
  const places = placesWith(value, (menu) => keyOf(menu, of, { numbers, unknown }) ?? '');
  return unknown.length > 0 ? undefined : places;
}

/** Menus by theme, location and language, each in another form; sorted, without empty places. */
export function placesWith(places: Json, formOf: (menu: Json) => Json): Json {
  const entries = Object.entries(mapOf(places)).map(([name, one]) => {
    const form = typeof one === 'object' ? placesWith(one, formOf) : formOf(one);
    return [name, form] as const;
  });
  const filled = entries.filter(([, one]) => one !== '' && !(isMap(one) && Object.keys(one).length === 0));
  return Object.fromEntries(filled.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A group by language code, sorted; without languages that have no member. */
function groupOf(value: Json, of: Referred, reading: Reading): Json {
  const entries = Object.entries(mapOf(value)).sort(([a], [b]) => (a < b ? -1 : 1));
  const keys = entries.map(([code, id]) => [code, keyOf(id, of, reading)] as const);
  return Object.fromEntries(keys.flatMap(([code, key]) => (key === undefined || key === '' ? [] : [[code, key]])));
}

/** The value if it is a map, else an empty one: PHP writes an empty map as a list. */
export function mapOf(value: Json | undefined): Record<string, Json> {
  return isMap(value) ? value : {};
}

/** Whether a value is a map, not a list. */
export function isMap(value: Json | undefined): value is Record<string, Json> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A set in sorted order. */
export function sorted(list: readonly Json[]): Json[] {
  return list.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}
