import * as v from 'valibot';
import type { Meta } from './content-model.ts';

const KINDS: Readonly<Record<Meta['type'], v.GenericSchema>> = {
  string: v.string(),
  integer: v.pipe(v.number(), v.integer()),
  number: v.number(),
  boolean: v.boolean(),
};

/** What the value of a registered key may be. */
export function metaValue(meta: Meta): v.GenericSchema {
  return meta.single ? KINDS[meta.type] : v.array(KINDS[meta.type]);
}

/** The field `meta` as an item shows it: registered keys only (`content.md` 2.2). */
export function metaItem(metas: readonly Meta[], context: readonly string[]): v.GenericSchema {
  const entries = Object.fromEntries(metas.map((meta) => [meta.key, shownValue(meta)]));
  return v.pipe(v.object(entries), v.description('Registered fields and their values.'), v.metadata({ context }));
}

/** The same with the default as OPTIONS tells it: in `items` of a key with several values (`content.md` 1.2). */
function shownValue(meta: Meta): v.GenericSchema {
  const facts = meta.default === undefined ? {} : { default: meta.default };
  const one = v.pipe(KINDS[meta.type], v.metadata(facts));
  return meta.single ? one : v.array(one);
}

/** The field `meta` as a request may hold it: its values are judged when they are stored, as one fault of their own kind. */
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
