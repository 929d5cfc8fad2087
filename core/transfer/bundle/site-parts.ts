import { contentModel } from '../../domain/content/content-model.ts';
import { withoutSecrets } from '../../domain/history/secrets.ts';
import { MEDIA_ROWS } from '../../schema/content/fields/media.ts';
import { TERM_ROWS } from '../../schema/content/fields/terms.ts';
import { fits } from '../../schema/wire/explain.ts';
import type { Site } from '../../site.ts';
import { mediaByIds, type MediaRow } from '../../store/content/media.ts';
import { metaOf as storedMeta } from '../../store/content/meta.ts';
import { uuidsOfPosts, uuidsOfTerms } from '../../store/content/names.ts';
import type { PostRow } from '../../store/content/posts.ts';
import { allLanguages } from '../../store/languages/languages.ts';
import { readOptionRows, readSettingRows } from '../../store/settings/settings.ts';
import { siteRow } from '../../store/site/site.ts';
import { authorsOf, chosenAmong, chosenSources, exportedTerms, type ExportScope } from '../../store/transfer/export.ts';
import { groupsOfItems, type Kind } from '../../store/translations/translations.ts';
import type { Json } from '../../types.ts';
import { itemPage, type ItemPage } from '../item-page.ts';
import type { Control } from '../refusal.ts';
import { menuFields } from '../wxr/host-items.ts';
import { writeFields, type WriteNames } from './fields.ts';
import { compare, flatSite, sortedMeta, type Fields, type MetaField, type Part } from './parts.ts';
import { NUMBER_OPTIONS, OPTIONS, POST_COLUMNS, SETTINGS } from './schema.ts';

/** What to export as parts of a bundle. */
export interface PartsOrder {
  scope: ExportScope;
  /** The items, in export order. */
  ids: readonly number[];
  control: Control;
}

interface Context extends PartsOrder {
  site: Site;
  codes: ReadonlyMap<number, string>;
}

/** Yields everything chosen of a site as a bundle has it: equal sites yield equal parts, whatever their numbers. */
export function* siteParts(site: Site, order: PartsOrder): Generator<Part> {
  const codes = new Map(allLanguages(site.db).map(({ term_id, slug }) => [term_id, slug]));
  const context = { ...order, site, codes };
  yield { kind: 'site', key: '', type: '', title: '', lang: '', fields: flatSite(siteFields(context)) };
  yield* userParts(context);
  yield* languageParts(context);
  yield* termParts(context);
  const { ids, control } = order;
  for (let at = 0; at < ids.length; at += 200) {
    yield* postParts(context, ids.slice(at, at + 200));
    control.progress(Math.min(at + 200, ids.length), ids.length);
  }
}

function* userParts({ site, scope }: Context): Iterable<Part> {
  const users = authorsOf(site.db, scope).map(({ id: _id, ...user }) => user);
  for (const user of users.sort((a, b) => compare(a.login, b.login)))
    yield { kind: 'user', key: user.login, type: '', title: user.name, lang: '', fields: user };
}

/** The stored value of a name, or its default if it is missing or unreadable. */
function valueOf(
  rows: ReadonlyMap<string, string>,
  { name, schema, fallback }: (typeof OPTIONS)[number] | (typeof SETTINGS)[number],
): Json {
  const text = rows.get(name);
  const stored = text === undefined ? undefined : (JSON.parse(text) as Json);
  return stored !== undefined && fits(schema, stored) ? stored : (fallback as Json);
}

/** Settings without secrets, site options and the content model; numbers become keys. */
function siteFields({ site, codes }: Context): Fields {
  const { default_language_id, default_category_id } = siteRow(site.db);
  const [stored, settings] = [readOptionRows(site.db), readSettingRows(site.db)];
  const numbered = OPTIONS.filter(({ name }) => NUMBER_OPTIONS.has(name)).map((row) => Number(valueOf(stored, row)));
  const uuids = uuidsOfPosts(site.db, numbered);
  return {
    default_lang: codes.get(default_language_id ?? 0) ?? '',
    default_category: uuidsOfTerms(site.db, [default_category_id]).get(default_category_id) ?? '',
    options: Object.fromEntries(
      OPTIONS.map((row) => {
        const value = valueOf(stored, row);
        return [row.name, NUMBER_OPTIONS.has(row.name) ? (uuids.get(Number(value)) ?? '') : value];
      }),
    ),
    settings: Object.fromEntries(SETTINGS.map((row) => [row.name, withoutSecrets(row.name, valueOf(settings, row))])),
    content_model: contentModel(site),
  };
}

function* languageParts({ site }: Context): Iterable<Part> {
  const rows = allLanguages(site.db);
  const ids = rows.map(({ term_id }) => term_id);
  const uuids = uuidsOfTerms(site.db, ids);
  const metas = Map.groupBy(storedMeta(site.db, 'term', ids), (one) => one.item_id);
  for (const row of rows.sort((a, b) => compare(a.slug, b.slug))) {
    const { term_id, name, slug, locale, is_rtl, flag_code, term_group, active, fallbacks } = row;
    const fields = {
      uuid: uuids.get(term_id) ?? '',
      ...{ code: slug, name, locale, is_rtl: is_rtl === 1, flag_code, term_group, active: active === 1 },
      fallbacks: JSON.parse(fallbacks) as unknown,
      meta: sortedMeta(metas.get(term_id) ?? []),
    };
    yield { kind: 'language', key: slug, type: '', title: name, lang: slug, fields };
  }
}

