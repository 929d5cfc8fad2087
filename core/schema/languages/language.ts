import * as v from 'valibot';
import { item, type Whole } from '../wire/answer-field.ts';
import { SLUG_PATTERN } from '../settings/settings.ts';

/** The content system's locale, e.g. fr_FR (`interface.md` 3.1). */
export const LOCALE_PATTERN = /^[a-z]{2,3}(?:_[A-Z]{2})?(?:_[a-z0-9]+)?$/;

type Facts = Record<string, unknown>;
const context = ['view', 'edit'] as const;
const shown = <T>(): v.MetadataAction<T, Facts> => v.metadata({ context });
const computed = <T>(format?: string): v.MetadataAction<T, Facts> =>
  v.metadata({ context, readonly: true, ...(format !== undefined && { format }) });
const text = v.string();
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const termProps = v.object({ term_id: v.number(), term_taxonomy_id: v.number(), count: v.number() });

/** A language, in the order of OPTIONS (`interface.md` 6.1). */
export const Language = item('language', {
  term_id: v.pipe(v.number(), v.integer(), v.minValue(1), v.description('Number that names the language.'), computed()),
  name: v.optional(
    v.pipe(text, v.minLength(1), v.description('Name of the language, as its speakers write it.'), shown()),
  ),
  slug: v.optional(
    v.pipe(
      text,
      v.regex(SLUG_PATTERN),
      v.description('Code of the language in addresses; two letters where it can be. Unique.'),
      shown(),
    ),
  ),
  locale: v.pipe(text, v.regex(LOCALE_PATTERN), v.description('Locale of the content system, e.g. fr_FR.'), shown()),
  w3c: v.pipe(text, v.description('Locale as the web writes it, e.g. fr-FR.'), computed()),
  social_locale: v.pipe(text, v.description('Locale for a social network.'), computed()),
  is_rtl: v.optional(v.pipe(v.boolean(), v.description('Text runs from right to left.'), shown())),
  term_group: v.optional(
    v.pipe(v.number(), v.integer(), v.description('Place in lists of languages, lowest first.'), shown()),
  ),
  flag_code: v.optional(
    v.pipe(text, v.description('Code of the flag, of two letters in most cases; "" for none.'), shown()),
  ),
  flag_url: v.pipe(text, v.description('Address of the flag.'), computed('uri')),
  flag: v.pipe(text, v.description('HTML tag of the flag.'), computed()),
  is_default: v.pipe(v.boolean(), v.description('This is the default language.'), computed()),
  active: v.pipe(v.boolean(), v.description('false while the language is switched off.'), computed()),
  home_url: v.pipe(text, v.description('Address of the front page in this language.'), computed('uri')),
  search_url: v.pipe(text, v.description('Address of searches in this language.'), computed('uri')),
  host: v.pipe(text, v.description('Host of this language.'), computed()),
  page_on_front: v.pipe(count, v.description('Page shown as front page in this language, else 0.'), computed()),
  page_for_posts: v.pipe(count, v.description('Page that lists the posts in this language, else 0.'), computed()),
  fallbacks: v.pipe(
    v.array(v.pipe(text, v.regex(LOCALE_PATTERN))),
    v.description('Locales to fall back to.'),
    computed(),
  ),
  term_props: v.pipe(
    v.object({ language: termProps, term_language: termProps }),
    v.description('Terms behind the language, with the numbers of its posts and terms.'),
    computed(),
  ),
  no_default_cat: v.optional(
    v.pipe(
      v.boolean(),
      v.description('Do not make a default category for this language.'),
      v.metadata({ context: ['edit'] }),
    ),
    false,
  ),
});

/** A language in answers: everything except `no_default_cat` (`interface.md` 3.1). */
export type LanguageValue = Omit<Whole<typeof Language>, 'no_default_cat'>;
export const LanguageAnswer = Language as unknown as v.GenericSchema<LanguageValue>;
