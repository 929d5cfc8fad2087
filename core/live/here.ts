import { postType, taxonomies, taxonomy, type PostType } from '../domain/content/content-model.ts';
import { contentFacts } from '../domain/content/content-facts.ts';
import { storedMenuItem } from '../domain/content/menus.ts';
import { languageCodes, translationMap } from '../domain/translations/translations.ts';
import { isMenuType, MENU, MENU_ENTRY } from '../schema/content/menu-types.ts';
import type { LineKind } from '../schema/live/plan.ts';
import type { Site } from '../site.ts';
import { userIdOfSlug } from '../store/access/users.ts';
import { mediaById } from '../store/content/media.ts';
import { metaOf } from '../store/content/meta.ts';
import { userSlugsOf, uuidsOfPosts, uuidsOfTerms } from '../store/content/names.ts';
import { termsOfPosts } from '../store/content/post-terms.ts';
import { postById, type PostRow } from '../store/content/posts.ts';
import { termById, type TermRow } from '../store/content/terms.ts';
import { allLanguages } from '../store/languages/languages.ts';
import { idOfUuid } from '../store/transfer/import.ts';
import type { Json } from '../types.ts';
import type { LiveBody } from './body.ts';
import { canonicalItem, type SideNumbers } from './canonical.ts';
import {
  LANGUAGE_LIVE_FIELDS,
  MENU_ENTRY_LIVE_FIELDS,
  MENU_LIVE_FIELDS,
  SETTINGS_LIVE_FIELDS,
  liveFields,
  type LiveField,
} from './fields.ts';
import { ownFiles } from './files/own-files.ts';
import type { RefKind } from './references.ts';
import { isSettingsName, settingsHere, typeOfSettings } from './settings/settings.ts';
import type { KnownStrings } from './settings/strings.ts';

/** A local item. */
export interface HereItem extends LiveBody {
  /** Its id. */
  id: number;
}

/** Meta keys that the live site shows, by type: others are not compared. */
export type MetaKeys = Readonly<Record<string, readonly string[]>>;

/** Resolves ids of this site. Answers are cached: created for each batch of work. */
export function hereNumbers(site: Site): SideNumbers & { userIdOf(slug: string): number | undefined } {
  const keys = new Map<string, string | undefined>();
  const ids = new Map<string, number>();
  const uuidOf = (kind: RefKind, id: number): string | undefined =>
    (kind === 'term' ? uuidsOfTerms : uuidsOfPosts)(site.db, [id]).get(id);
  return {
    home: contentFacts(site).home.replace(/\/+$/, ''),
    keyOf(kind, id) {
      const name = `${kind} ${id}`;
      if (!keys.has(name)) keys.set(name, uuidOf(kind, id));
      return keys.get(name);
    },
    idOf(kind, key) {
      const name = `${kind} ${key}`;
      // Not cached if missing: the same batch may create it.
      const id = ids.get(name) ?? idOfUuid(site.db, `${kind}s`, key);
      if (id !== undefined) ids.set(name, id);
      return id;
    },
    userOf: (id) => userSlugsOf(site.db, [id]).get(id),
    files: ownFiles(site),
    userIdOf: (slug) => userIdOfSlug(site.db, slug),
  };
}

/** Internal types of a site are not content. */
const INTERNAL = /^wp_/;

/** Whether items of a type can exist on both sides, as far as this site is concerned. */
export function isLiveType(site: Site, kind: LineKind, type: string): boolean {
  if (isMenuType(type)) return type === (kind === 'term' ? MENU : MENU_ENTRY);
  if (INTERNAL.test(type)) return false;
  return kind === 'term' ? taxonomy(site, type) !== undefined : postType(site, type) !== undefined;
}

const ALL_SETTINGS = Object.values(SETTINGS_LIVE_FIELDS).flat();

/** The fields of an item of a type that are compared and pulled. */
export function fieldsOfType(site: Site, kind: LineKind, type: string): readonly LiveField[] {
  if (kind === 'language') return LANGUAGE_LIVE_FIELDS;
  if (kind === 'settings') return ALL_SETTINGS;
  if (isMenuType(type)) return type === MENU ? MENU_LIVE_FIELDS : MENU_ENTRY_LIVE_FIELDS;
  if (kind === 'term') {
    // A site rejects a parent, even an empty one, for terms without a hierarchy.
    const isFlat = taxonomy(site, type)?.hierarchical === false;
    return liveFields('term').filter(({ name }) => !(isFlat && name === 'parent'));
  }
  const sets = taxonomies(site).filter(({ object_types }) => object_types.includes(type));
  const names = sets.map(({ rest_base }) => rest_base);
  return liveFields(type === 'attachment' ? 'media' : 'post', names);
}

