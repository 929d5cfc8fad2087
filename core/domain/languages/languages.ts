import { RestError, type AdditionalError } from '../../errors.ts';
import type { LanguageValue } from '../../schema/languages/language.ts';
import type { Site } from '../../site.ts';
import {
  allLanguages,
  deleteLanguageRows,
  insertLanguage,
  languageById,
  languageBySlug,
  updateLanguageRow,
  type LanguageRow,
} from '../../store/languages/languages.ts';
import { setDefaultLanguageId, siteRow } from '../../store/site/site.ts';
import { insertTerm, updateTerm, updateTermNames } from '../../store/content/terms.ts';
import { deleteItemsOfLanguage } from '../../store/translations/translations.ts';
import { adoptDefaultCategory, createDefaultCategory } from './default-category.ts';
import { makeDefault } from './default-language.ts';
import { isFlagCode } from './flags.ts';
import { deriveLanguage, w3cOf } from './catalog.ts';
import { languageFacts } from './facts.ts';
import { languageValue } from './fields.ts';
import { languageName } from './name.ts';
import { forgetSlug, renameSlug } from './slugs.ts';

const MAX_LENGTH = 200;

/** Validated writable fields of a language. */
export interface LanguageInput {
  locale?: string | undefined;
  name?: string | undefined;
  slug?: string | undefined;
  is_rtl?: boolean | undefined;
  flag_code?: string | undefined;
  term_group?: number | undefined;
}

/** All languages in list order (`interface.md` 4.1). */
export function listLanguages(site: Site): LanguageValue[] {
  const facts = languageFacts(site);
  return allLanguages(site.db).map((row) => languageValue(row, facts));
}

/** By ID of the language or its twin; 404 `rest_invalid_id` (`interface.md` 4.2). */
export function language(site: Site, id: number): LanguageValue {
  return valueOf(site, languageRow(site, id));
}

export function languageRow(site: Site, id: number): LanguageRow {
  const row = languageById(site.db, id);
  if (!row) throw new RestError('rest_invalid_id', 'No language has this id.', 404);
  return row;
}

/**
 * By slug, locale or W3C locale, case-sensitively; the last match in list order wins; 404 `rest_invalid_slug` (`interface.md`
 * 4.2).
 */
export function languageByKey(site: Site, key: string): LanguageValue {
  const row = allLanguages(site.db).findLast(
    (one) => one.slug === key || one.locale === key || w3cOf(one.locale) === key,
  );
  if (!row) throw new RestError('rest_invalid_slug', 'No language has this code.', 404);
  return valueOf(site, row);
}

/** Adds a language; omitted fields are derived from the locale (`interface.md` 4.3). */
export function createLanguage(
  site: Site,
  input: LanguageInput & { locale: string; no_default_cat: boolean },
): LanguageValue {
  const derived = deriveLanguage(input.locale);
  const name = input.name ?? derived.name;
  const slug = input.slug ?? derived.slug;
  const flag = input.flag_code ?? derived.flag_code;
  refuse([
    ...slugFaults(site, slug),
    ...(name === undefined
      ? [fault('pll_invalid_name', 'Give the language a name: none is known for this locale.')]
      : []),
    ...flagFaults(flag),
  ]);
  const stored = storedName(name ?? '', 'pll_add_language');
  const termId = insertTerm(site.db, { taxonomy: 'language', name: stored, slug: slug ?? '' });
  const twinId = insertTerm(site.db, { taxonomy: 'term_language', name: stored, slug: `pll_${slug ?? ''}` });
  insertLanguage(site.db, {
    term_id: termId,
    twin_id: twinId,
    locale: input.locale,
    is_rtl: (input.is_rtl ?? derived.is_rtl) ? 1 : 0,
    flag_code: flag,
    term_group: Math.max(0, input.term_group ?? 0),
  });
  if (siteRow(site.db).default_language_id === null) {
    setDefaultLanguageId(site.db, termId);
    adoptDefaultCategory(site, termId);
  } else if (!input.no_default_cat) {
    createDefaultCategory(site, { id: termId, slug: slug ?? '' });
  }
  return language(site, termId);
}

