import type { ContentModel, Meta } from '../../schema/content/content-model.ts';
import type { Site } from '../../site.ts';
import { contentModelKey, contentModelText } from '../../store/content/content-model.ts';
import { readSetting, writeOption } from '../../store/settings/settings.ts';
import type { ReadDb } from '../../store/sql.ts';
import { checkContentModel } from './content-model-rules.ts';
import { POST_META, POST_TYPES, TAXONOMIES, type PostType, type Taxonomy } from './built-in-types.ts';
import { readableModel, readModel } from './stored-model.ts';

export type { PostType, Taxonomy } from './built-in-types.ts';

/** The site's additions to the built-in types, with all defaults filled in (`contract/extras.md`, `/content-model`). */
export function contentModel(site: Site): ContentModel {
  return catalogue(site).model;
}

/** Invalid parts of the stored content model; if there are any, none of it is shown, and its items stay hidden. */
export function invalidModelParts(site: Site): readonly string[] {
  return catalogue(site).invalidParts;
}

/** Repairs an invalid content model by keeping its valid parts. */
export function keepReadableModel(site: Site): void {
  writeOption(site.db, 'content_model', complete(readableModel(contentModelText(site.db))));
}

/** All post types of the site: post, page, attachment, then the custom ones (`content.md` 4). */
export function postTypes(site: Site): readonly PostType[] {
  return catalogue(site).postTypes;
}

/**
 * All taxonomies of the site: category, post_tag, then the custom ones (`content.md` 4). The language taxonomies are not
 * included.
 */
export function taxonomies(site: Site): readonly Taxonomy[] {
  return catalogue(site).taxonomies;
}

export function postType(site: Site, name: string): PostType | undefined {
  return postTypes(site).find((type) => type.name === name);
}

export function taxonomy(site: Site, name: string): Taxonomy | undefined {
  return taxonomies(site).find((each) => each.name === name);
}

/** Names of the custom post types, in registration order: the allowed values of the setting `post_types` (`interface.md` 2.5). */
export function customPostTypes(site: Site): readonly string[] {
  return contentModel(site).post_types.map((type) => type.name);
}

/** Names of the custom taxonomies, in registration order: the allowed values of the setting `taxonomies` (`interface.md` 2.5). */
export function customTaxonomies(site: Site): readonly string[] {
  return contentModel(site).taxonomies.map((each) => each.name);
}

/** Names of the post types whose items have a language (`content.md` 5.3). */
export function translatedPostTypes(site: Site): readonly string[] {
  return translated(site).postTypes;
}

/** Names of the taxonomies whose terms have a language (`content.md` 5.3). */
export function translatedTaxonomies(site: Site): readonly string[] {
  return translated(site).taxonomies;
}

/** Whether items of this post type (`post`) or taxonomy (`term`) have a language. */
export function isTranslated(site: Site, kind: 'post' | 'term', type: string): boolean {
  return (kind === 'post' ? translatedPostTypes(site) : translatedTaxonomies(site)).includes(type);
}

/** The meta keys that items of this post type or taxonomy expose and accept (`content.md` 2.2). */
export function registeredMeta(site: Site, kind: 'post' | 'term', type: string): readonly Meta[] {
  const model = contentModel(site);
  const registered = kind === 'post' ? [...POST_META, ...model.post_meta] : model.term_meta;
  return registered.filter((meta) => meta.object_types.includes(type));
}

/** The templates an item may have besides "" (`content.md` 2.4), without those only known from an import. */
export function pageTemplates(site: Site): readonly string[] {
  return contentModel(site).page_templates;
}

/** Replaces the content model after validating it as a whole. Data of a removed type stays stored and reappears with it. */
export function writeContentModel(site: Site, model: ContentModel): ContentModel {
  checkContentModel(model);
  writeOption(site.db, 'content_model', complete(model));
  return contentModel(site);
}

interface Catalogue {
  model: ContentModel;
  invalidParts: readonly string[];
  postTypes: readonly PostType[];
  taxonomies: readonly Taxonomy[];
}

function catalogue(site: Site): Catalogue {
  return site.memo.get(
    'content model',
    () => {
      const text = contentModelText(site.db);
      return site.memo.keyed('content model', text ?? '', () => makeCatalogue(text));
    },
    'rest',
  );
}

function makeCatalogue(text: string | undefined): Catalogue {
  const stored = readModel(text);
  const model = complete(stored.model);
  const custom = model.post_types.map((type) => ({
    ...type,
    rest_base: type.rest_base ?? type.name,
    label: type.label ?? type.name,
    custom: true,
  }));
  const customTerms = model.taxonomies.map((each) => ({
    ...each,
    rest_base: each.rest_base ?? each.name,
    label: each.label ?? each.name,
    custom: true,
  }));
  const allTerms = [...TAXONOMIES, ...customTerms];
  const types = [...POST_TYPES, ...custom];
  // Either side may name the other, as in WordPress.
  return {
    model,
    invalidParts: stored.invalidParts,
    postTypes: types.map((type) => ({
      ...type,
      taxonomies: allTerms.filter((each) => belong(type, each)).map((each) => each.name),
    })),
    taxonomies: allTerms.map((each) => ({
      ...each,
      object_types: types.filter((type) => belong(type, each)).map((type) => type.name),
    })),
  };
}

function belong(
  type: { name: string; taxonomies: readonly string[] },
  taxonomy: { name: string; object_types: readonly string[] },
): boolean {
  return type.taxonomies.includes(taxonomy.name) || taxonomy.object_types.includes(type.name);
}

function complete(model: ContentModel): ContentModel {
  const named = <T extends { name: string; rest_base?: string | undefined; label?: string | undefined }>(
    each: T,
  ): T => ({ ...each, rest_base: each.rest_base ?? each.name, label: each.label ?? each.name });
  return { ...model, post_types: model.post_types.map(named), taxonomies: model.taxonomies.map(named) };
}

/** The translatable types. */
interface Translated {
  postTypes: readonly string[];
  taxonomies: readonly string[];
}

function translated(site: Site): Translated {
  return site.memo.get(
    'translated types',
    () => site.memo.keyed('translated types', contentModelKey(site.db), () => readTranslated(site)),
    'rest',
  );
}

function readTranslated(site: Site): Translated {
  const media = readSetting(site.db, 'media_support') === true ? ['attachment'] : [];
  const postTypes = namesIn(site.db, 'post_types');
  const terms = namesIn(site.db, 'taxonomies');
  return {
    postTypes: ['post', 'page', ...media, ...customPostTypes(site).filter((name) => postTypes.has(name))],
    taxonomies: ['category', 'post_tag', ...customTaxonomies(site).filter((name) => terms.has(name))],
  };
}

function namesIn(db: ReadDb, setting: 'post_types' | 'taxonomies'): ReadonlySet<unknown> {
  const value = readSetting(db, setting);
  return new Set(Array.isArray(value) ? value : []);
}
