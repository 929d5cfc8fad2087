import { allLanguages } from '../../store/languages/languages.ts';
import { escapeSigns } from '../content/entities.ts';
import { contentFacts, needLanguage } from '../content/content-facts.ts';
import { invalidParameter } from '../invalid-parameter.ts';
import { siteSettings } from '../settings/site-settings.ts';
import { RestError } from '../../errors.ts';
import type { SiteSettingsValue } from '../../schema/settings/site-settings.ts';
import type { SiteString } from '../../schema/site/strings.ts';
import type { Site } from '../../site.ts';
import { registeredThere } from '../../store/live/registered.ts';
import { connectedSite } from '../../store/live/sites.ts';
import { metaValues, setMeta } from '../../store/content/meta.ts';
import { menuStrings, writeMenuString } from './menu-strings.ts';
import { PhpError, readPhpArray, writePhp, type PhpArray } from '../content/php.ts';

/** The meta key under which the language plugin stores string translations: a list of pairs for each language. */
const KEY = '_pll_strings_translations';

/** Settings of the site that visitors see, by their names in WordPress. */
const OF_SITE = {
  blogname: 'title',
  blogdescription: 'description',
  date_format: 'date_format',
  time_format: 'time_format',
} as const;

/** Whether a string, by its name, is a format of dates or times rather than a text. */
export const isFormat = (name: string): boolean => name === 'date_format' || name === 'time_format';

/** Texts whose translations are kept when they change. */
const CARRIED = ['title', 'description'] as const;

/**
 * All translatable strings, in order: the texts of the site, then strings registered by themes and plugins, if the list of any
 * language contains them or the live site registers them. Languages without a translation are left out.
 */
export function siteStrings(site: Site): SiteString[] {
  const found = new Map(registeredStrings(site).map((one) => [one.source, one]));
  addRegisteredThere(site, found);
  addMenuStrings(site, found);
  return [...found.values()];
}

/**
 * How lists may name a text, the usual form first: the platform stores titles and taglines with entities, and names their strings
 * so (`live-wordpress.md` 7).
 */
export function formsOf(site: Site, source: string): string[] {
  const options = siteSettings(site);
  const isText = CARRIED.some((setting) => options[setting] === source);
  return isText ? [...new Set([escapeSigns(source), source])] : [source];
}

/** Adds what the live site registers, and its names. Its own title and tagline become those of this site with a pull. */
function addRegisteredThere({ db }: Site, found: Map<string, SiteString>): void {
  for (const { source, name } of registeredThere(db)) {
    const known = found.get(source);
    if (known?.group === 'other') known.name = name;
    if (!known && !Object.hasOwn(OF_SITE, name))
      found.set(source, { source, name, group: 'other', translations: {}, lacks: [] });
  }
}

/** The same without titles of menus: what the language plugin keeps in its lists. */
export function registeredStrings(site: Site): SiteString[] {
  const options = siteSettings(site);
  const found = new Map<string, SiteString>();
  for (const [name, setting] of Object.entries(OF_SITE)) {
    const source = options[setting];
    if (source !== '')
      found.set(source, found.get(source) ?? { source, name, group: 'site', translations: {}, lacks: [] });
  }
  const listed = new Map([...found.keys()].flatMap((source) => formsOf(site, source).map((form) => [form, source])));
  for (const { slug, term_id } of allLanguages(site.db))
    for (const [form, text] of pairsOf(listOf(site, term_id) ?? new Map())) {
      const source = listed.get(form) ?? form;
      const known = found.get(source) ?? { source, name: '', group: 'other' as const, translations: {}, lacks: [] };
      found.set(source, known);
      if (text !== '') known.translations[slug] = text;
    }
  return [...found.values()];
}

/** Adds titles of menus; a title that is also a registered string has its translation there. */
function addMenuStrings(site: Site, found: Map<string, SiteString>): void {
  const languages = allLanguages(site.db).map(({ slug }) => slug);
  const standard = contentFacts(site).languages.get(contentFacts(site).defaultLanguage ?? 0)?.slug;
  for (const [source, { entries }] of menuStrings(site)) {
    if (found.has(source)) continue;
    const titles = [...entries].flatMap(([slug, [first]]) =>
      first && first.title !== '' ? [[slug, first.title]] : [],
    );
    const translations = Object.fromEntries(titles) as Record<string, string>;
    const lacks = languages.filter((slug) => slug !== standard && !entries.has(slug));
    found.set(source, { source, name: '', group: 'menu', translations, lacks });
  }
}

/**
 * Sets the translations of a string, by language code; "" removes one. Other entries of the lists are unchanged. 404 for a text
 * that is not a string of the site, 400 for an unknown language, 409 `polydesk_no_menu` for a title that the menu there does not
 * have, 409 `polydesk_unreadable` for a list that cannot be read.
 */
