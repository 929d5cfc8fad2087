import type { Kind } from '../../store/translations/translations.ts';

/** The fields whose texts leave: of a term the title is its name and the content its description, of media a caption and a description. */
export const UNIT_FIELDS = ['title', 'excerpt', 'content', 'alt', 'string'] as const;
export type UnitField = (typeof UNIT_FIELDS)[number];

/**
 * Where a unit of a handoff stood when it left. `n`: its row in the source then, for people. What it is found by is its text in
 * the source and the `nth` time that text came in the field, for rows move. `target`: the hash of what the translation said,
 * "" for nothing; so a file tells by itself what was changed meanwhile, on any copy of the site.
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
const KEY = /^([pts])(\d{1,15})\.(title|excerpt|content|alt|string)\.(\d{1,7})\.(\d{1,7})\.([0-9a-f]{16}|0)$/;

/** `p812.content.14.0.5f2a90c1d34e8b67`: letters, digits and dots only, which every tool carries as they are. */
export function writeKey({ kind, id, field, n, nth, target }: UnitAddress): string {
  return `${LETTERS[kind]}${id}.${field}.${n}.${nth}.${target === '' ? '0' : target}`;
}

/** The address of such a key; undefined for any other text. */
export function readKey(key: string): UnitAddress | undefined {
  const [, letter = '', id, field, n, nth, target = ''] = KEY.exec(key.trim()) ?? [];
  const kind = KINDS[letter];
  const known = UNIT_FIELDS.find((each) => each === field);
  if (!kind || !known) return undefined;
  const numbers = { id: Number(id), n: Number(n), nth: Number(nth) };
  return { kind, field: known, ...numbers, target: target === '0' ? '' : target };
}

/** What an item is called in files: `post/812`. */
export const itemName = ({ kind, id }: { kind: string; id: number }): string => `${kind}/${id}`;

/** The item of such a name; undefined for any other text. */
export function readItemName(name: string): { kind: UnitAddress['kind']; id: number } | undefined {
  const [, kind, id] = /^(post|term|site)\/(\d{1,15})$/.exec(name.trim()) ?? [];
  const known = Object.values(KINDS).find((each) => each === kind);
  return known && { kind: known, id: Number(id) };
}
