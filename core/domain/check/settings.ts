import type { Site } from '../../site.ts';
import { isPostOfType, nextDefaultCategory } from '../../store/file/check.ts';
import { allLanguages, updateLanguageRow } from '../../store/languages/languages.ts';
import { readSetting, writeOption, writeSetting } from '../../store/settings/settings.ts';
import { setDefaultCategoryId, setDefaultLanguageId, siteRow } from '../../store/site/site.ts';
import { termById } from '../../store/content/terms.ts';
import { itemLanguage, translationOf } from '../../store/translations/translations.ts';
import type { Dict } from '../../types.ts';
import { customPostTypes, customTaxonomies, keepReadableModel, invalidModelParts } from '../content/content-model.ts';
import { adoptDefaultCategory, chooseDefaultCategory, createDefaultCategory } from '../languages/default-category.ts';
import { forgetSlug } from '../languages/slugs.ts';
import { siteSettings } from '../settings/site-settings.ts';
import { changeLanguage } from '../translations/translations.ts';
import type { Check, Found } from './check-row.ts';

/** Checks of settings with dangling references, and of the default language and categories. */
export const settingChecks: readonly Check[] = [
  { name: 'default-language', severity: 'error', find: defaultLanguage },
  { name: 'default-category', severity: 'error', after: ['default-language'], find: defaultCategory },
  {
    name: 'default-category-missing',
    severity: 'warning',
    after: ['default-category'],
    find: missingCategories,
  },
  { name: 'domain-stale', severity: 'error', find: (site) => staleCodes(site, 'domains') },
  { name: 'menu-stale', severity: 'error', find: (site) => staleCodes(site, 'nav_menus') },
  { name: 'content-model', severity: 'error', find: findInvalidModelParts },
  { name: 'type-stale', severity: 'warning', after: ['content-model'], find: staleTypes },
  { name: 'page-lost', severity: 'warning', find: lostPages },
];

const STANDARD = { kind: 'settings', id: 'default_lang' };

function defaultLanguage(site: Site): Found[] {
  const rows = allLanguages(site.db);
  const own = siteRow(site.db).default_language_id;
  const row = rows.find(({ term_id }) => term_id === own);
  const [first] = rows;
  if (!row && first) {
    const text = 'The site has languages, but no default language.';
    const heir = rows.find(({ active }) => active === 1) ?? first;
    const repair = `Make "${heir.slug}" the default language.`;
    const mend = (): void => setDefaultLanguageId(site.db, heir.term_id);
    return [{ key: 'none', about: STANDARD, text, params: { is: 'none', lang: heir.slug }, repair, mend }];
  }
  if (row?.active !== 0) return [];
  const mend = (): void => updateLanguageRow(site.db, { ...row, active: 1 });
  const text = 'The default language is switched off.';
  return [{ key: 'inactive', about: STANDARD, text, params: { is: 'inactive' }, repair: 'Switch it on.', mend }];
}

function defaultCategory(site: Site): Found[] {
  const { default_category_id: id, default_language_id: language } = siteRow(site.db);
  const about = { kind: 'site', id: 'default_category' };
  const term = termById(site.db, id);
  if (term?.taxonomy !== 'category') {
    const other = nextDefaultCategory(site.db);
    const repair = other ? `Use "${other.name}" instead.` : null;
    const mend = (): void => (other ? setDefaultCategoryId(site.db, other.id) : undefined);
    const text = 'The default category is not a category.';
    return [{ key: 'none', about, text, params: { is: 'none', name: other?.name ?? '' }, repair, mend }];
  }
  if (language === null) return [];
  const own = itemLanguage(site.db, 'term', id);
  if (!own) {
    const mend = (): void => adoptDefaultCategory(site, language);
    const repair = 'Give it the default language.';
    const text = 'The default category has no language.';
    return [{ key: 'no-language', about, text, params: { is: 'bare' }, repair, mend }];
  }
  if (own.language_id === language) return [];
  const right = translationOf(site.db, 'term', { id, language });
  const text = 'The default category is not in the default language.';
  if (right !== undefined) {
    const mend = (): void => setDefaultCategoryId(site.db, right);
    const repair = 'Use its translation in the default language.';
    return [{ key: 'language', about, text, params: { is: 'language' }, repair, mend }];
  }
  const mend = (): void => {
    changeLanguage(site, { kind: 'term', id, type: 'category' }, language);
    // The language of the old one needs another default category.
    chooseDefaultCategory(site, id);
  };
  const repair = 'Give it the default language.';
  return [{ key: 'language', about, text, params: { is: 'alone' }, repair, mend }];
}

