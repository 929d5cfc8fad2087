import * as v from 'valibot';

/** A field of an answer that nobody writes, with what OPTIONS tells of it. */
export const field = <const S extends v.GenericSchema>(schema: S, text: string) =>
  v.pipe(schema, v.description(text), v.metadata({ readonly: true }));
