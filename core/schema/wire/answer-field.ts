import * as v from 'valibot';

/** A field of an answer that nobody writes, with what OPTIONS tells of it. */
export const field = <const S extends v.GenericSchema>(schema: S, text: string) =>
  v.pipe(schema, v.description(text), v.metadata({ readonly: true }));

/** What an answer holds one of, or a list: its title names it in OPTIONS and in OpenAPI. */
export const item = <const E extends v.ObjectEntries>(title: string, entries: E) =>
  v.pipe(v.object(entries), v.title(title));

/** An item of `wp/v2`: the context of a request decides which of its fields there are, so code that makes or reads it has a map. */
export const inContext = (schema: v.GenericSchema) => schema as v.GenericSchema<Record<string, unknown>>;

/** Everything a schema names, also what a request may leave out. */
export type Whole<S extends v.GenericSchema> = {
  [K in keyof v.InferOutput<S>]-?: Exclude<v.InferOutput<S>[K], undefined>;
};

/** The schema of something that can be written, as an answer: that holds every field. */
export const whole = <const S extends v.GenericSchema>(schema: S) => schema as unknown as v.GenericSchema<Whole<S>>;
