import * as v from 'valibot';
import { RestError } from '../../errors.ts';
import type { Meta } from '../../schema/content/content-model.ts';
import { check, type Fault } from '../../schema/wire/explain.ts';
import { metaValue } from '../../schema/content/meta.ts';
import type { Dict } from '../../types.ts';

/** New values of a key; an empty list deletes it. */
export interface MetaChange {
  key: string;
  values: string[];
}

/** The registered keys of an item with their values or defaults (`content.md` 2.2). */
export function shownMeta(metas: readonly Meta[], rows: readonly { key: string; value: string }[]): Dict {
  const out: Dict = {};
  for (const meta of metas) {
    const values = rows.filter((row) => row.key === meta.key).map((row) => readValue(meta, row.value));
    const none = meta.default === undefined ? [] : [defaultOf(meta)];
    out[meta.key] = meta.single ? (values[0] ?? defaultOf(meta)) : values.length > 0 ? values : none;
  }
  return out;
}

/** The changes in a request: registered keys only, null deletes (`content.md` 1.2). Throws 400 `rest_invalid_type`. */
export function metaChanges(metas: readonly Meta[], input: Dict | undefined): MetaChange[] {
  if (!input) return [];
  return metas.flatMap((meta) => {
    if (!Object.hasOwn(input, meta.key) || input[meta.key] === undefined) return [];
    const value = input[meta.key];
    if (value === null) return [{ key: meta.key, values: [] }];
    const checked = check(metaValue(meta), `meta.${meta.key}`, value);
    if (!checked.ok) throw metaError(meta.key, checked.fault);
    const list = (meta.single ? [checked.value] : checked.value) as (string | number | boolean)[];
    return [{ key: meta.key, values: list.map(storedValue) }];
  });
}

function metaError(key: string, { code, message, data }: Fault): RestError {
  return new RestError(code, message, 400, { additionalData: [data ?? { param: `meta.${key}` }] });
}

function storedValue(value: string | number | boolean): string {
  return typeof value === 'boolean' ? (value ? '1' : '') : String(value);
}

/** A stored value of the wrong type reads as the default (`interface.md` 1.7). */
function readValue(meta: Meta, text: string): unknown {
  if (meta.type === 'string') return text;
  if (meta.type === 'boolean') return text !== '' && text !== '0';
  const number = Number(text);
  const fits = meta.type === 'integer' ? Number.isSafeInteger(number) : Number.isFinite(number);
  return fits && text.trim() !== '' ? number : defaultOf(meta);
}

const EMPTY: Readonly<Record<Meta['type'], string | number | boolean>> = {
  string: '',
  integer: 0,
  number: 0,
  boolean: false,
};

function defaultOf(meta: Meta): unknown {
  const fallback = meta.default ?? EMPTY[meta.type];
  return v.is(metaValue({ ...meta, single: true }), fallback) ? fallback : EMPTY[meta.type];
}
