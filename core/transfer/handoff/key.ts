import type { Kind } from '../../store/translations/translations.ts';

/**
 * The exported fields: the title of a term is its name and the content its description; for media they are caption and
 * description.
 */
export const UNIT_FIELDS = ['title', 'excerpt', 'content', 'alt', 'meta', 'slug', 'string'] as const;
export type UnitField = (typeof UNIT_FIELDS)[number];

/**
 * The position of a unit at export. `n`: its row in the source at that time, for people; of a custom field its place among them. It is found by its source text and the
 * `nth` occurrence of that text in the field, because rows move. `target`: the hash of the translation at export, "" for none, so
 * that changes made meanwhile can be detected on any copy of the site.
 */
export interface UnitAddress {
  kind: Kind | 'site';
  id: number;
  field: UnitField;
  n: number;
  nth: number;
  target: string;
}

const LETTERS = { post: 'p', term: 't', site: 's' } as const;
const KINDS: Readonly<Record<string, UnitAddress['kind']>> = { p: 'post', t: 'term', s: 'site' };
const KEY = /^([pts])(\d{1,15})\.(title|excerpt|content|alt|meta|slug|string)\.(\d{1,7})\.(\d{1,7})\.([0-9a-f]{16}|0)$/;

/** `p812.content.14.0.5f2a90c1d34e8b67`: letters, digits and dots only, which every tool preserves. */
export function writeKey(address: UnitAddress): string {
  const { kind, id, target } = address;
  return `${LETTERS[kind]}${id}.${placeOf(address)}.${target === '' ? '0' : target}`;
}

/** The place of a unit within its item, as in its key: `content.14.0`. */
export const placeOf = ({ field, n, nth }: UnitAddress): string => `${field}.${n}.${nth}`;

/** Parses such a key; undefined for any other text. */
export function readKey(key: string): UnitAddress | undefined {
  const [, letter = '', id, field, n, nth, target = ''] = KEY.exec(key.trim()) ?? [];
  const kind = KINDS[letter];
  const known = UNIT_FIELDS.find((each) => each === field);
  if (!kind || !known) return undefined;
  const numbers = { id: Number(id), n: Number(n), nth: Number(nth) };
  return { kind, field: known, ...numbers, target: target === '0' ? '' : target };
}

/** The name of an item in files: `post/812`. */
export const itemName = ({ kind, id }: { kind: string; id: number }): string => `${kind}/${id}`;

/** Parses such a name; undefined for any other text. */
export function readItemName(name: string): { kind: UnitAddress['kind']; id: number } | undefined {
  const [, kind, id] = /^(post|term|site)\/(\d{1,15})$/.exec(name.trim()) ?? [];
  const known = Object.values(KINDS).find((each) => each === kind);
  return known && { kind: known, id: Number(id) };
}
