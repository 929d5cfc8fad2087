import type { Site } from '../site.ts';
import { postById } from '../store/posts.ts';
import { countedTerms } from '../store/term-list.ts';
import { contentFacts } from './content-facts.ts';
import { postType } from './content-model.ts';
import type { GroupValue } from './groups.ts';
import { addressOf } from './posts/read.ts';
import { termAddresses } from './term-values.ts';

/** A group with the slug and the public address of each of its versions: what a link from one language to another needs. */
export function withAddresses(site: Site, group: GroupValue): GroupValue {
  const found = group.kind === 'post' ? postPlaces(site, group) : termPlaces(site, group);
  const items = Object.entries(group.items).map(([code, item]) => [code, { ...item, ...found.get(item.id) }]);
  return { ...group, items: Object.fromEntries(items) as GroupValue['items'] };
}

type Places = Map<number, { slug: string; link: string }>;

function postPlaces(site: Site, { type: name, items }: GroupValue): Places {
  const type = postType(site, name);
  const rows = Object.values(items).map(({ id }) => postById(site.db, id));
  return new Map(
    rows.flatMap((row) => (row && type ? [[row.id, { slug: row.slug, link: addressOf(site, type, row) }]] : [])),
  );
}

function termPlaces(site: Site, { items }: GroupValue): Places {
  const rows = countedTerms(
    site.db,
    Object.values(items).map(({ id }) => id),
  );
  const links = termAddresses(site, rows, contentFacts(site));
  return new Map(rows.map(({ id, slug }) => [id, { slug, link: links.get(id) ?? '' }]));
}
