import { RestError } from '../../../errors.ts';
import type { Site } from '../../../site.ts';
import { setMeta } from '../../../store/content/meta.ts';
import { countedTerms } from '../../../store/content/term-list.ts';
import { languagesOfOnly, replaceOnlyCategory } from '../../../store/content/term-posts.ts';
import {
  deleteTerm as deleteTermRow,
  insertTerm,
  TERM_TREE,
  termById,
  termsNamed,
  updateTerm as updateTermRow,
  type TermRow,
} from '../../../store/content/terms.ts';
import { itemLanguage, translationOf } from '../../../store/translations/translations.ts';
import type { Dict } from '../../../types.ts';
import { contentFacts, languageOfCode, type ContentFacts } from '../content-facts.ts';
import { isTranslated, registeredMeta, type Taxonomy } from '../content-model.ts';
import { metaChanges } from '../meta-values.ts';
import { invalidParameter } from '../../invalid-parameter.ts';
import { addNewTranslation, syncTermParents } from '../../translations/sync-terms.ts';
import { changedTermSlug, keptTermSlug, newTermSlug, type SlugPlace } from './slugs.ts';
import { termDescription, termName } from './text.ts';
import { termValues, type TermContext } from './values.ts';
import { changeLanguage, giveLanguage, link, removeLanguage, type Item } from '../../translations/translations.ts';

/** Validated writable fields of a term. */
export interface TermInput {
  name?: string | undefined;
  slug?: string | undefined;
  description?: string | undefined;
  parent?: number | undefined;
  meta?: Dict | undefined;
  /** A language code of the site. */
  lang?: string | undefined;
  translations?: Record<string, number> | undefined;
}

/** A term of a taxonomy; 404 `rest_term_invalid` if it is unknown or of another taxonomy. */
export function termRow(site: Site, tax: Taxonomy, id: number): TermRow {
  const row = termById(site.db, id);
  if (row?.taxonomy !== tax.name) throw new RestError('rest_term_invalid', 'No term has this id.', 404);
  return row;
}

/** A term as returned by the API (`content.md` 3.2). */
export function term(site: Site, tax: Taxonomy, of: { id: number; context: TermContext }): Dict {
  const { id } = termRow(site, tax, of.id);
  const [value] = termValues(site, countedTerms(site.db, [id]), { taxonomy: tax, context: of.context });
  return value ?? {};
}

/** Adds a term (`content.md` 3.3); its language is that of the request, of its parent, or the default (5.4). */
export function createTerm(site: Site, tax: Taxonomy, input: TermInput): number {
  const facts = contentFacts(site);
  const name = storedName(input.name ?? '');
  const parent = parentOf(site, tax, input.parent);
  const language = newLanguage(site, tax, { facts, lang: input.lang, parent });
  refuseDouble(site, tax, { name, parent, language });
  const place = slugPlace(tax, { facts, language, parent });
  const slug = newTermSlug(site, { slug: input.slug, name }, place);
  const description = termDescription(input.description ?? '');
  const id = insertTerm(site.db, { taxonomy: tax.name, name, slug, description, parent });
  // If nothing of the name can be used in an address, the ID is used.
  if (slug === '')
    updateTermRow(site.db, id, { slug: newTermSlug(site, { slug: undefined, name: String(id) }, place) });
  if (language !== null) giveLanguage(site, itemOf(tax, id), { language });
  writeMeta(site, tax, { id, meta: input.meta });
  if (language !== null && input.translations) {
    link(site, itemOf(tax, id), input.translations);
    addNewTranslation(site, id);
  }
  return id;
}

/** Updates the given fields, in the order language, fields, synchronisation, translations (`content.md` 5.7). */
export function updateTerm(site: Site, tax: Taxonomy, change: TermInput & { id: number }): void {
  const row = termRow(site, tax, change.id);
  const facts = contentFacts(site);
  const item = itemOf(tax, row.id);
  const hasLanguages = isTranslated(site, 'term', tax.name);
  const wanted = hasLanguages && change.lang !== undefined ? languageOfCode(facts, change.lang) : undefined;
  if (wanted) {
    if (row.id === facts.defaultCategory && wanted.id !== facts.defaultLanguage) throw keepsLanguage();
    changeLanguage(site, item, wanted.id);
  }
  const language = hasLanguages ? (itemLanguage(site.db, 'term', row.id)?.language_id ?? null) : null;
  updateFields(site, row, { tax, input: change, facts, language });
  writeMeta(site, tax, { id: row.id, meta: change.meta });
  if (!hasLanguages) return;
  syncTermParents(site, row.id);
  if (change.translations) link(site, item, change.translations);
}

function keepsLanguage(): RestError {
  const text =
    'The default category stays in the default language. Make another category the default one first, or write a translation of it.';
  return invalidParameter('lang', 'rest_invalid_param', text);
}

/**
 * Deletes a term permanently (`content.md` 3.3, 5.12): its children move up, posts left without category get the default one of
 * their language.
 */
