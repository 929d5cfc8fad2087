import type { Group } from '../../schema/translations/matrix.ts';
import type { Site } from '../../site.ts';
import { postHeads, type PostRow } from '../../store/content/posts.ts';
import { countedTerms } from '../../store/content/term-list.ts';
import type { Caller } from '../../types.ts';
import { contentFacts } from './content-facts.ts';
import { postType } from './content-model.ts';
import { postLink } from './posts/links.ts';
import { loadPage } from './posts/page.ts';
import { termAddresses } from './terms/values.ts';

/** A group with the slug and public address of each of its versions, as needed for links between languages. */
export function withAddresses(site: Site, group: Group): Group {
  const found = group.kind === 'post' ? postPlaces(site, group) : termPlaces(site, group);
  const items = Object.entries(group.items).map(([code, item]) => [code, { ...item, ...found.get(item.id) }]);
  return { ...group, items: Object.fromEntries(items) as Group['items'] };
}

type Places = Map<number, { slug: string; link: string }>;

function postPlaces(site: Site, { items }: Group): Places {
  const rows = postHeads(
    site.db,
    Object.values(items).map(({ id }) => id),
  );
  const links = postAddresses(site, undefined, rows);
  return new Map(rows.map(({ id, slug }) => [id, { slug, link: links.get(id) ?? '' }]));
}

/** The public addresses of items of any types, as visible to the caller; undefined: to someone who may read everything. */
export function postAddresses(site: Site, caller: Caller | undefined, rows: readonly PostRow[]): Map<number, string> {
  const out = new Map<number, string>();
  const facts = contentFacts(site);
  for (const [name, own] of Map.groupBy(rows, (row) => row.type)) {
    const type = postType(site, name);
    if (!type) continue;
    const { linked } = loadPage(site, { facts, type, rows: own, wants: () => false, caller });
    for (const row of own) out.set(row.id, postLink(facts, linked(row)));
  }
  return out;
}

function termPlaces(site: Site, { items }: Group): Places {
  const rows = countedTerms(
    site.db,
    Object.values(items).map(({ id }) => id),
  );
  const links = termAddresses(site, rows, contentFacts(site));
  return new Map(rows.map(({ id, slug }) => [id, { slug, link: links.get(id) ?? '' }]));
}
