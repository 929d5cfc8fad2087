import * as v from 'valibot';

/** A read-only field of an answer, with its description for OPTIONS. */
export const field = <const S extends v.GenericSchema>(schema: S, text: string) =>
  v.pipe(schema, v.description(text), v.metadata({ readonly: true }));

/** An object that answers contain, singly or in a list: its title names it in OPTIONS and in OpenAPI. */
export const item = <const E extends v.ObjectEntries>(title: string, entries: E) =>
  v.pipe(v.object(entries), v.title(title));

/** An item of `wp/v2`: the context of a request determines which fields it has, so code handles it as a map. */
export const inContext = (schema: v.GenericSchema) => schema as v.GenericSchema<Record<string, unknown>>;

/** All fields of a schema, including those a request may leave out. */
export type Whole<S extends v.GenericSchema> = {
  [K in keyof v.InferOutput<S>]-?: Exclude<v.InferOutput<S>[K], undefined>;
};

/** The schema for answers of something that can be written: it has every field. */
export const whole = <const S extends v.GenericSchema>(schema: S) => schema as unknown as v.GenericSchema<Whole<S>>;
