import * as v from 'valibot';
import { contentModel, invalidModelParts, postTypes, taxonomies } from '../../domain/content/content-model.ts';
import { checkContentModel } from '../../domain/content/content-model-rules.ts';
import { RestError } from '../../errors.ts';
import {
  ContentModelSchema,
  CustomPostType,
  CustomTaxonomy,
  type ContentModel,
} from '../../schema/content/content-model.ts';
import { fits } from '../../schema/wire/explain.ts';
import type { Site } from '../../site.ts';
import { readSetting } from '../../store/settings/settings.ts';
import { HOST_POST_TYPES, HOST_TAXONOMIES, TAXONOMY_NAME, TYPE_NAME } from '../wxr/host-types.ts';
import { count, warn } from '../report.ts';
import type { Context } from './context.ts';

/** Types the import registers, and settings that depend on its languages (`content.md` 8.2). */
export interface ModelPlan {
  /** undefined if it does not change. */
  model: ContentModel | undefined;
  settings: ReadonlyMap<'post_types' | 'taxonomies' | 'media_support', string[] | true>;
}

/** What items of a custom type support: the file does not say, so everything. */
const SUPPORTS = ['title', 'editor', 'author', 'thumbnail', 'excerpt', 'comments', 'page-attributes', 'custom-fields'];

/** Unknown types and taxonomies become custom ones, and count as translated if their items have languages. */
export function planModel(context: Context, withLanguage: ReadonlySet<string>): ModelPlan {
  const { site, records } = context;
  assertReadable(site);
  const before = contentModel(site);
  const afterTerms = addTaxonomies(context, withBundle(context, before));
  const model = addTypes(context, afterTerms);
  const translatedTypes = records.staging.types().filter(({ hasLanguage }) => hasLanguage === 1);
  const settings = new Map<'post_types' | 'taxonomies' | 'media_support', string[] | true>();
  const list = (name: 'post_types' | 'taxonomies', wanted: Iterable<string>): void => {
    const custom = new Set(model[name].map((each) => each.name));
    const value = readSetting(site.db, name);
    const now = Array.isArray(value) ? value.map(String) : [];
    const next = [...new Set([...now, ...[...wanted].filter((each) => custom.has(each))])];
    if (next.length > now.length) settings.set(name, next);
  };
  list(
    'post_types',
    translatedTypes.map(({ type }) => type),
  );
  list('taxonomies', withLanguage);
  if (translatedTypes.some(({ type }) => type === 'attachment') && readSetting(site.db, 'media_support') !== true)
    settings.set('media_support', true);
  noteSettings(context, settings);
  return { model: model === before ? undefined : model, settings };
}

/** An unreadable content model would otherwise be overwritten by the types of the file. */
function assertReadable(site: Site): void {
  if (invalidModelParts(site).length === 0) return;
  const text =
    'The types of this site cannot be read, and the types in the file would replace them. Nothing was imported. Check the site and repair this first.';
  throw new RestError('polydesk_model_unreadable', text, 409);
}

/** Merges the types and fields of a bundle into those of the site; invalid combinations are left out. */
function withBundle({ records, choices, isPristine, report }: Context, model: ContentModel): ContentModel {
  const parsed = v.safeParse(ContentModelSchema, records.site.more?.model ?? {});
  if (!parsed.success || records.site.more === undefined || (!isPristine && choices.existing === 'keep')) return model;
  const { post_types, taxonomies: terms, post_meta, term_meta, page_templates } = parsed.output;
  const rest = <T>(list: readonly T[], news: readonly T[], key: (one: T) => string): T[] => {
    const keys = new Set(news.map(key));
    return [...news, ...list.filter((one) => !keys.has(key(one)))];
  };
  const name = (one: { name: string }): string => one.name;
  const meta = (one: { key: string; object_types: readonly string[] }): string =>
    `${one.key} ${one.object_types.join(' ')}`;
  const next: ContentModel = {
    post_types: rest(model.post_types, post_types, name),
    taxonomies: rest(model.taxonomies, terms, name),
    post_meta: rest(model.post_meta, post_meta, meta),
    term_meta: rest(model.term_meta, term_meta, meta),
    page_templates: [...new Set([...page_templates, ...model.page_templates])],
  };
  if (JSON.stringify(next) === JSON.stringify(model)) return model;
  if (isPossible(next)) return next;
  const text = 'The content model of the bundle does not fit that of the site, which was not changed.';
  warn(report, 'site', { line: 0, code: 'content_model', text });
  return model;
}

