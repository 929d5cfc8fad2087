import { RestError } from '../../errors.ts';
import type { Dict } from '../../types.ts';
import { canonicalJson, hashValue } from '../../units/hash.ts';
import type { Kind } from '../../store/translations/translations.ts';

interface Write {
  kind: Kind;
  id: number;
  /** What is to be stored. */
  fields: Dict;
  /** Hashes of what the writer has read, by field. */
  base: Dict<string>;
}

/** Names of the fields a write has to be compared by: those that are sent and have a base; a key of meta as `meta.KEY`. */
export function comparedFields({ fields, base }: Pick<Write, 'fields' | 'base'>): string[] {
  return Object.keys(base).filter((name) => valueAt(fields, name) !== undefined);
}

/**
 * Refuses a write of fields that were changed since they were read: 409 `polydesk_conflict` with what they say now. A field
 * that says by now what is sent is not in the way.
 * @param now the item for editing
 */
export function refuseConflicts({ kind, id, fields, base }: Write, now: Dict): void {
  const conflicts = comparedFields({ fields, base })
    .map((field) => ({ kind, id, field, now: storedValue(now, field) ?? null }))
    .filter((one) => hashValue(one.now) !== base[one.field] && !isSame(one.now, valueAt(fields, one.field)));
  if (conflicts.length === 0) return;
  const text = 'Somebody changed the same fields meanwhile. Nothing was changed.';
  throw new RestError('polydesk_conflict', text, 409, { data: { conflicts, total: conflicts.length } });
}

/** What an item that was read for editing says of a field; a key of meta is `meta.KEY`. */
export function storedValue(item: Dict, name: string): unknown {
  return textOf(valueAt(item, name));
}

function isSame(now: unknown, sent: unknown): boolean {
  return canonicalJson(now) === canonicalJson(textOf(sent));
}

function valueAt(fields: Dict, name: string): unknown {
  if (!name.startsWith('meta.')) return Object.hasOwn(fields, name) ? fields[name] : undefined;
  const { meta } = fields;
  const key = name.slice('meta.'.length);
  return isMap(meta) && Object.hasOwn(meta, key) ? meta[key] : undefined;
}

/** A text that comes with what is shown of it, as it is stored. */
function textOf(value: unknown): unknown {
  return isMap(value) && typeof value['raw'] === 'string' ? value['raw'] : value;
}

function isMap(value: unknown): value is Dict {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
