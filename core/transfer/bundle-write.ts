import { contentModel } from '../domain/content-model.ts';
import { withoutSecrets } from '../domain/history-secrets.ts';
import type { Site } from '../site.ts';
import {
  authorsOf,
  beginReading,
  chosenAmong,
  chosenSources,
  chosenIdsByUuid,
  commentsOf,
  endReading,
  exportedTerms,
  uuidsOfPosts,
  uuidsOfTerms,
  type ExportScope,
} from '../store/export.ts';
import { allLanguages, type LanguageRow } from '../store/languages.ts';
import { mediaByIds } from '../store/media.ts';
import { loginsOf } from '../store/names.ts';
import { metaOfPosts } from '../store/post-meta.ts';
import { termsOfPosts } from '../store/post-terms.ts';
import { postsByIds, type PostRow } from '../store/posts.ts';
import { readOptionRows, readSettingRows } from '../store/settings.ts';
import { siteRow } from '../store/site.ts';
import { metaOfTerms } from '../store/term-meta.ts';
import type { TermRow } from '../store/terms.ts';
import { groupsOfItems, type Kind } from '../store/translations.ts';
import { isBundle, MARK, writeArchive, writeFolder, type BundleFile } from './bundle-files.ts';
import type { Json } from '../types.ts';
import { menuFields } from './host-items.ts';
import { UNWATCHED, type Control } from './refusal.ts';

/** Options that name items by number: in a bundle by UUID. */
export const NUMBER_OPTIONS: ReadonlySet<string> = new Set([
  'page_on_front',
  'page_for_posts',
  'site_logo',
  'site_icon',
]);

/**
 * Writes the site, or a choice of it, as text files with a stable key each: the same files for the same site, whatever the
 * numbers (`features.md` 4, 3 and 13). A path that ends in ".tar" is an archive, any other a folder. How many items it holds.
 */
export function writeBundle(site: Site, path: string, scope: ExportScope, control: Control = UNWATCHED): number {
  beginReading(site.db);
  try {
    const ids = chosenIdsByUuid(site.db, scope);
    const files = bundleFiles({ site, scope, ids, control, codes: codesOf(site) });
    if (path.endsWith('.tar')) writeArchive(path, files, assertBundle);
    else writeFolder(path, files);
    return ids.length;
  } finally {
    endReading(site.db);
  }
}

function assertBundle(path: string): void {
  if (!isBundle(path)) throw new Error('The archive that was written cannot be read');
}

interface Context {
  site: Site;
  scope: ExportScope;
  ids: readonly number[];
  control: Control;
  codes: ReadonlyMap<number, string>;
}

function codesOf(site: Site): Map<number, string> {
  return new Map(allLanguages(site.db).map(({ term_id, slug }) => [term_id, slug]));
}

function* bundleFiles(context: Context): Iterable<BundleFile> {
  yield json(MARK, { format: 'polydesk-bundle', version: 1 });
  yield json('site.json', siteOf(context));
  const users = authorsOf(context.site.db, context.scope).map(({ id: _id, ...user }) => user);
  yield json(
    'users.json',
    users.sort((a, b) => compare(a.login, b.login)),
  );
  yield* languageFiles(context);
  yield* termFiles(context);
  for (let at = 0; at < context.ids.length; at += 200) {
    yield* postFiles(context, context.ids.slice(at, at + 200));
    context.control.progress(Math.min(at + 200, context.ids.length), context.ids.length);
  }
}

