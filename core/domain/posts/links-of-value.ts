import type { Site } from '../../site.ts';
import type { PostRow } from '../../store/posts.ts';
import type { Dict } from '../../types.ts';
import { taxonomies } from '../content-model.ts';
import type { PostPage, PostView } from './page.ts';
import { canEdit, canPublish } from './rights.ts';

interface Link {
  href: string;
  [key: string]: unknown;
}

/** `_links` of an item (`content.md` 2.2): always addresses of the local server. */
export function postLinks(site: Site, page: PostPage, row: PostRow, view: PostView): Dict<Link[]> {
  const { facts, type } = page;
  const root = `${facts.rest}/wp/v2`;
  const collection = `${root}/${type.rest_base}`;
  const self = `${collection}/${row.id}`;
  const allow = canEdit(view.caller, row) ? ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] : ['GET'];
  const has = (part: string): boolean => type.supports.includes(part);
  const embeddable = true;
  return {
    self: [{ href: self, targetHints: { allow } }],
    collection: [{ href: collection }],
    about: [{ href: `${root}/types/${type.name}` }],
    ...(has('author') && row.author !== null && { author: [{ embeddable, href: `${root}/users/${row.author}` }] }),
    ...(has('comments') && { replies: [{ embeddable, href: `${root}/comments?post=${row.id}` }] }),
    ...(has('revisions') && { 'version-history': [{ count: 0, href: `${self}/revisions` }] }),
    ...(type.hierarchical && row.parent !== null && { up: [{ embeddable, href: `${collection}/${row.parent}` }] }),
    ...(has('thumbnail') &&
      row.featured_media > 0 && { 'wp:featuredmedia': [{ embeddable, href: `${root}/media/${row.featured_media}` }] }),
    ...(type.name !== 'attachment' && { 'wp:attachment': [{ href: `${root}/media?parent=${row.id}` }] }),
    ...termLinks(site, page, row),
    ...(view.context === 'edit' && actionLinks(site, page, row, { self, view })),
    curies: [{ name: 'wp', href: 'https://api.w.org/{rel}', templated: true }],
  };
}

function ownTaxonomies(site: Site, { type }: PostPage): { name: string; rest_base: string; hierarchical: boolean }[] {
  return taxonomies(site).filter((each) => type.taxonomies.includes(each.name));
}

function termLinks(site: Site, page: PostPage, row: PostRow): Dict<Link[]> {
  const links = ownTaxonomies(site, page).map(({ name, rest_base }) => ({
    taxonomy: name,
    embeddable: true,
    href: `${page.facts.rest}/wp/v2/${rest_base}?post=${row.id}`,
  }));
  return links.length > 0 ? { 'wp:term': links } : {};
}

/** What this caller may do with the item. */
function actionLinks(
  site: Site,
  page: PostPage,
  row: PostRow,
  { self, view: { caller } }: { self: string; view: PostView },
): Dict<Link[]> {
  const edits = canEdit(caller, row);
  const actions = [
    ...(canPublish(caller, page.type) ? ['publish'] : []),
    ...(caller.can('unfiltered_html') ? ['unfiltered-html'] : []),
    ...(row.type === 'post' && caller.can('edit_others') ? ['sticky'] : []),
    ...(page.type.supports.includes('author') && caller.can('edit_others') ? ['assign-author'] : []),
    ...ownTaxonomies(site, page).flatMap(({ rest_base, hierarchical }) => [
      ...(caller.can(hierarchical ? 'manage_terms' : 'create_flat_terms') ? [`create-${rest_base}`] : []),
      ...(edits ? [`assign-${rest_base}`] : []),
    ]),
  ];
  return Object.fromEntries(actions.map((action) => [`wp:action-${action}`, [{ href: self }]]));
}
