import * as v from 'valibot';
import { item } from '../wire/answer-field.ts';
import { LOCALE_PATTERN } from './language.ts';
import { SLUG_PATTERN } from '../settings/settings.ts';

/** The input of a preview: one of the changes to a language (`contract/extras.md`). */
export const LanguageImpactQuery = {
  term_id: v.optional(v.pipe(v.number(), v.integer(), v.description('Number of the language.'))),
  delete: v.optional(v.pipe(v.boolean(), v.description('Preview deleting it.')), false),
  default: v.optional(v.pipe(v.boolean(), v.description('Preview making it the default.')), false),
  slug: v.optional(v.pipe(v.string(), v.regex(SLUG_PATTERN), v.description('Preview giving it this code.'))),
  locale: v.optional(v.pipe(v.string(), v.regex(LOCALE_PATTERN), v.description('Preview giving it this locale.'))),
};

/** The language settings that are changed through `polydesk/v1` (`contract/extras.md`). */
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

const integer = v.pipe(v.number(), v.integer());
const texts = v.array(v.string());
const beforeAndAfter = v.object({ before: v.string(), after: v.string() });
const impact = {
  items: v.pipe(
    v.array(v.object({ kind: v.string(), type: v.string(), count: integer })),
    v.description('Items that lose or change their language, by kind and type.'),
  ),
  addresses: v.pipe(
    v.object({
      total: integer,
      first: v.array(v.object({ kind: v.string(), id: integer, before: v.string(), after: v.string() })),
    }),
    v.description('The first addresses that change, and their number.'),
  ),
  languages: v.pipe(
    v.object({ added: texts, removed: texts, default_before: v.string(), default_after: v.string() }),
    v.description('Languages whose addresses, place or mark change.'),
  ),
  menus: v.pipe(texts, v.description('Places in menus that change: "theme / location".')),
  domains: v.pipe(texts, v.description('Codes of the languages whose domain changes.')),
};

/** The effects of a change (`contract/extras.md`): nothing is stored. */
export const Impact = item('impact', impact);
export type Impact = v.InferOutput<typeof Impact>;

/** The same addresses of a language before and after a change. */
const AddressSample = v.object({
  lang: v.string(),
  front: beforeAndAfter,
  post: beforeAndAfter,
  category: beforeAndAfter,
  search: beforeAndAfter,
});
export type AddressSample = v.InferOutput<typeof AddressSample>;

/** The effects of a settings write. */
export const SettingsImpact = item('settings-impact', {
  ...impact,
  samples: v.pipe(v.array(AddressSample), v.description('Addresses of each language before and after.')),
  published: v.pipe(integer, v.description('Published items, media and terms whose address changes.')),
  warnings: v.pipe(
    v.array(v.object({ code: v.string(), message: v.string() })),
    v.description('What keeps it from being saved yet.'),
  ),
});
export type SettingsImpact = v.InferOutput<typeof SettingsImpact>;

/** The page of the list of redirects. */
export const RedirectsQuery = {
  page: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.description('Page of the list.')), 1),
};

/** A page of old and new addresses. */
export const Redirects = item('redirects', {
  redirects: v.pipe(
    v.array(v.object({ from: v.string(), to: v.string() })),
    v.description('Addresses that change; what keeps its address is left out.'),
  ),
  pages: v.pipe(integer, v.description('Number of pages of the list.')),
});
export type Redirects = v.InferOutput<typeof Redirects>;
