import { GUEST } from '../domain/access/capabilities.ts';
import { contentFacts, type ContentLanguage } from '../domain/content/content-facts.ts';
import { isTranslated } from '../domain/content/content-model.ts';
import { postAddresses } from '../domain/content/item-addresses.ts';
import { termAddresses } from '../domain/content/terms/values.ts';
import { listLanguages } from '../domain/languages/languages.ts';
import type { Site } from '../site.ts';
import { countedTerms } from '../store/content/term-list.ts';
import { groupsOfItems } from '../store/translations/translations.ts';
import { pageAddress } from '../domain/content/addresses.ts';
import { archiveAddress, shownLanguages, visiblePosts, type Place } from './places.ts';

/** The same page in a language. */
export interface Alternate {
  language: ContentLanguage;
  address: string;
}

/** A page with its own address and those of all its languages, including its own; none if it has no language. */
export interface Located {
  address: string;
  alternates: Alternate[];
}

/** The address of a page, and those of its publicly visible translations. */
export function locate(site: Site, place: Exclude<Place, { kind: 'moved' }>): Located {
  const alternates = ALTERNATES[place.kind](site, place as never);
  const own = alternates.find(({ language }) => language.id === place.language?.id);
  const address = own?.address ?? addressOf(site, place);
  const page = 'page' in place ? place.page : 1;
  return page > 1 ? { address: pageAddress(address, page), alternates: [] } : { address, alternates };
}

const ALTERNATES: {
  [K in Exclude<Place, { kind: 'moved' }>['kind']]: (site: Site, place: Extract<Place, { kind: K }>) => Alternate[];
} = {
  posts: (site, place) => (place.id === 0 ? homes(site) : postAlternates(site, place.id)),
  archive: (site, { type }) =>
    isTranslated(site, 'post', type)
      ? shownLanguages(site).map((language) => ({ language, address: archiveAddress(site, type, language) }))
      : [],
  search: () => [],
  item: (site, { row }) => (isFront(site, row.id) ? homes(site) : postAlternates(site, row.id)),
  term: termAlternates,
};

function addressOf(site: Site, place: Exclude<Place, { kind: 'moved' }>): string {
  switch (place.kind) {
    case 'item':
      return postAddresses(site, GUEST, [place.row]).get(place.row.id) ?? '';
    case 'term':
      return termAddresses(site, [place.row], contentFacts(site)).get(place.row.id) ?? '';
    case 'archive':
      return archiveAddress(site, place.type, place.language);
    case 'posts':
    case 'search':
      return homeOf(site, place.language);
  }
}

function homeOf(site: Site, language: ContentLanguage | undefined): string {
  const found = listLanguages(site).find(({ term_id }) => term_id === language?.id);
  return found?.home_url ?? `${contentFacts(site).home}/`;
}

/** Whether the item is the front page of its language. */
function isFront(site: Site, id: number): boolean {
  return listLanguages(site).some((one) => one.page_on_front === id);
}

function homes(site: Site): Alternate[] {
  const { languages } = contentFacts(site);
  return listLanguages(site).flatMap(({ term_id, active, home_url }) => {
    const language = languages.get(term_id);
    return active && language ? [{ language, address: home_url }] : [];
  });
}

function postAlternates(site: Site, id: number): Alternate[] {
  const members = groupsOfItems(site.db, 'post', [id]);
  const rows = visiblePosts(
    site,
    members.map(({ item_id }) => item_id),
  );
  return placed(site, members, postAddresses(site, GUEST, rows));
}

/** A term without items has no page. */
function termAlternates(site: Site, { row }: { row: { id: number } }): Alternate[] {
  const members = groupsOfItems(site.db, 'term', [row.id]);
  const rows = countedTerms(
    site.db,
    members.map(({ item_id }) => item_id),
  ).filter(({ count }) => count > 0);
  return placed(site, members, termAddresses(site, rows, contentFacts(site)));
}

function placed(
  site: Site,
  members: readonly { item_id: number; language_id: number }[],
  addresses: ReadonlyMap<number, string>,
): Alternate[] {
  const { languages } = contentFacts(site);
  return members.flatMap(({ item_id, language_id }) => {
    const language = languages.get(language_id);
    const address = addresses.get(item_id) ?? '';
    return language?.active && address !== '' ? [{ language, address }] : [];
  });
}
