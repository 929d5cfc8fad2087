import type { Site } from '../../../site.ts';
import type { CarriedTerm } from '../../../store/content/post-terms.ts';
import type { PostRow } from '../../../store/content/posts.ts';
import type { Dict } from '../../../types.ts';
import { plainValue } from './fields.ts';
import { guidOf, permalinkTemplate, postLink } from './links.ts';
import { postLinks } from './links-of-value.ts';
import { shownMeta } from '../meta-values.ts';
import type { PostPage, PostView } from './page.ts';
import { hasBlocks, renderContent, renderExcerpt, renderTitle } from './render.ts';
import { canEdit } from './rights.ts';
import { generatedSlug } from './slugs.ts';

/** Fields of the embed context (`content.md` 2.2). */
const EMBED = new Set('id date slug type link title excerpt author featured_media lang translations _links'.split(' '));

/**
 * One item of a page as returned by the API (`content.md` 2.2). A single literal with every field in order, `undefined` for those
 * not sent: building an object field by field costs three times as much, and a list has a hundred of them.
 */
export function postValue(site: Site, page: PostPage, row: PostRow, view: PostView): Dict {
  const wants = (name: string): boolean => view.wants(name) && (view.context !== 'embed' || EMBED.has(name));
  const when = <T>(name: string, is: boolean, make: () => T): T | undefined => (is && wants(name) ? make() : undefined);
  const { facts, fields, type, linked } = page;
  const shows = (name: string): boolean => fields.has(name) && wants(name);
  const edit = view.context === 'edit';
  const lang = row.language_id === null ? '' : (facts.languages.get(row.language_id)?.slug ?? '');
  const locked = isProtected(row, view);
  const own = page.terms.get(row.id) ?? [];
  return {
    id: wants('id') ? row.id : undefined,
    date: wants('date') ? row.date : undefined,
    date_gmt: wants('date_gmt') ? row.date_gmt : undefined,
    guid: wants('guid') ? guidValue(page, row, edit) : undefined,
    modified: wants('modified') ? row.modified : undefined,
    modified_gmt: wants('modified_gmt') ? row.modified_gmt : undefined,
    slug: wants('slug') ? row.slug : undefined,
    status: wants('status') ? row.status : undefined,
    type: wants('type') ? row.type : undefined,
    link: wants('link') ? postLink(facts, linked(row)) : undefined,
    title: shows('title') ? titleOf(row, edit) : undefined,
    content: shows('content') ? contentOf(row, { edit, locked }) : undefined,
    excerpt: shows('excerpt') ? excerptOf(row, view, { edit, locked }) : undefined,
    author: shows('author') ? (row.author ?? 0) : undefined,
    featured_media: shows('featured_media') ? row.featured_media : undefined,
    parent: shows('parent') ? (row.parent ?? 0) : undefined,
    ...plainValues(page, row, { wants, context: view.context }),
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

/** A stored guid would reveal its former parents. */
function guidValue({ facts, linked }: PostPage, row: PostRow, edit: boolean): Dict {
  const post = linked(row);
  const guid = post.isShort ? guidOf(facts, post) : row.guid;
  return edit ? { rendered: guid, raw: guid } : { rendered: guid };
}

function titleOf({ title }: PostRow, edit: boolean): Dict {
  const rendered = renderTitle(title);
  return edit ? { raw: title, rendered } : { rendered };
}

/** How a text is returned: in the edit context, and hidden behind a password. */
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

/** Fields returned as stored. */
function plainValues({ plain }: PostPage, row: PostRow, { wants, context }: Pick<PostView, 'wants' | 'context'>): Dict {
  const out: Dict = {};
  for (const field of plain)
    if (field.rest?.context.includes(context) && wants(field.name)) out[field.name] = plainValue(field, row);
  return out;
}

/** The terms of an item by taxonomy. */
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

/** Whether content and excerpt are hidden: password-protected, without the password in the request or the right to edit. */
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