export function writeString(site: Site, source: string, translations: Readonly<Record<string, string>>): SiteString {
  const known = siteStrings(site).find((one) => one.source === source);
  if (!known) throw new RestError('polydesk_not_found', 'The site has no such string.', 404);
  const [facts, menus] = [contentFacts(site), menuStrings(site)];
  for (const [code, text] of Object.entries(translations)) {
    const language = needLanguage(facts, code, 'translations');
    if (text.length > LONGEST) throw invalidParameter('translations', 'rest_too_long', 'The text is too long.');
    const isThere = writeMenuString(site, menus.get(source), language.slug, text.toWellFormed());
    if (known.group !== 'menu') writeForms(site, language.id, { source, text: text.toWellFormed() });
    else if (!isThere)
      throw new RestError('polydesk_no_menu', 'The menu of this language has no such entry. Nothing was changed.', 409);
  }
  return siteStrings(site).find((one) => one.source === source) ?? known;
}

const LONGEST = 100_000;

/**
 * Sets translations of a string that the live site registers, whether a list here names it yet or not; "" removes one. 400 for an
 * unknown language, 409 `polydesk_unreadable` for a list that cannot be read.
 */
export function writeRegistered(site: Site, source: string, translations: Readonly<Record<string, string>>): void {
  const facts = contentFacts(site);
  for (const [code, text] of Object.entries(translations)) {
    const language = needLanguage(facts, code, 'translations');
    if (text.length > LONGEST) throw invalidParameter('translations', 'rest_too_long', 'The text is too long.');
    writePair(site, language.id, { source, text: text.toWellFormed() });
  }
}

/** Writes a translation under the form that the list or the live site has already; "" removes all forms. */
function writeForms(site: Site, language: number, { source, text }: { source: string; text: string }): void {
  const forms = formsOf(site, source);
  const known = new Set([
    ...pairsOf(listOf(site, language) ?? new Map()).map(([form]) => form),
    ...registeredThere(site.db).map((one) => one.source),
  ]);
  const own = forms.find((form) => known.has(form)) ?? forms[0] ?? source;
  for (const form of forms) writePair(site, language, { source: form, text: form === own ? text : '' });
}

function writePair(site: Site, language: number, { source, text }: { source: string; text: string }): void {
  const list = listOf(site, language);
  if (!list)
    throw new RestError(
      'polydesk_unreadable',
      'The strings of this language cannot be read. Nothing was changed.',
      409,
    );
  const entries = [...list];
  const at = entries.findIndex(([, pair]) => pair instanceof Map && pair.get(0) === source);
  const own = entries[at]?.[1];
  if (text === '' && at === -1) return;
  if (text === '') entries.splice(at, 1);
  else if (own instanceof Map) own.set(1, text);
  else entries.push([entries.length, pairOf(source, text)]);
  // Lists are numbered from 0; other keys were set by other programs and are kept.
  const isList = entries.every(([key]) => typeof key === 'number');
  const value: PhpArray = new Map(isList ? entries.map(([, pair], place) => [place, pair]) : entries);
  setMeta(site.db, { kind: 'term', id: language }, { key: KEY, values: value.size === 0 ? [] : [writePhp(value)] });
}

/**
 * Moves the translations of the title and the tagline to their new texts, as the language plugin does, unless a new text has its
 * own. An unreadable list is left alone. While a live site is connected and still has the old text, the translations of that are
 * kept as well: the site will move its own.
 *
 * @param how.isPulled whether the new text comes from the live site
 */
export function carryTranslations(
  site: Site,
  before: Pick<SiteSettingsValue, (typeof CARRIED)[number]>,
  { isPulled = false }: { isPulled?: boolean } = {},
): void {
  const after = siteSettings(site);
  const isKept = !isPulled && connectedSite(site.db) !== undefined;
  for (const setting of CARRIED) {
    const [old, source] = [before[setting], after[setting]];
    if (old === source || old === '' || source === '') continue;
    const isLeft = !isKept && CARRIED.every((other) => after[other] !== old);
    for (const { term_id } of allLanguages(site.db)) moveForms(site, term_id, { old, source, isLeft });
  }
}

/**
 * Copies the translation of the old source text to the new one, unless that already has a translation. @param isLeft whether the old
 * text is not in use any more: its translation is then removed
 */
function moveForms(
  site: Site,
  language: number,
  { old, source, isLeft }: { old: string; source: string; isLeft: boolean },
): void {
  const pairs = new Map(pairsOf(listOf(site, language) ?? new Map()));
  const forms = [escapeSigns(old), old];
  const text = forms.map((form) => pairs.get(form) ?? '').find((one) => one !== '');
  if (text === undefined || forms.includes(text) || formsOf(site, source).some((form) => pairs.has(form))) return;
  writeForms(site, language, { source, text });
  if (isLeft) for (const form of forms) writePair(site, language, { source: form, text: '' });
}

const pairOf = (source: string, text: string): PhpArray =>
  new Map([
    [0, source],
    [1, text],
  ]);

/** The list of a language; empty if it has none, undefined if it cannot be read. */
function listOf(site: Site, language: number): PhpArray | undefined {
  const [value] = metaValues(site.db, { kind: 'term', id: language }, KEY);
  if (value === undefined || value === '') return new Map();
  try {
    return readPhpArray(value);
  } catch (error) {
    if (error instanceof PhpError) return undefined;
    throw error;
  }
}

function pairsOf(list: PhpArray): [source: string, text: string][] {
  return [...list.values()].flatMap((pair): [string, string][] => {
    const [source, text] = pair instanceof Map ? [pair.get(0), pair.get(1)] : [];
    return typeof source === 'string' && source !== '' ? [[source, typeof text === 'string' ? text : '']] : [];
  });
}