function json(path: string, value: unknown): BundleFile {
  return { path, text: `${JSON.stringify(value, null, 2)}\n` };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function sortedEntries<T>(map: ReadonlyMap<string, T>): Record<string, T> {
  return Object.fromEntries([...map].sort(([a], [b]) => compare(a, b)));
}

function parsed(rows: ReadonlyMap<string, string>): Map<string, Json> {
  return new Map([...rows].map(([name, text]) => [name, JSON.parse(text) as Json]));
}

/** Settings without secrets, site options and the content model; numbers as keys. */
function siteOf({ site, codes }: Context): unknown {
  const { default_language_id, default_category_id } = siteRow(site.db);
  const options = parsed(readOptionRows(site.db));
  const pages = [...options].filter(([name]) => NUMBER_OPTIONS.has(name)).map(([, id]) => Number(id));
  const uuids = uuidsOfPosts(site.db, pages);
  const named = [...options].map(
    ([name, value]) => [name, NUMBER_OPTIONS.has(name) ? (uuids.get(Number(value)) ?? '') : value] as const,
  );
  const settings = [...parsed(readSettingRows(site.db))].map(
    ([name, value]) => [name, withoutSecrets(name, value)] as const,
  );
  return {
    default_lang: codes.get(default_language_id ?? 0) ?? '',
    default_category: uuidsOfTerms(site.db, [default_category_id]).get(default_category_id) ?? '',
    options: sortedEntries(new Map(named)),
    settings: sortedEntries(new Map(settings)),
    content_model: contentModel(site),
  };
}

function* languageFiles({ site }: Context): Iterable<BundleFile> {
  const rows = allLanguages(site.db);
  const ids = rows.map(({ term_id }) => term_id);
  const uuids = uuidsOfTerms(site.db, ids);
  const metas = metaOfTerms(site.db, ids);
  for (const row of rows.sort((a, b) => compare(a.slug, b.slug))) {
    const { term_id, name, slug, locale, is_rtl, flag_code, term_group, active, fallbacks }: LanguageRow = row;
    yield json(`languages/${slug}.json`, {
      uuid: uuids.get(term_id) ?? '',
      ...{ code: slug, name, locale, is_rtl: is_rtl === 1, flag_code, term_group, active: active === 1 },
      fallbacks: JSON.parse(fallbacks) as unknown,
      meta: metaOf(metas.filter((one) => one.term_id === term_id)),
    });
  }
}

/** By key; values of one key in their order. */
function metaOf(rows: readonly { key: string; value: string }[]): { key: string; value: string }[] {
  return rows.map(({ key, value }) => ({ key, value })).sort((a, b) => compare(a.key, b.key));
}

function* termFiles(context: Context): Iterable<BundleFile> {
  const { site, scope } = context;
  const terms = exportedTerms(site.db, scope).sort(
    (a, b) => compare(a.taxonomy, b.taxonomy) || compare(a.uuid, b.uuid),
  );
  const uuids = new Map(terms.map(({ id, uuid }) => [id, uuid]));
  for (let at = 0; at < terms.length; at += 500) {
    const page = terms.slice(at, at + 500);
    const ids = page.map(({ id }) => id);
    const links = linksOf(context, 'term', { ids, leaving: uuids });
    const metas = Map.groupBy(metaOfTerms(site.db, ids), (one) => one.term_id);
    for (const term of page) yield termFile(term, { uuids, links, meta: metas.get(term.id) ?? [] });
  }
}

function termFile(
  term: TermRow,
  about: { uuids: Map<number, string>; links: Map<number, Links>; meta: { key: string; value: string }[] },
): BundleFile {
  const { uuid, taxonomy, slug, name, description, parent } = term;
  return json(`terms/${folderOf(taxonomy)}/${uuid}.json`, {
    ...{ uuid, taxonomy, slug, name, description },
    parent: parent === null ? '' : (about.uuids.get(parent) ?? ''),
    ...(about.links.get(term.id) ?? NO_LINKS),
    meta: metaOf(about.meta),
  });
}

interface Links {
  lang: string;
  translations: Record<string, string>;
  /** Somebody chose it as the source of its group. */
  source?: true;
}

const NO_LINKS: Links = { lang: '', translations: {} };

/** Language and group of items, in stored order, as far as they leave too. */
function linksOf(
  { site, codes }: Context,
  kind: Kind,
  { ids, leaving }: { ids: readonly number[]; leaving: ReadonlyMap<number, string> },
): Map<number, Links> {
  const out = new Map<number, Links>();
  const sources = chosenSources(site.db, kind, ids);
  for (const { of, item_id, language_id } of groupsOfItems(site.db, kind, ids)) {
    const code = codes.get(language_id) ?? '';
    const uuid = leaving.get(item_id);
    const links = out.get(of) ?? { lang: '', translations: {} };
    out.set(of, links);
    if (of === item_id) links.lang = code;
    if (of === item_id && sources.has(of)) links.source = true;
    if (uuid !== undefined) links.translations[code] = uuid;
  }
  return out;
}

/** Names of types are plain; anything else is written so that it stays in its place. */
function folderOf(name: string): string {
  return encodeURIComponent(name).replaceAll('.', '%2E');
}

function* postFiles(context: Context, ids: readonly number[]): Iterable<BundleFile> {
  const { site, scope } = context;
  const rows = postsByIds(site.db, ids);
  const members = groupsOfItems(site.db, 'post', ids).map(({ item_id }) => item_id);
  const metas = Map.groupBy(metaOfPosts(site.db, ids), (one) => one.post_id);
  const menus = rows.filter(({ type }) => type === 'nav_menu_item').map(({ id }) => menuFields(metas.get(id) ?? []));
  const near = [...rows.flatMap(({ parent, featured_media }) => [parent ?? 0, featured_media]), ...members];
  const related = [...new Set([...near, ...menus.flatMap(({ posts }) => posts)])].filter((id) => id > 0);
  const leaving = chosenAmong(site.db, scope, related);
  const terms = Map.groupBy(termsOfPosts(site.db, ids), (one) => one.post_id);
  const termIds = [
    ...new Set([...[...terms.values()].flat().map(({ id }) => id), ...menus.flatMap((menu) => menu.terms)]),
  ];
  const uuids = new Map([...uuidsOfPosts(site.db, related)].filter(([id]) => leaving.has(id)));
  const page: PostFacts = {
    uuids,
    links: linksOf(context, 'post', { ids, leaving: uuids }),
    terms: Map.groupBy(termsOfPosts(site.db, ids), (one) => one.post_id),
    termUuids: uuidsOfTerms(site.db, termIds),
    metas,
    media: mediaByIds(site.db, ids),
    comments: commentsOf(site.db, ids),
    logins: loginsOf(
      site.db,
      rows.flatMap(({ author }) => author ?? []),
    ),
  };
  for (const row of rows) yield* postFile(row, page);
}

interface PostFacts {
  uuids: Map<number, string>;
  links: Map<number, Links>;
  terms: Map<number, { id: number }[]>;
  termUuids: Map<number, string>;
  metas: Map<number, { key: string; value: string }[]>;
  media: ReturnType<typeof mediaByIds>;
  comments: Map<number, string>;
  logins: Map<number, string>;
}

/** The text in a file of its own, so that a version control shows its lines. */
function* postFile(row: PostRow, facts: PostFacts): Iterable<BundleFile> {
  const { id, uuid, type, content, author, parent, featured_media, floating, sticky, mime_type } = row;
  const { status, slug, title, excerpt, date, date_gmt, modified, modified_gmt, menu_order, password, guid } = row;
  const { comment_status, ping_status, template, format } = row;
  const path = `posts/${folderOf(type)}/${uuid}`;
  if (content !== '') yield { path: `${path}.html`, text: content };
  const media = facts.media.get(id);
  const stored = facts.metas.get(id) ?? [];
  const meta = type === 'nav_menu_item' ? menuFields(stored).portable(facts.uuids, facts.termUuids) : stored;
  const comments = facts.comments.get(id);
  yield json(`${path}.json`, {
    ...{ uuid, type, status, slug, title, excerpt, date, date_gmt, modified, modified_gmt, menu_order, password, guid },
    ...{ comment_status, ping_status, template, format },
    floating: floating === 1,
    sticky: sticky === 1,
    author: facts.logins.get(author ?? 0) ?? '',
    parent: facts.uuids.get(parent ?? 0) ?? '',
    featured_media: facts.uuids.get(featured_media) ?? '',
    ...(facts.links.get(id) ?? NO_LINKS),
    terms: (facts.terms.get(id) ?? []).flatMap((term) => facts.termUuids.get(term.id) ?? []).sort(compare),
    meta: metaOf(meta),
    ...(media && { media: mediaOf(media, mime_type) }),
    ...(comments !== undefined && { comments: JSON.parse(comments) as unknown }),
  });
}

function mediaOf(
  media: ReturnType<typeof mediaByIds> extends Map<number, infer M> ? M : never,
  mime_type: string,
): unknown {
  const { post_id: _id, sizes, image_meta, ...facts } = media;
  return { ...facts, mime_type, sizes: JSON.parse(sizes) as unknown, image_meta: JSON.parse(image_meta) as unknown };
}
