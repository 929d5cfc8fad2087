import type { PostRow } from '../../../store/content/posts.ts';
import type { Dict } from '../../../types.ts';
import type { PostPage, PostView } from './page.ts';
import { canEdit, canPublish } from './rights.ts';

interface Link {
  href: string;
  [key: string]: unknown;
}

/** Identical for every item. */
const CURIES: Link[] = [{ name: 'wp', href: 'https://api.w.org/{rel}', templated: true }];
const EDITORS = { allow: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] };
const READERS = { allow: ['GET'] };

/** `_links` of an item (`content.md` 2.2), always on the local server; `undefined` if not applicable. */
export function postLinks(page: PostPage, row: PostRow, view: PostView): Dict<Link[] | undefined> {
  const { facts, fields, type } = page;
  const root = `${facts.rest}/wp/v2`;
  const collection = `${root}/${type.rest_base}`;
  const self = `${collection}/${row.id}`;
  const embeddable = true;
  return {
    self: [{ href: self, targetHints: canEdit(view.caller, row) ? EDITORS : READERS }],
    collection: [{ href: collection }],
    about: [{ href: `${root}/types/${type.name}` }],
    author:
      fields.has('author') && row.author !== null ? [{ embeddable, href: `${root}/users/${row.author}` }] : undefined,
    replies: type.supports.includes('comments') ? [{ embeddable, href: `${root}/comments?post=${row.id}` }] : undefined,
    'version-history': type.supports.includes('revisions') ? [{ count: 0, href: `${self}/revisions` }] : undefined,
    up: type.hierarchical && row.parent !== null ? [{ embeddable, href: `${collection}/${row.parent}` }] : undefined,
    'wp:featuredmedia':
      fields.has('featured_media') && row.featured_media > 0
        ? [{ embeddable, href: `${root}/media/${row.featured_media}` }]
        : undefined,
    'wp:attachment': type.name === 'attachment' ? undefined : [{ href: `${root}/media?parent=${row.id}` }],
    'wp:term': page.taxonomies.length > 0 ? termLinks(page, root, row) : undefined,
    ...(view.context === 'edit' && actionLinks(page, row, { self, view })),
    curies: CURIES,
  };
}

function termLinks({ taxonomies }: PostPage, root: string, row: PostRow): Link[] {
  return taxonomies.map(({ name, rest_base }) => ({
    taxonomy: name,
    embeddable: true,
    href: `${root}/${rest_base}?post=${row.id}`,
  }));
}

/** Links for the actions this caller is allowed. */
function actionLinks(
  page: PostPage,
  row: PostRow,
  { self, view: { caller } }: { self: string; view: PostView },
): Dict<Link[]> {
  const edits = canEdit(caller, row);
  const actions = [
    ...(row.type !== 'attachment' && canPublish(caller, page.type) ? ['publish'] : []),
    ...(caller.can('unfiltered_html') ? ['unfiltered-html'] : []),
    ...(row.type === 'post' && (caller.can('publish') || caller.can('edit_others')) ? ['sticky'] : []),
    ...(page.type.supports.includes('author') && caller.can('edit_others') ? ['assign-author'] : []),
    ...page.taxonomies.flatMap(({ rest_base, hierarchical }) => [
      ...(caller.can(hierarchical ? 'manage_terms' : 'create_flat_terms') ? [`create-${rest_base}`] : []),
      ...(edits ? [`assign-${rest_base}`] : []),
    ]),
  ];
  return Object.fromEntries(actions.map((action) => [`wp:action-${action}`, [{ href: self }]]));
}
