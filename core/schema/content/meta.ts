import * as v from 'valibot';
import type { Meta } from './content-model.ts';

const KINDS: Readonly<Record<Meta['type'], v.GenericSchema>> = {
  string: v.string(),
  integer: v.pipe(v.number(), v.integer()),
  number: v.number(),
  boolean: v.boolean(),
};

/** The schema for values of a registered key. */
export function metaValue(meta: Meta): v.GenericSchema {
  return meta.single ? KINDS[meta.type] : v.array(KINDS[meta.type]);
}

/** The field `meta` in answers: registered keys only (`content.md` 2.2). */
export function metaItem(metas: readonly Meta[], context: readonly string[]): v.GenericSchema {
  const entries = Object.fromEntries(metas.map((meta) => [meta.key, shownValue(meta)]));
  return v.pipe(v.object(entries), v.description('Registered fields and their values.'), v.metadata({ context }));
}

/** The same with the default as shown in OPTIONS: in `items` for a key with more than one value (`content.md` 1.2). */
function shownValue(meta: Meta): v.GenericSchema {
  const facts = meta.default === undefined ? {} : { default: meta.default };
  const one = v.pipe(KINDS[meta.type], v.metadata(facts));
  return meta.single ? one : v.array(one);
}

/** The field `meta` in requests: its values are checked when they are stored, and reported with a separate error code. */
export function metaInput(metas: readonly Meta[]) {
  const values = Object.fromEntries(metas.map((meta) => [meta.key, metaValue(meta)]));
  return v.optional(
    v.pipe(
      v.looseObject({}),
      v.description('Registered fields and their values; null deletes one.'),
      v.metadata({ values }),
    ),
  );
}