/** Updates a language; omitted fields keep their values and are not derived again (`interface.md` 4.4). */
export function updateLanguage(site: Site, id: number, input: LanguageInput): LanguageValue {
  const row = languageRow(site, id);
  refuse([
    ...(input.slug === undefined || input.slug === row.slug ? [] : slugFaults(site, input.slug)),
    ...flagFaults(input.flag_code ?? ''),
  ]);
  const name = input.name === undefined ? row.name : storedName(input.name, 'pll_update_secondary_language_terms');
  const slug = input.slug ?? row.slug;
  const isMoved = slug !== row.slug;
  if (name !== row.name) updateTermNames(site.db, [row.term_id, row.twin_id], name);
  if (isMoved) {
    updateTerm(site.db, row.term_id, { slug });
    updateTerm(site.db, row.twin_id, { slug: `pll_${slug}` });
    renameSlug(site, row.slug, slug);
  }
  const next: LanguageRow = {
    ...row,
    name,
    slug,
    locale: input.locale ?? row.locale,
    is_rtl: input.is_rtl === undefined ? row.is_rtl : input.is_rtl ? 1 : 0,
    flag_code: input.flag_code ?? row.flag_code,
    term_group: input.term_group === undefined ? row.term_group : Math.max(0, input.term_group),
  };
  if (OWN_COLUMNS.some((column) => next[column] !== row[column])) updateLanguageRow(site.db, next);
  return valueOf(site, next);
}

/** Columns of a language besides the name and slug of its terms. */
const OWN_COLUMNS = ['locale', 'is_rtl', 'flag_code', 'term_group'] as const;

/** Deletes a language with its cascade; returns the object as it was (`interface.md` 4.5). */
export function deleteLanguage(site: Site, id: number): LanguageValue {
  const row = languageRow(site, id);
  const previous = valueOf(site, row);
  if (previous.is_default) passOnDefault(site, row);
  deleteItemsOfLanguage(site.db, row.term_id);
  forgetSlug(site, row.slug);
  deleteLanguageRows(site.db, row);
  return previous;
}

/**
 * Makes the first other active language in list order the default; if none is active, the first is activated (`interface.md`
 * 4.5).
 */
function passOnDefault(site: Site, row: LanguageRow): void {
  const others = allLanguages(site.db).filter((one) => one.term_id !== row.term_id);
  const heir = others.find((one) => one.active === 1) ?? others[0];
  if (!heir) {
    setDefaultLanguageId(site.db, null);
    return;
  }
  if (heir.active === 0) updateLanguageRow(site.db, { ...heir, active: 1 });
  makeDefault(site, heir.term_id);
}

/** Activates or deactivates a language and sets its fallbacks (`contract/extras.md`, PATCH `/languages/{term_id}`). */
export function patchLanguage(
  site: Site,
  id: number,
  input: { active?: boolean | undefined; fallbacks?: string[] | undefined },
): LanguageValue {
  const row = languageRow(site, id);
  if (input.active === false && siteRow(site.db).default_language_id === row.term_id) {
    throw new RestError(
      'polydesk_default_language',
      'The default language cannot be switched off. Make another language the default first.',
      400,
    );
  }
  const active = input.active === undefined ? row.active : input.active ? 1 : 0;
  const fallbacks = input.fallbacks === undefined ? row.fallbacks : JSON.stringify([...new Set(input.fallbacks)]);
  updateLanguageRow(site.db, { ...row, active, fallbacks });
  return language(site, row.term_id);
}

function valueOf(site: Site, row: LanguageRow): LanguageValue {
  return languageValue(row, languageFacts(site, row.term_id));
}

function fault(code: string, message: string): AdditionalError {
  return { code, message, data: null };
}

function slugFaults(site: Site, slug: string | undefined): AdditionalError[] {
  if (slug === undefined)
    return [fault('pll_invalid_slug', 'Give the language a code: none is known for this locale.')];
  if (slug.length > MAX_LENGTH)
    return [fault('pll_invalid_slug', `The code may be at most ${MAX_LENGTH} characters long.`)];
  return languageBySlug(site.db, slug)
    ? [fault('pll_non_unique_slug', `Another language has the code ${slug}. Choose a different one.`)]
    : [];
}

function flagFaults(code: string): AdditionalError[] {
  return code === '' || isFlagCode(code) ? [] : [fault('pll_invalid_flag', 'No flag has this code.')];
}

/** Throws all semantic errors together, in the order of the contract (`interface.md` 4.3). */
function refuse(faults: readonly AdditionalError[]): void {
  const [first, ...others] = faults;
  if (first) throw new RestError(first.code, first.message, 400, others.length > 0 ? { additionalErrors: others } : {});
}

function storedName(name: string, code: string): string {
  const clean = languageName(name);
  if (clean === '') throw new RestError(code, 'The name of a language cannot be empty.', 400);
  if (clean.length > MAX_LENGTH)
    throw new RestError(code, `The name of a language may be at most ${MAX_LENGTH} characters long.`, 400);
  return clean;
}
