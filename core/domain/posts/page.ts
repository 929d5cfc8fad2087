import type { Meta } from '../../schema/content-model.ts';
import type { Site } from '../../site.ts';
import { metaOfPosts, type PostMetaRow } from '../../store/post-meta.ts';
import { termsOfPosts, type CarriedTerm } from '../../store/post-terms.ts';
import { pathsOf, postsByIds, type PostRow } from '../../store/posts.ts';
import { termPaths, userSlugs } from '../../store/post-addresses.ts';
import { groupsOfItems, type PageMember } from '../../store/translations.ts';
import { isTranslated, registeredMeta, taxonomies, type PostType, type Taxonomy } from '../content-model.ts';
import type { Caller } from '../../types.ts';
import type { ContentFacts } from '../content-facts.ts';
import type { LinkedPost } from './links.ts';

/** How an item is looked at. */
export interface PostView {
  context: 'view' | 'embed' | 'edit';
  caller: Caller;
  /** Whether a field will be sent at all. */
  wants: (field: string) => boolean;
  /** Password of the request, for protected items. */
  password?: string | undefined;
  /** Words of an automatic excerpt. */
  excerptLength?: number | undefined;
}

/** Everything the items of one page need besides their rows, fetched for all of them at once. */
export interface PostPage {
  facts: ContentFacts;
  type: PostType;
  rows: readonly PostRow[];
  /** Items of this type have a language, and the edition shows it. */
  translated: boolean;
  registered: readonly Meta[];
  /** Taxonomies of the type, in the order of the site's. */
  taxonomies: readonly Taxonomy[];
  has: Parts;
  terms: ReadonlyMap<number, readonly CarriedTerm[]>;
  groups: ReadonlyMap<number, readonly PageMember[]>;
  meta: ReadonlyMap<number, readonly PostMetaRow[]>;
  linked(row: PostRow): LinkedPost;
}

/** Which parts the items of a type have. */
export type Parts = Readonly<
  Record<
    'title' | 'content' | 'excerpt' | 'author' | 'thumbnail' | 'attributes' | 'comments' | 'formats' | 'revisions',
    boolean
  >
>;

function partsOf({ name, supports }: PostType): Parts {
  return {
    title: supports.includes('title'),
    content: supports.includes('editor'),
    excerpt: supports.includes('excerpt') || name === 'page',
    author: supports.includes('author'),
    thumbnail: supports.includes('thumbnail'),
    attributes: supports.includes('page-attributes'),
    comments: supports.includes('comments'),
    formats: supports.includes('post-formats'),
    revisions: supports.includes('revisions'),
  };
}

/** What is not going to be shown is not fetched: `wants` tells by the name of a field. */
export function loadPage(
  site: Site,
  page: { facts: ContentFacts; type: PostType; rows: readonly PostRow[]; wants: (field: string) => boolean },
): PostPage {
  const { facts, type, rows, wants } = page;
  const ids = rows.map((row) => row.id);
  const hasLanguages = isTranslated(site, 'post', type.name);
  const translated = hasLanguages && site.edition === 'extended';
  const registered =
    type.supports.includes('custom-fields') || !type.custom ? registeredMeta(site, 'post', type.name) : [];
  const own = taxonomies(site).filter((each) => type.taxonomies.includes(each.name));
  const bases = own.map((each) => each.rest_base);
  const wantsTerms = ids.length > 0 && bases.length > 0 && ['class_list', ...bases].some(wants);
  return {
    facts,
    type,
    rows,
    translated,
    registered,
    taxonomies: own,
    has: partsOf(type),
    terms: wantsTerms ? byPost(termsOfPosts(site.db, ids), (term) => term.post_id) : new Map(),
    groups:
      translated && wants('translations') ? byPost(groupsOfItems(site.db, 'post', ids), (one) => one.of) : new Map(),
    meta: registered.length > 0 && wants('meta') ? byPost(metaOfPosts(site.db, ids), (one) => one.post_id) : new Map(),
    linked: linker(site, { facts, type, rows }, hasLanguages),
  };
}

/** Makes the links of a page's items; what the permalinks do not name is not looked up. */
function linker(
  site: Site,
  { facts, type, rows }: Pick<PostPage, 'facts' | 'type' | 'rows'>,
  hasLanguages: boolean,
): (row: PostRow) => LinkedPost {
  const { permalinks } = facts;
  const below = type.hierarchical ? rows.filter((row) => row.parent !== null) : [];
  const paths =
    below.length > 0
      ? pathsOf(
          site.db,
          below.map((row) => row.id),
        )
      : new Map<number, string>();
  const isPost = type.name === 'post';
  const categories =
    isPost && permalinks.includes('%category%')
      ? termPaths(
          site.db,
          rows.map((row) => row.id),
          'category',
        )
      : undefined;
  const authors =
    isPost && permalinks.includes('%author%')
      ? userSlugs(
          site.db,
          rows.flatMap((row) => row.author ?? []),
        )
      : undefined;
  const parents = type.name === 'attachment' ? parentLinks(site, facts, rows) : undefined;
  return (row) => ({
    row,
    path: paths.get(row.id) ?? row.slug,
    language: hasLanguages && row.language_id !== null ? facts.languages.get(row.language_id) : undefined,
    category: categories?.get(row.id),
    author: authors?.get(row.author ?? 0),
    parent: row.parent === null ? undefined : parents?.get(row.parent),
  });
}

/** What media are attached to, as far as their addresses need it. */
function parentLinks(site: Site, facts: ContentFacts, rows: readonly PostRow[]): Map<number, LinkedPost> {
  const parents = postsByIds(site.db, [...new Set(rows.flatMap((row) => row.parent ?? []))]);
  const paths = pathsOf(
    site.db,
    parents.map((row) => row.id),
  );
  return new Map(
    parents.map((row) => [
      row.id,
      {
        row,
        path: paths.get(row.id) ?? row.slug,
        language: row.language_id === null ? undefined : facts.languages.get(row.language_id),
      },
    ]),
  );
}

function byPost<T>(list: readonly T[], key: (one: T) => number): Map<number, T[]> {
  const out = new Map<number, T[]>();
  for (const one of list) {
    const known = out.get(key(one));
    if (known) known.push(one);
    else out.set(key(one), [one]);
  }
  return out;
}