/** A local item in the canonical format; undefined if it does not exist, or its type does not exist on both sides. */
export function readHere(
  site: Site,
  { kind, uuid }: { kind: LineKind; uuid: string },
  { numbers, meta, strings = {} }: { numbers: SideNumbers; meta: MetaKeys; strings?: KnownStrings },
): HereItem | undefined {
  if (kind === 'language') return languageHere(site, uuid);
  if (kind === 'settings')
    return isSettingsName(uuid)
      ? { id: 0, type: typeOfSettings(uuid), ...settingsHere(site, uuid, { numbers, strings }) }
      : undefined;
  const id = numbers.idOf(kind, uuid);
  const row = id === undefined ? undefined : kind === 'term' ? termById(site.db, id) : postById(site.db, id);
  if (id === undefined || !row) return undefined;
  const type = 'taxonomy' in row ? row.taxonomy : row.type;
  if (!isLiveType(site, kind, type)) return undefined;
  const answer = 'taxonomy' in row ? termAnswer(site, row, meta) : postAnswer(site, row, meta);
  return { id, type, ...canonicalItem(answer, fieldsOfType(site, kind, type), numbers) };
}

type Answer = Record<string, Json>;

/** A row as the REST API would answer it in context=edit, limited to compared fields. */
function postAnswer(site: Site, row: PostRow, meta: MetaKeys): Answer {
  if (row.type === MENU_ENTRY) return menuEntryAnswer(site, row);
  const isMedia = row.type === 'attachment';
  const type = postType(site, row.type);
  const shared: Answer = {
    status: row.status,
    title: { raw: row.title },
    slug: row.slug,
    author: row.author ?? 0,
    comment_status: row.comment_status,
    ping_status: row.ping_status,
    template: row.template,
    meta: metaHere(site, 'post', { id: row.id, keys: meta[row.type] ?? [] }),
    ...termsHere(site, row, type),
    ...languageOf(site, 'post', row.id),
  };
  if (isMedia)
    return {
      ...shared,
      caption: { raw: row.excerpt },
      description: { raw: row.content },
      alt_text: mediaById(site.db, row.id)?.alt_text ?? '',
      post: row.parent ?? 0,
    };
  return {
    ...shared,
    content: { raw: row.content },
    excerpt: { raw: row.excerpt },
    date_gmt: row.date_gmt,
    featured_media: row.featured_media,
    parent: row.parent ?? 0,
    menu_order: row.menu_order,
    sticky: row.sticky === 1,
    format: row.format || 'standard',
    password: row.password,
  };
}

/** An entry without a title of its own shows that of its target, as the answers of a site do: it is not compared. */
function menuEntryAnswer(site: Site, row: PostRow): Answer {
  return { ...storedMenuItem(site, row), ...(row.title !== '' && { title: { raw: row.title } }) };
}

function termAnswer(site: Site, row: TermRow, meta: MetaKeys): Answer {
  return {
    name: row.name,
    description: row.description,
    slug: row.slug,
    parent: row.parent ?? 0,
    meta: metaHere(site, 'term', { id: row.id, keys: meta[row.taxonomy] ?? [] }),
    ...languageOf(site, 'term', row.id),
  };
}

function metaHere(site: Site, kind: 'post' | 'term', { id, keys }: { id: number; keys: readonly string[] }): Answer {
  if (keys.length === 0) return {};
  const known = new Set(keys);
  const rows = metaOf(site.db, kind, [id]).filter(({ key }) => known.has(key));
  // Of several values of a key the first counts: the REST API shows the others as a list, which is not compared.
  return Object.fromEntries(rows.toReversed().map(({ key, value }) => [key, value]));
}

function termsHere(site: Site, row: PostRow, type: PostType | undefined): Answer {
  const own = termsOfPosts(site.db, [row.id]);
  const sets = taxonomies(site).filter(({ object_types }) => type && object_types.includes(type.name));
  return Object.fromEntries(
    sets.map(({ name, rest_base }) => [rest_base, own.filter((term) => term.taxonomy === name).map(({ id }) => id)]),
  );
}

function languageOf(site: Site, kind: 'post' | 'term', id: number): Answer {
  const { lang, translations } = translationMap(site, { kind, id }, languageCodes(site).byId);
  return { lang, translations };
}

function languageHere(site: Site, code: string): HereItem | undefined {
  const row = allLanguages(site.db).find(({ slug }) => slug === code);
  if (!row) return undefined;
  const { name, locale, is_rtl, flag_code, term_group, term_id } = row;
  const fields = { name, locale, is_rtl: is_rtl === 1, flag_code, term_group };
  return { id: term_id, type: 'language', fields, unknown: [] };
}
