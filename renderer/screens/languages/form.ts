import { plainName } from '../../../core/schema/languages/names.ts';
import type { LanguageValue } from '../../../core/schema/languages/language.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { draftsOf } from '../../lib/kept-drafts.svelte.ts';
import type { Read } from '../../lib/api/answers.ts';

/** The editable fields of a language. */
export interface LanguageForm {
  name: string;
  locale: string;
  slug: string;
  flag_code: string;
  term_group: number | null;
  is_rtl: boolean;
}

/** An entry of the language database, as returned by `GET polydesk/v1/locales`. */
export type LocaleEntry = Read<'/polydesk/v1/locales'>[number];

export const LOCALE_FORM = /^[a-z]{2,3}(?:_[A-Z]{2})?(?:_[a-z0-9]+)?$/;
export const SLUG_FORM = /^[a-z][a-z0-9_-]*$/;

/** Unsaved edits, kept while another language is shown. */
export const drafts = draftsOf<number, LanguageForm>('languages');

/** Errors that concern a field without naming it (`interface.md` 4.3). */
const FIELD_OF_CODE: Readonly<Record<string, string>> = {
  pll_non_unique_slug: 'slug',
  pll_invalid_slug: 'slug',
  pll_invalid_locale: 'locale',
  pll_invalid_name: 'name',
  pll_invalid_flag: 'flag_code',
};

/** The editable part of a language. */
export function formOf(language: LanguageValue): LanguageForm {
  const { locale, slug, flag_code, term_group, is_rtl } = language;
  return { name: plainName(language), locale, slug, flag_code, term_group, is_rtl };
}

/** Adds the missing field name to an error. */
export function placed(thrown: unknown): unknown {
  if (!(thrown instanceof ApiError)) return thrown;
  const field = FIELD_OF_CODE[thrown.code];
  if (!field) return thrown;
  const data = { ...thrown.data, params: { [field]: thrown.message } };
  return new ApiError(thrown.status, { code: thrown.code, message: thrown.message, data });
}

/** An unused code: the wanted one, else the locale as a code, else with a number. */
export function freeSlug(wanted: string, locale: string, taken: readonly string[]): string {
  const long = locale.toLowerCase().replaceAll('_', '-');
  const numbered = taken.map((_, at) => `${wanted}-${at + 2}`);
  return [wanted, long, ...numbered].find((slug) => slug !== '' && !taken.includes(slug)) ?? wanted;
}

/** A locale as a valid `lang` attribute: the shortest code, without parts that are not valid there. */
export function langOf(locale: string): string | undefined {
  const parts = locale.split('_');
  for (const text of [parts.join('-'), parts.slice(0, 2).join('-'), parts[0] ?? '']) {
    try {
      return Intl.getCanonicalLocales(text)[0];
    } catch {
      // Too many parts: retry with fewer.
    }
  }
  return undefined;
}