/** New items of a language without one get no category. */
function missingCategories(site: Site): Found[] {
  const { default_category_id: id } = siteRow(site.db);
  if (!itemLanguage(site.db, 'term', id)) return [];
  return allLanguages(site.db)
    .filter(({ term_id }) => translationOf(site.db, 'term', { id, language: term_id }) === undefined)
    .map(({ term_id, slug, name }) => ({
      key: slug,
      about: { kind: 'language', id: term_id },
      text: `${name} has no default category: new items get none.`,
      params: { name, slug },
      repair: `Create the category "uncategorized-${slug}".`,
      mend: () => createDefaultCategory(site, { id: term_id, slug }),
    }));
}

function staleCodes(site: Site, name: 'domains' | 'nav_menus'): Found[] {
  const known = new Set(allLanguages(site.db).map(({ slug }) => slug));
  const value = readSetting(site.db, name) as Dict | undefined;
  if (!value) return [];
  const codes =
    name === 'domains'
      ? Object.keys(value)
      : Object.values(value as Dict<Dict<Dict>>).flatMap((places) => Object.values(places).flatMap(Object.keys));
  const what = name === 'domains' ? 'A domain' : 'A menu';
  return [...new Set(codes)]
    .filter((code) => !known.has(code))
    .map((code) => ({
      key: code,
      about: { kind: 'settings', id: name },
      text: `${what} is set for the language "${code}", which the site does not have.`,
      params: { lang: code },
      repair: 'Remove the entry.',
      mend: () => forgetSlug(site, code),
    }));
}

/** Types that are hidden although they have items, which would seem lost. */
function findInvalidModelParts(site: Site): Found[] {
  const invalidParts = invalidModelParts(site);
  if (invalidParts.length === 0) return [];
  const list = invalidParts.filter((name) => name !== '').join(', ');
  const where = list === '' ? '' : ` (${list})`;
  return [
    {
      key: 'shape',
      about: { kind: 'site', id: 'content_model' },
      text: `The types, taxonomies and fields of this site cannot be read${where}, so none of them are shown. Their items are all still there.`,
      params: { is: list === '' ? 'whole' : 'parts', list },
      // If nothing can be kept, a person must look for the old value in the history or a backup.
      repair: list === '' ? null : 'Keep every type, taxonomy and field that can be read, and remove the rest.',
      mend: () => keepReadableModel(site),
    },
  ];
}

function staleTypes(site: Site): Found[] {
  // If the types cannot be read, none is known to be missing.
  if (invalidModelParts(site).length > 0) return [];
  const lists = { post_types: customPostTypes(site), taxonomies: customTaxonomies(site) };
  return Object.entries(lists).flatMap(([name, known]) => {
    const value = readSetting(site.db, name);
    const names = Array.isArray(value) ? value.map(String) : [];
    return names
      .filter((one) => !known.includes(one))
      .map((one) => ({
        key: `${name}:${one}`,
        about: { kind: 'settings', id: name },
        text: `"${one}" is set to have languages, but this type does not exist.`,
        params: { type: one },
        repair: 'Remove it from the list.',
        mend() {
          const now = readSetting(site.db, name);
          writeSetting(site.db, name, Array.isArray(now) ? now.filter((each) => each !== one) : []);
        },
      }));
  });
}

const PAGES = {
  page_on_front: 'page',
  page_for_posts: 'page',
  site_logo: 'attachment',
  site_icon: 'attachment',
} as const;

function lostPages(site: Site): Found[] {
  const options = siteSettings(site);
  return Object.entries(PAGES).flatMap(([name, type]) => {
    const id = options[name as keyof typeof PAGES];
    if (id === 0 || isPostOfType(site.db, id, type)) return [];
    const text = `The setting ${name} names an item (number ${id}) that no longer exists.`;
    const mend = (): void => writeOption(site.db, name, 0);
    const about = { kind: 'site', id: name };
    return [{ key: name, about, text, params: { name, id }, repair: 'Clear the setting.', mend }];
  });
}