export function deleteTerm(site: Site, row: TermRow): void {
  if (row.taxonomy === 'category') moveToDefault(site, row.id);
  TERM_TREE.moveChildren(site.db, row.id, row.parent);
  removeLanguage(site, { kind: 'term', id: row.id });
  deleteTermRow(site.db, row.id);
}

/** Whether a term is the default category or one of its translations, which cannot be deleted (`content.md` 3.3, 5.13). */
export function isProtectedTerm(site: Site, id: number): boolean {
  const category = contentFacts(site).defaultCategory;
  if (id === category) return true;
  const own = itemLanguage(site.db, 'term', id);
  return own !== undefined && own.group_id === itemLanguage(site.db, 'term', category)?.group_id;
}

/** The default category of a language: the translation of the site's default category, else that one itself (`content.md` 5.4). */
export function defaultCategoryOf(
  site: Site,
  facts: Pick<ContentFacts, 'defaultCategory'>,
  language: number | null,
): number {
  const own = language === null ? undefined : translationOf(site.db, 'term', { id: facts.defaultCategory, language });
  return own ?? facts.defaultCategory;
}

function itemOf(tax: Taxonomy, id: number): Item {
  return { kind: 'term', id, type: tax.name };
}

/** In characters (`content.md` 3.3). */
const LONGEST_NAME = 200;

function storedName(text: string): string {
  const name = termName(text);
  if (name === '') throw new RestError('empty_term_name', 'The name of a term cannot be empty.', 400);
  if ([...name].length > LONGEST_NAME)
    throw new RestError('db_insert_error', `The name of a term may have ${LONGEST_NAME} characters.`, 400);
  return name;
}

/** The parent in a request; null for none. Kept as given, whatever its language (`content.md` 5.9). */
function parentOf(site: Site, tax: Taxonomy, id: number | undefined): number | null {
  if (id === undefined) return null;
  if (!tax.hierarchical) {
    throw new RestError('rest_taxonomy_not_hierarchical', 'Terms of this taxonomy cannot have a parent.', 400);
  }
  if (id === 0) return null;
  const parent = termById(site.db, id);
  if (parent?.taxonomy !== tax.name) throw new RestError('rest_term_invalid', 'This parent term does not exist.', 400);
  return id;
}

function newLanguage(
  site: Site,
  tax: Taxonomy,
  from: { facts: ContentFacts; lang: string | undefined; parent: number | null },
): number | null {
  if (!isTranslated(site, 'term', tax.name)) return null;
  const named = from.lang === undefined ? undefined : languageOfCode(from.facts, from.lang)?.id;
  const inherited = from.parent === null ? undefined : itemLanguage(site.db, 'term', from.parent)?.language_id;
  return named ?? inherited ?? from.facts.defaultLanguage;
}

function slugPlace(
  tax: Taxonomy,
  of: { facts: ContentFacts; language: number | null; parent: number | null; except?: number },
): SlugPlace {
  const { facts, language, parent } = of;
  const locale = (language === null ? undefined : facts.languages.get(language)?.locale) ?? facts.locale;
  return { taxonomy: tax.name, language, parent, locale, ...(of.except !== undefined && { except: of.except }) };
}

function refuseDouble(
  site: Site,
  tax: Taxonomy,
  wanted: { name: string; parent: number | null; language: number | null },
): void {
  const lower = wanted.name.toLowerCase();
  const same = termsNamed(site.db, tax.name, wanted.name).find(
    (other) =>
      other.name.toLowerCase() === lower && other.parent === wanted.parent && other.language_id === wanted.language,
  );
  if (!same) return;
  throw new RestError('term_exists', 'A term with this name already exists.', 400, {
    data: { term_id: same.id },
    additionalData: [same.id, same.id],
  });
}

function updateFields(
  site: Site,
  row: TermRow,
  change: { tax: Taxonomy; input: TermInput; facts: ContentFacts; language: number | null },
): void {
  const { tax, input, facts, language } = change;
  const name = input.name === undefined ? row.name : storedName(input.name);
  const named = input.parent === undefined ? row.parent : parentOf(site, tax, input.parent);
  const parent = named !== null && TERM_TREE.isBelow(site.db, named, row.id) ? row.parent : named;
  const place = slugPlace(tax, { facts, language, parent, except: row.id });
  const slug =
    input.slug === undefined
      ? keptTermSlug(site, row.slug, place)
      : changedTermSlug(site, { slug: input.slug, name, current: row.slug }, place);
  const description = input.description === undefined ? row.description : termDescription(input.description);
  updateTermRow(site.db, row.id, { name, slug, description, parent });
}

function writeMeta(site: Site, tax: Taxonomy, of: { id: number; meta: Dict | undefined }): void {
  for (const change of metaChanges(registeredMeta(site, 'term', tax.name), of.meta))
    setMeta(site.db, { kind: 'term', id: of.id }, change);
}

function moveToDefault(site: Site, from: number): void {
  const facts = contentFacts(site);
  for (const language of languagesOfOnly(site.db, from)) {
    replaceOnlyCategory(site.db, { from, to: defaultCategoryOf(site, facts, language), language });
  }
}
