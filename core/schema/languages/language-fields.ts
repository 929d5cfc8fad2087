import * as v from 'valibot';

const context = ['view', 'edit', 'embed'] as const;
const integer = v.pipe(v.number(), v.integer());

/** A text that is a language code: OpenAPI lists the existing ones. */
export const languageCode = <const S extends v.GenericSchema<string>>(schema: S, may?: 'be empty') =>
  v.pipe(schema, v.metadata({ language: may === 'be empty' ? 'or none' : 'one' }));

/** `lang` in answers (`content.md` 5.6). */
export const langItem = v.pipe(
  v.string(),
  v.description('Code of the language; "" when it has none.'),
  v.metadata({ context, extended: true, language: 'or none' }),
);

/** `translations` in answers (`content.md` 5.6). */
export const translationsItem = v.pipe(
  v.record(v.string(), integer),
  v.description('Translations by language code, the item itself included.'),
  v.metadata({ context, extended: true }),
);

/** `lang` in requests: a code of the site, case-insensitive (`content.md` 5.7). */
export function langInput(codes: () => readonly string[]) {
  return v.optional(
    v.pipe(
      v.string(),
      v.check((value) => codes().includes(value.toLowerCase()), 'rest_not_in_enum'),
      v.description('Code of the language.'),
      v.metadata({ extended: true, choices: codes }),
    ),
  );
}

/** `translations` in requests (`content.md` 5.7). */
export const translationsInput = v.optional(
  v.pipe(
    v.record(v.string(), integer),
    v.description(
      'Translations by language code: together with the item they become its group; an empty map dissolves it.',
    ),
    v.metadata({ extended: true }),
  ),
);
