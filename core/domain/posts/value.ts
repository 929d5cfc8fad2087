import type { Site } from '../../site.ts';
import type { CarriedTerm } from '../../store/post-terms.ts';
import type { PostRow } from '../../store/posts.ts';
import type { Dict } from '../../types.ts';
import { permalinkTemplate, postLink } from './links.ts';
import { postLinks } from './links-of-value.ts';
import { shownMeta } from '../meta-values.ts';
import type { PostPage, PostView } from './page.ts';
import { hasBlocks, renderContent, renderExcerpt, renderTitle } from './render.ts';
import { canEdit } from './rights.ts';
import { generatedSlug } from './slugs.ts';

/** Fields of the embed context (`content.md` 2.2). */
const EMBED = new Set('id date slug type link title excerpt author featured_media lang translations _links'.split(' '));

/**
 * One item of a page as it is answered (`content.md` 2.2). One literal with every name in its order, `undefined` for what
 * is not sent: an object that is put together name by name costs three times as much, and a list has a hundred of them.
 */
export function postValue(site: Site, page: PostPage, row: PostRow, view: PostView): Dict {
  const wants = (name: string): boolean => view.wants(name) && (view.context !== 'embed' || EMBED.has(name));
  const when = <T>(name: string, is: boolean, make: () => T): T | undefined => (is && wants(name) ? make() : undefined);
  const { facts, type, has, linked } = page;
  const edit = view.context === 'edit';
  const lang = row.language_id === null ? '' : (facts.languages.get(row.language_id)?.slug ?? '');
  const locked = isProtected(row, view);
  const own = page.terms.get(row.id) ?? [];
  return {
    id: wants('id') ? row.id : undefined,
    date: wants('date') ? row.date : undefined,
    date_gmt: wants('date_gmt') ? row.date_gmt : undefined,
    guid: wants('guid') ? (edit ? { rendered: row.guid, raw: row.guid } : { rendered: row.guid }) : undefined,
    modified: wants('modified') ? row.modified : undefined,
    modified_gmt: wants('modified_gmt') ? row.modified_gmt : undefined,
    password: edit && wants('password') ? row.password : undefined,
    slug: wants('slug') ? row.slug : undefined,
    status: wants('status') ? row.status : undefined,
    type: wants('type') ? row.type : undefined,
    link: wants('link') ? postLink(facts, linked(row)) : undefined,
    title: has.title && wants('title') ? titleOf(row, edit) : undefined,
    content: has.content && wants('content') ? contentOf(row, { edit, locked }) : undefined,
    excerpt: has.excerpt && wants('excerpt') ? excerptOf(row, view, { edit, locked }) : undefined,
    author: has.author && wants('author') ? (row.author ?? 0) : undefined,
    featured_media: has.thumbnail && wants('featured_media') ? row.featured_media : undefined,
    parent: type.hierarchical && wants('parent') ? (row.parent ?? 0) : undefined,
    menu_order: has.attributes && wants('menu_order') ? row.menu_order : undefined,
    comment_status: has.comments && wants('comment_status') ? row.comment_status : undefined,
    ping_status: has.comments && wants('ping_status') ? row.ping_status : undefined,
    sticky: type.name === 'post' && wants('sticky') ? row.sticky === 1 : undefined,
    template: wants('template') ? row.template : undefined,
    format: has.formats && wants('format') ? row.format || 'standard' : undefined,
    meta: wants('meta') ? shownMeta(page.registered, page.meta.get(row.id) ?? []) : undefined,
    ...taxonomyFields(page, own, wants),
    permalink_template: when('permalink_template', edit, () =>
      permalinkTemplate(facts, linked(row), type.hierarchical),
    ),
    generated_slug: when('generated_slug', edit, () => generatedSlug(site, facts, row, type)),
    class_list: wants('class_list') ? classList(page, row, { own, locked }) : undefined,
    lang: page.translated && wants('lang') ? lang : undefined,
    translations: page.translated && wants('translations') ? translationsOf(page, row, lang) : undefined,
    _links: wants('_links') ? postLinks(page, row, view) : undefined,
  };
}

function titleOf({ title }: PostRow, edit: boolean): Dict {
  const rendered = renderTitle(title);
  return edit ? { raw: title, rendered } : { rendered };
}

/** How a text is shown: for editing, and hidden behind a password. */
interface Shown {
  edit: boolean;
  locked: boolean;
}

function contentOf({ content, password }: PostRow, { edit, locked }: Shown): Dict {
  const rendered = locked ? '' : renderContent(content);
  const isGuarded = password !== '';
  if (!edit) return { rendered, protected: isGuarded };
  return { raw: content, rendered, protected: isGuarded, block_version: hasBlocks(content) ? 1 : 0 };
}

function excerptOf(row: PostRow, view: PostView, { edit, locked }: Shown): Dict {
  const rendered = locked ? '' : renderExcerpt(row, view.excerptLength);
  const isGuarded = row.password !== '';
  return edit ? { raw: row.excerpt, rendered, protected: isGuarded } : { rendered, protected: isGuarded };
}

/** The terms of an item by the names of its taxonomies. */
function taxonomyFields(page: PostPage, own: readonly CarriedTerm[], wants: (name: string) => boolean): Dict {
  const out: Dict = {};
  for (const { name, rest_base } of page.taxonomies) {
    if (!wants(rest_base)) continue;
    const ids: number[] = [];
    for (const term of own) if (term.taxonomy === name) ids.push(term.id);
    out[rest_base] = ids;
  }
  return out;
}

function translationsOf({ facts, groups }: PostPage, row: PostRow, lang: string): Dict<number> {
  if (lang === '') return {};
  const out: Dict<number> = { [lang]: row.id };
  for (const member of groups.get(row.id) ?? []) {
    const code = facts.languages.get(member.language_id)?.slug;
    if (code !== undefined) out[code] = member.item_id;
  }
  return out;
}

/** Whether content and excerpt stay hidden: protected by a password that the request does not name, and not the caller's to edit. */
function isProtected(row: PostRow, view: PostView): boolean {
  if (row.password === '' || view.password === row.password) return false;
  return view.context !== 'edit' || !canEdit(view.caller, row);
}

function classList({ type }: PostPage, row: PostRow, of: { own: readonly CarriedTerm[]; locked: boolean }): string[] {
  const out = [`post-${row.id}`, row.type, `type-${row.type}`, `status-${row.status}`];
  if (type.supports.includes('post-formats')) out.push(`format-${row.format || 'standard'}`);
  if (of.locked) out.push('post-password-required');
  out.push('hentry');
  for (const { taxonomy, slug } of of.own) out.push(`${taxonomy === 'post_tag' ? 'tag' : taxonomy}-${slug}`);
  return out;
}
