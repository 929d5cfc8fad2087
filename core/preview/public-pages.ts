import { isTranslated, postTypes, taxonomies } from '../domain/content/content-model.ts';
import { listLanguages } from '../domain/languages/languages.ts';
import { contentFacts } from '../domain/content/content-facts.ts';
import { siteSettings } from '../domain/settings/site-settings.ts';
import type { Site } from '../site.ts';
import { listPlainRows } from '../store/content/post-list.ts';
import type { PostRow } from '../store/content/posts.ts';
import { listTerms } from '../store/content/term-list.ts';
import { locate, type Located } from './alternates.ts';
import { archiveAddress, isShown, languageOf, placeAt, shownLanguages, type Place } from './places.ts';

/** A publicly reachable page, with its addresses. */
export interface PublicPage {
  place: Exclude<Place, { kind: 'moved' }>;
  located: Located;
}

const AT_ONCE = 500;

/** Every page of the finished site except searches and later pages of lists: front pages, archives, items, terms in use. */
export function* publicPages(site: Site): Generator<PublicPage> {
  const fronts = new Set<number>();
  for (const address of frontAddresses(site)) {
    const place = placeAt(site, address);
    if (!place || place.kind === 'moved') continue;
    if (place.kind === 'item') fronts.add(place.row.id);
    yield { place, located: locate(site, place) };
  }
  yield* archives(site);
  yield* items(site, fronts);
  yield* terms(site);
}

function frontAddresses(site: Site): string[] {
  const languages = listLanguages(site).filter(({ active }) => active);
  return languages.length > 0 ? languages.map(({ home_url }) => home_url) : [`${contentFacts(site).home}/`];
}

function* archives(site: Site): Generator<PublicPage> {
  for (const { name, has_archive } of postTypes(site)) {
    const languages = isTranslated(site, 'post', name) ? shownLanguages(site) : [undefined];
    for (const language of has_archive ? languages : []) {
      const place = placeAt(site, archiveAddress(site, name, language));
      if (place && place.kind !== 'moved') yield { place, located: locate(site, place) };
    }
  }
}

function* items(site: Site, fronts: ReadonlySet<number>): Generator<PublicPage> {
  const lists = new Set([siteSettings(site).page_for_posts, ...listLanguages(site).map((one) => one.page_for_posts)]);
  for (const { name } of postTypes(site))
    for (const row of name === 'attachment' ? [] : publishedOf(site, name)) {
      const language = languageOf(site, 'post', name, row.id);
      if (fronts.has(row.id) || !isShown(language)) continue;
      const place: PublicPage['place'] = lists.has(row.id)
        ? { kind: 'posts', language, page: 1, text: '', type: 'post', id: row.id }
        : { kind: 'item', row, language };
      yield { place, located: locate(site, place) };
    }
}

function* publishedOf(site: Site, type: string): Generator<PostRow> {
  const order = { by: 'id', direction: 'asc' } as const;
  const filter = { type, statuses: ['publish'] };
  for (let offset = 0; ; offset += AT_ONCE) {
    const rows = listPlainRows(site.db, filter, { limit: AT_ONCE, offset, order })?.rows ?? [];
    yield* rows;
    if (rows.length < AT_ONCE) return;
  }
}

function* terms(site: Site): Generator<PublicPage> {
  const names = taxonomies(site).map(({ name }) => name);
  const query = { taxonomies: names, hideEmpty: true, order: 'asc', orderby: 'id', limit: AT_ONCE } as const;
  for (let offset = 0; ; offset += AT_ONCE) {
    const rows = listTerms(site.db, { ...query, offset });
    for (const row of rows) {
      const language = languageOf(site, 'term', row.taxonomy, row.id);
      if (!isShown(language)) continue;
      const place: PublicPage['place'] = { kind: 'term', row, language, page: 1 };
      yield { place, located: locate(site, place) };
    }
    if (rows.length < AT_ONCE) break;
  }
}
