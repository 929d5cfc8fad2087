import type { Meta } from '../../../schema/content/content-model.ts';
import { hasField, POST_ROWS, type NamedPostField } from '../../../schema/content/fields/posts.ts';
import type { Site } from '../../../site.ts';
import { metaOf, type MetaRow } from '../../../store/content/meta.ts';
import { termsOfPosts, type CarriedTerm } from '../../../store/content/post-terms.ts';
import { belowHidden, POST_TREE, postsByIds, type PostRow } from '../../../store/content/posts.ts';
import { termPaths, userSlugs } from '../../../store/content/post-addresses.ts';
import { groupsOfItems, type PageMember } from '../../../store/translations/translations.ts';
import { isTranslated, registeredMeta, taxonomies, type PostType, type Taxonomy } from '../content-model.ts';
import type { Caller } from '../../../types.ts';
import type { ContentFacts } from '../content-facts.ts';
import type { LinkedPost } from './links.ts';

/** How an item is viewed. */
export interface PostView {
  context: 'view' | 'embed' | 'edit';
  caller: Caller;
  /** Whether a field will be sent at all. */
  wants: (field: string) => boolean;
  /** Password in the request, for protected items. */
  password?: string | undefined;
  /** Number of words of an automatic excerpt. */
  excerptLength?: number | undefined;
}

/** Everything the items of one page need besides their rows, loaded in one go. */
export interface PostPage {
  facts: ContentFacts;
  type: PostType;
  rows: readonly PostRow[];
  /** Whether items of this type have a language that the edition shows. */
  translated: boolean;
  registered: readonly Meta[];
  /** Taxonomies of the type, in site order. */
  taxonomies: readonly Taxonomy[];
  /** Stored fields of the type. */
  fields: ReadonlySet<string>;
  /** Those that are returned unchanged. */
  plain: readonly NamedPostField[];
  terms: ReadonlyMap<number, readonly CarriedTerm[]>;
  groups: ReadonlyMap<number, readonly PageMember[]>;
  meta: ReadonlyMap<number, readonly MetaRow[]>;
  linked(row: PostRow): LinkedPost;
}

/** The parameters of a page. */
interface PageOf {
  facts: ContentFacts;
  type: PostType;
  rows: readonly PostRow[];
  wants: (field: string) => boolean;
  /** The viewer of the addresses; omitted if they are stored or exported. */
  caller?: Caller | undefined;
}

/** Loads only what will be sent: `wants` decides by field name. */
export function loadPage(site: Site, page: PageOf): PostPage {
  const { facts, type, rows, wants } = page;
  const ids = rows.map((row) => row.id);
  const hasLanguages = isTranslated(site, 'post', type.name);
  const translated = hasLanguages && site.edition === 'extended';
  const registered =
    type.supports.includes('custom-fields') || !type.custom ? registeredMeta(site, 'post', type.name) : [];
  const own = taxonomies(site).filter((each) => type.taxonomies.includes(each.name));
  const bases = own.map((each) => each.rest_base);
  const fields = POST_ROWS.filter((row) => hasField(row, type));
  const wantsTerms = ids.length > 0 && bases.length > 0 && ['class_list', ...bases].some(wants);
  return {
    facts,
    type,
    rows,
    translated,
    registered,
    taxonomies: own,
    fields: new Set(fields.map(({ name }) => name)),
    plain: fields.filter(({ plain, rest }) => plain && rest),
    terms: wantsTerms ? byPost(termsOfPosts(site.db, ids), (term) => term.post_id) : new Map(),
    groups:
      translated && wants('translations') ? byPost(groupsOfItems(site.db, 'post', ids), (one) => one.of) : new Map(),
    meta:
      registered.length > 0 && wants('meta') ? byPost(metaOf(site.db, 'post', ids), (one) => one.item_id) : new Map(),
    linked: linker(site, page, hasLanguages),
  };
}

/** Builds the links of a page's items; only parts used by the permalinks are loaded. */
function linker(
  site: Site,
  { facts, type, rows, caller }: PageOf,
  hasLanguages: boolean,
): (row: PostRow) => LinkedPost {
  const { permalinks } = facts;
  const below = type.hierarchical ? rows.filter((row) => row.parent !== null) : [];
  const paths =
    below.length > 0
      ? POST_TREE.paths(
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
  const hidden = belowHiddenFor(site, caller, below);
  const parents = type.name === 'attachment' ? parentLinks(site, { facts, rows, caller }) : undefined;
  return (row) => ({
    row,
    path: paths.get(row.id) ?? row.slug,
    isShort: hidden.has(row.id),
    language: hasLanguages && row.language_id !== null ? facts.languages.get(row.language_id) : undefined,
    category: categories?.get(row.id),
    author: authors?.get(row.author ?? 0),
    parent: row.parent === null ? undefined : parents?.get(row.parent),
  });
}

/** Items whose address would reveal a parent that the caller may not read. */
function belowHiddenFor(site: Site, caller: Caller | undefined, rows: readonly PostRow[]): ReadonlySet<number> {
  if (!caller || caller.can('edit_others') || rows.length === 0) return new Set();
  return belowHidden(
    site.db,
    rows.map((row) => row.id),
    caller.userId,
  );
}

/** Parents of media, as needed for their addresses. */
function parentLinks(
  site: Site,
  { facts, rows, caller }: Pick<PageOf, 'facts' | 'rows'> & { caller: Caller | undefined },
): Map<number, LinkedPost> {
  const parents = postsByIds(site.db, [...new Set(rows.flatMap((row) => row.parent ?? []))]);
  const paths = POST_TREE.paths(
    site.db,
    parents.map((row) => row.id),
  );
  const hidden = belowHiddenFor(site, caller, parents);
  return new Map(
    parents.map((row) => [
      row.id,
      {
        row,
        path: paths.get(row.id) ?? row.slug,
        isShort: hidden.has(row.id),
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
