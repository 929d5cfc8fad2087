import * as v from 'valibot';
import { item } from '../wire/answer-field.ts';

/** A predefined language that can be added, as answered by `/locales`. */
export const CatalogueEntry = item('locale', {
  locale: v.pipe(v.string(), v.description('Locale, e.g. fr_FR.')),
  slug: v.pipe(v.string(), v.description('Code the language gets.')),
  name: v.pipe(v.string(), v.description('The name the language gets, e.g. Português.')),
  label: v.pipe(
    v.string(),
    v.description('The name in the list, with the country where there are several: Português (Brasil).'),
  ),
  english: v.pipe(v.string(), v.description('English name.')),
  is_rtl: v.pipe(v.boolean(), v.description('Text runs from right to left.')),
  flag_code: v.pipe(v.string(), v.description('Code of the flag; "" for none.')),
});
export type CatalogueEntry = v.InferOutput<typeof CatalogueEntry>;
