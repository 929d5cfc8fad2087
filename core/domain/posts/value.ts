import type { Site } from '../../site.ts';
import type { PostRow } from '../../store/posts.ts';
import type { Dict } from '../../types.ts';
import { taxonomies } from '../content-model.ts';
import { permalinkTemplate, postLink } from './links.ts';
import { postLinks } from './links-of-value.ts';
import { shownMeta } from '../meta-values.ts';
import type { PostPage, PostView } from './page.ts';
import { hasBlocks, renderContent, renderExcerpt, renderTitle } from './render.ts';
import { generatedSlug } from './slugs.ts';

/** Fields of the embed context (`content.md` 2.2). */
const EMBED = new Set('id date slug type link title excerpt author featured_media lang translations _links'.split(' '));

/** One item of a page as it is answered (`content.md` 2.2). */
export function postValue(site: Site, page: PostPage, row: PostRow, view: PostView): Dict {
  const out: Dict = {};
  const isEmbed = view.context === 'embed';
  const put = (name: string, make: () => unknown): void => {
    if (view.wants(name) && (!isEmbed || EMBED.has(name))) out[name] = make();
  };
  putDates(put, page, row, view);
  putTexts(put, page, row, view);
  putState(put, page, row);
  putTaxonomies(put, site, page, row);
  if (view.context === 'edit') {
    put('permalink_template', () => permalinkTemplate(page.facts, page.linked(row), page.type.hierarchical));
    put('generated_slug', () => generatedSlug(site, page.facts, row, page.type));
  }
  put('class_list', () => classList(page, row, isProtected(row, view)));
  if (page.translated) putLanguage(put, page, row);
  put('_links', () => postLinks(site, page, row, view));
  return out;
}

type Put = (name: string, make: () => unknown) => void;

function putDates(put: Put, { facts, linked }: PostPage, row: PostRow, { context }: PostView): void {
  put('id', () => row.id);
  put('date', () => row.date);
  put('date_gmt', () => row.date_gmt);
  put('guid', () => ({ rendered: row.guid, ...(context === 'edit' && { raw: row.guid }) }));
  put('modified', () => row.modified);
  put('modified_gmt', () => row.modified_gmt);
  if (context === 'edit') put('password', () => row.password);
  put('slug', () => row.slug);
  put('status', () => row.status);
  put('type', () => row.type);
  put('link', () => postLink(facts, linked(row)));
}

function putTexts(put: Put, { type }: PostPage, row: PostRow, view: PostView): void {
  const { supports } = type;
  const edit = view.context === 'edit';
  const locked = isProtected(row, view);
  const guarded = row.password !== '';
  if (supports.includes('title'))
    put('title', () => ({ ...(edit && { raw: row.title }), rendered: renderTitle(row.title) }));
  if (supports.includes('editor'))
    put('content', () => ({
      ...(edit && { raw: row.content }),
      rendered: locked ? '' : renderContent(row.content),
      protected: guarded,
      ...(edit && { block_version: hasBlocks(row.content) ? 1 : 0 }),
    }));
  if (supports.includes('excerpt') || type.name === 'page')
    put('excerpt', () => ({
      ...(edit && { raw: row.excerpt }),
      rendered: locked ? '' : renderExcerpt(row, view.excerptLength),
      protected: guarded,
    }));
}

function putState(put: Put, page: PostPage, row: PostRow): void {
  const { type } = page;
  const has = (part: string): boolean => type.supports.includes(part);
  if (has('author')) put('author', () => row.author ?? 0);
  if (has('thumbnail')) put('featured_media', () => row.featured_media);
  if (type.hierarchical) put('parent', () => row.parent ?? 0);
  if (has('page-attributes')) put('menu_order', () => row.menu_order);
  if (has('comments')) {
    put('comment_status', () => row.comment_status);
    put('ping_status', () => row.ping_status);
  }
  if (type.name === 'post') put('sticky', () => row.sticky === 1);
  put('template', () => row.template);
  if (has('post-formats')) put('format', () => row.format || 'standard');
  put('meta', () => shownMeta(page.registered, page.meta.get(row.id) ?? []));
}

function putTaxonomies(put: Put, site: Site, page: PostPage, row: PostRow): void {
  if (page.type.taxonomies.length === 0) return;
  const own = page.terms.get(row.id) ?? [];
  for (const taxonomy of taxonomies(site)) {
    if (!page.type.taxonomies.includes(taxonomy.name)) continue;
    put(taxonomy.rest_base, () => own.filter((term) => term.taxonomy === taxonomy.name).map((term) => term.id));
  }
}

function putLanguage(put: Put, { facts, groups }: PostPage, row: PostRow): void {
  const lang = row.language_id === null ? '' : (facts.languages.get(row.language_id)?.slug ?? '');
  put('lang', () => lang);
  put('translations', () => {
    if (lang === '') return {};
    const out: Dict<number> = { [lang]: row.id };
    for (const member of groups.get(row.id) ?? []) {
      const code = facts.languages.get(member.language_id)?.slug;
      if (code !== undefined) out[code] = member.item_id;
    }
    return out;
  });
}

/** Whether content and excerpt stay hidden: protected by a password that the request does not name. */
function isProtected(row: PostRow, view: PostView): boolean {
  return row.password !== '' && view.context !== 'edit' && view.password !== row.password;
}

function classList({ type, terms }: PostPage, row: PostRow, locked: boolean): string[] {
  const prefix = (taxonomy: string): string => (taxonomy === 'post_tag' ? 'tag' : taxonomy);
  return [
    `post-${row.id}`,
    row.type,
    `type-${row.type}`,
    `status-${row.status}`,
    ...(type.supports.includes('post-formats') ? [`format-${row.format || 'standard'}`] : []),
    ...(locked ? ['post-password-required'] : []),
    'hentry',
    ...(terms.get(row.id) ?? []).map((term) => `${prefix(term.taxonomy)}-${term.slug}`),
  ];
}