function noteSettings({ report }: Context, settings: ModelPlan['settings']): void {
  for (const [name, value] of settings) {
    const what =
      value === true
        ? 'on, because media have languages'
        : `"${value.join('", "')}", because their items have languages`;
    count(report, 'site', 'updated');
    const params = value === true ? { name, is: 'on' } : { name, is: 'list', list: `"${value.join('", "')}"` };
    warn(report, 'site', { line: 0, code: 'setting', text: `The setting ${name} is now ${what}.`, params });
  }
}

function addTypes(context: Context, model: ContentModel): ContentModel {
  const { records, site } = context;
  const known = new Set([...postTypes(site), ...model.post_types].map(({ name }) => name));
  const own = new Map<string, string[]>();
  const names = new Set([...taxonomies(site).map(({ name }) => name), ...model.taxonomies.map(({ name }) => name)]);
  for (const { taxonomy, type } of records.staging.typesOfTaxonomies())
    if (names.has(taxonomy)) own.set(type, [...(own.get(type) ?? []), taxonomy]);
  let next = model;
  for (const { type, hasParent, n } of records.staging.types()) {
    // Names that cannot be stored are reported item by item.
    if (known.has(type) || HOST_POST_TYPES.has(type) || !TYPE_NAME.test(type)) continue;
    const entry = {
      name: type,
      label: type,
      hierarchical: hasParent === 1,
      supports: SUPPORTS,
      taxonomies: own.get(type) ?? [],
      has_archive: false,
    };
    const added = tryAll(`${type}-items`, (rest_base) => {
      const named = { ...entry, rest_base: rest_base ?? type };
      return fits(CustomPostType, named) ? { ...next, post_types: [...next.post_types, named] } : undefined;
    });
    next = added ?? next;
    noteType(context, { name: type, what: 'type', n, isAdded: added !== undefined });
  }
  return next;
}

function addTaxonomies(context: Context, model: ContentModel): ContentModel {
  const { records, site } = context;
  const known = new Set([...taxonomies(site), ...model.taxonomies].map(({ name }) => name));
  const parents = new Map(records.staging.taxonomies().map(({ taxonomy, hasParent }) => [taxonomy, hasParent === 1]));
  const carriers = new Map<string, string[]>();
  for (const { taxonomy, type } of records.staging.typesOfTaxonomies()) {
    carriers.set(taxonomy, [...(carriers.get(taxonomy) ?? []), type]);
    if (!parents.has(taxonomy)) parents.set(taxonomy, false);
  }
  // Built-in types are listed here; new types list their taxonomies themselves.
  const builtIn = new Set(postTypes(site).map(({ name }) => name));
  let next = model;
  for (const [name, hierarchical] of parents) {
    if (known.has(name) || HOST_TAXONOMIES.has(name) || !TAXONOMY_NAME.test(name)) continue;
    const object_types = (carriers.get(name) ?? []).filter((type) => builtIn.has(type));
    const entry = { name, label: name, hierarchical, object_types };
    const added = tryAll(`${name}-terms`, (rest_base) => {
      const named = { ...entry, rest_base: rest_base ?? name };
      return fits(CustomTaxonomy, named) ? { ...next, taxonomies: [...next.taxonomies, named] } : undefined;
    });
    next = added ?? next;
    noteType(context, { name, what: 'taxonomy', n: 0, isAdded: added !== undefined });
  }
  return next;
}

/** Adds the type under its own address, otherwise under another one; undefined if both fail. */
function tryAll(otherBase: string, make: (rest_base?: string) => ContentModel | undefined): ContentModel | undefined {
  return [make(), make(otherBase)].find((model) => model !== undefined && isPossible(model));
}

function isPossible(model: ContentModel): boolean {
  try {
    checkContentModel(model);
    return true;
  } catch (error) {
    if (error instanceof RestError) return false;
    throw error;
  }
}

function noteType(
  { report }: Context,
  { name, what, n, isAdded }: { name: string; what: 'type' | 'taxonomy'; n: number; isAdded: boolean },
): void {
  count(report, 'site', isAdded ? 'created' : 'dropped');
  const items = n === 0 ? '' : ` of ${n} ${n === 1 ? 'item' : 'items'}`;
  const text = isAdded
    ? `The ${what} "${name}"${items} is new here and was registered.`
    : `The ${what} "${name}"${items} cannot be registered under this name; its items are kept for export, but not shown.`;
  warn(report, 'site', {
    line: 0,
    code: isAdded ? 'registered' : 'not_registered',
    text,
    params: { what, name, count: n },
  });
}
