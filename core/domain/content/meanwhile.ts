import { RestError } from '../../errors.ts';
import type { Dict } from '../../types.ts';
import { canonicalJson, hashValue } from '../../units/hash.ts';
import type { Kind } from '../../store/translations/translations.ts';

interface Write {
  kind: Kind;
  id: number;
  /** The new values. */
  fields: Dict;
  /** Hashes of the values the client has read, by field. */
  base: Dict<string>;
}

/** Names of the fields to check for conflicts: those that are sent and have a base; meta keys as `meta.KEY`. */
export function comparedFields({ fields, base }: Pick<Write, 'fields' | 'base'>): string[] {
  return Object.keys(base).filter((name) => valueAt(fields, name) !== undefined);
}

/**
 * Rejects a write of fields that have changed since they were read: 409 `polydesk_conflict` with the current values. A field that
 * already has the value sent is not a conflict.
 * @param now the item in the edit context
 */
export function refuseConflicts({ kind, id, fields, base }: Write, now: Dict): void {
  const conflicts = comparedFields({ fields, base })
    .map((field) => ({ kind, id, field, now: storedValue(now, field) ?? null }))
    .filter((one) => hashValue(one.now) !== base[one.field] && !isSame(one.now, valueAt(fields, one.field)));
  if (conflicts.length === 0) return;
  const text = 'Somebody changed the same fields meanwhile. Nothing was changed.';
  throw new RestError('polydesk_conflict', text, 409, { data: { conflicts, total: conflicts.length } });
}

/** The stored value of a field, from an item in the edit context; a meta key is `meta.KEY`. */
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

/** The stored form of a text that also has a rendered form. */
function textOf(value: unknown): unknown {
  return isMap(value) && typeof value['raw'] === 'string' ? value['raw'] : value;
}

function isMap(value: unknown): value is Dict {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