function* termParts(context: Context): Iterable<Part> {
  const { site, scope } = context;
  const terms = exportedTerms(site.db, scope).sort(
    (a, b) => compare(a.taxonomy, b.taxonomy) || compare(a.uuid, b.uuid),
  );
  const uuids = new Map(terms.map(({ id, uuid }) => [id, uuid]));
  for (let at = 0; at < terms.length; at += 500) {
    const page = terms.slice(at, at + 500);
    const ids = page.map(({ id }) => id);
    const links = linksOf(context, 'term', { ids, leaving: uuids });
    const metas = Map.groupBy(storedMeta(site.db, 'term', ids), (one) => one.item_id);
    for (const { id, uuid, taxonomy, ...term } of page) {
      const { lang, ...linked } = links.get(id) ?? UNLINKED;
      const names: WriteNames = { ...NO_NAMES, item: (other) => uuids.get(other) ?? '' };
      const fields = {
        ...{ uuid, taxonomy, ...writeFields(TERM_ROWS, term, names), lang },
        ...{ meta: sortedMeta(metas.get(id) ?? []), ...linked },
      };
      yield { kind: 'term', key: uuid, type: taxonomy, title: term.name, lang, fields };
    }
  }
}

interface Links {
  lang: string;
  translations: Record<string, string>;
  /** Whether it was explicitly chosen as the source of its group. */
  source: boolean;
}

const UNLINKED: Links = { lang: '', translations: {}, source: false };

/** Language and group of items, in stored order, limited to exported items: an item exported alone has no translations. */
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
    const links = out.get(of) ?? { lang: '', translations: {}, source: sources.has(of) };
    out.set(of, links);
    if (of === item_id) links.lang = code;
    if (uuid !== undefined) links.translations[code] = uuid;
  }
  for (const [id, links] of out)
    if (Object.keys(links.translations).length < 2) out.set(id, { ...UNLINKED, lang: links.lang });
  return out;
}

function* postParts(context: Context, ids: readonly number[]): Iterable<Part> {
  const { site, scope } = context;
  const items = itemPage(site, ids);
  const { rows, meta, terms } = items;
  const members = groupsOfItems(site.db, 'post', ids).map(({ item_id }) => item_id);
  const menus = rows.filter(({ type }) => type === 'nav_menu_item').map(({ id }) => menuFields(meta.get(id) ?? []));
  const near = [...rows.flatMap(({ parent, featured_media }) => [parent ?? 0, featured_media]), ...members];
  const related = [...new Set([...near, ...menus.flatMap(({ posts }) => posts)])].filter((id) => id > 0);
  const leaving = chosenAmong(site.db, scope, related);
  const carried = [...terms.values()].flat().map(({ id }) => id);
  const uuids = new Map([...uuidsOfPosts(site.db, related)].filter(([id]) => leaving.has(id)));
  const page: Page = {
    ...items,
    uuids,
    links: linksOf(context, 'post', { ids, leaving: uuids }),
    termUuids: uuidsOfTerms(site.db, [...new Set([...carried, ...menus.flatMap((menu) => menu.terms)])]),
    media: mediaByIds(site.db, ids),
  };
  for (const row of rows) yield postPart(row, page);
}

interface Page extends ItemPage {
  uuids: ReadonlyMap<number, string>;
  links: ReadonlyMap<number, Links>;
  termUuids: ReadonlyMap<number, string>;
}

function postPart(row: PostRow, page: Page): Part {
  const { id, uuid, type, title, content } = row;
  const names: WriteNames = { user: (own) => page.logins.get(own) ?? '', item: (own) => page.uuids.get(own) ?? '' };
  const stored: readonly MetaField[] = page.meta.get(id) ?? [];
  const meta = type === 'nav_menu_item' ? menuFields(stored).portable(page.uuids, page.termUuids) : stored;
  const comments = page.comments.get(id);
  const { lang, ...linked } = page.links.get(id) ?? UNLINKED;
  const terms = (page.terms.get(id) ?? []).flatMap((term) => page.termUuids.get(term.id) ?? []);
  const fields = {
    ...{ uuid, type, ...writeFields(POST_COLUMNS, row, names), lang },
    ...{ terms: terms.sort(compare), meta: sortedMeta(meta) },
    ...(type === 'attachment' && { media: mediaOf(page.media.get(id) ?? NO_MEDIA, row.mime_type) }),
    ...(comments !== undefined && { comments: JSON.parse(comments) as unknown }),
    ...{ content, ...linked },
  };
  return { kind: 'post', key: uuid, type, title, lang, fields };
}

const NO_NAMES: WriteNames = { user: () => '', item: () => '' };
/** For an attachment with an unknown file. */
const NO_MEDIA = Object.fromEntries(
  MEDIA_ROWS.map(({ name, holds }) => [name, { text: '', size: null, number: 0, map: '{}' }[String(holds)] ?? null]),
) as unknown as MediaRow;

const MEDIA_MAPS = MEDIA_ROWS.filter(({ holds }) => holds === 'map');
const MEDIA_PLAIN = MEDIA_ROWS.filter(({ holds }) => holds !== 'map');

function mediaOf(media: MediaRow, mime_type: string): Fields {
  return {
    ...writeFields(MEDIA_PLAIN, media, NO_NAMES),
    mime_type,
    ...writeFields(MEDIA_MAPS, media, NO_NAMES),
  };
}
