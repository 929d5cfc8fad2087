import * as v from 'valibot';
import { LOCALE_PATTERN } from './language.ts';
import { SLUG_PATTERN } from './settings.ts';

/** What a preview is asked for: one of the changes to a language (`contract/extras.md`). */
export const LanguageImpactQuery = {
  term_id: v.optional(v.pipe(v.number(), v.integer(), v.description('Number of the language.'))),
  delete: v.optional(v.pipe(v.boolean(), v.description('Preview deleting it.')), false),
  default: v.optional(v.pipe(v.boolean(), v.description('Preview making it the default.')), false),
  slug: v.optional(v.pipe(v.string(), v.regex(SLUG_PATTERN), v.description('Preview giving it this code.'))),
  locale: v.optional(v.pipe(v.string(), v.regex(LOCALE_PATTERN), v.description('Preview giving it this locale.'))),
};

/** What of a language changes through `polydesk/v1` (`contract/extras.md`). */
export const LanguagePatch = {
  term_id: v.optional(v.pipe(v.number(), v.integer(), v.description('Number of the language.'))),
  active: v.optional(v.pipe(v.boolean(), v.description('false switches the language off.'))),
  fallbacks: v.optional(
    v.pipe(
      v.array(v.pipe(v.string(), v.regex(LOCALE_PATTERN))),
      v.description('Locales to fall back to, first choice first.'),
    ),
  ),
};
