import * as v from 'valibot';

/** Interface preferences shared by all sites: the page defines names and values. */
export const InterfaceChoices = v.pipe(
  v.record(
    v.pipe(v.string(), v.regex(/^[a-z][A-Za-z]{1,30}$/)),
    v.union([v.boolean(), v.pipe(v.string(), v.maxLength(30))]),
  ),
  v.check((choices) => Object.keys(choices).length <= 30),
);
export type InterfaceChoices = v.InferOutput<typeof InterfaceChoices>;
