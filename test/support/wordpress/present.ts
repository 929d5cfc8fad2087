// How an item is represented in responses.
import type { Json } from '../../../core/types.ts';
import { may, type WpRequest } from './answers.ts';
import {
  uploadsOf,
  groupOf,
  localOf,
  nowOf,
  TAXONOMIES,
  TYPES,
  type Body,
  type WpPost,
  type WpSite,
  type WpTerm,
} from './site.ts';

type Asking = Pick<WpRequest, 'query' | 'user'>;

export function presentPost(site: WpSite, post: WpPost, { query, user }: Asking): Json {
  const isEdit = query.get('context') === 'edit';
  const texts = (raw: string): Json => (isEdit ? { raw, rendered: raw } : { rendered: raw });
  // Drafts without a date of their own answer a computed one.
  const date_gmt = post.date_gmt === '' ? nowOf(site) : post.date_gmt;
  const { base = '' } = TYPES[post.type] ?? {};
  const self = `${site.home}/wp-json/wp/v2/${base}/${post.id}`;
  const sets = (TYPES[post.type]?.taxonomies ?? []).map((name) => [
    TAXONOMIES[name]?.base ?? '',
    post.terms[name] ?? [],
  ]);
  const [latest] = post.revisions;
  const shown: Body = {
    ...{ id: post.id, date: localOf(site, date_gmt), date_gmt },
    ...{
      modified: localOf(site, post.modified_gmt),
      modified_gmt: post.modified_gmt,
      slug: post.slug,
      status: post.status,
    },
    ...{
      type: post.type,
      link: linkOf(site, post),
      title: texts(post.title),
      author: post.author,
      meta: metaOf(site, post),
    },
    ...(post.type === 'attachment' ? mediaFields(site, post, texts) : articleFields(post, texts, isEdit)),
    ...(Object.fromEntries(sets) as Body),
    ...languageFields(site, post, groupOf(site.posts.values(), post)),
    ...(isEdit && site.options.companion && { polydesk_uuid: post.mark }),
    _links: {
      self: [{ href: self }],
      ...(post.type !== 'attachment' && {
        'version-history': [{ count: post.revisions.length, href: `${self}/revisions` }],
        ...(latest && { 'predecessor-version': [{ id: latest.id, href: `${self}/revisions/${latest.id}` }] }),
      }),
      ...(isEdit && may(user, 'unfiltered_html') && { 'wp:action-unfiltered-html': [{ href: self }] }),
    },
  };
  return shown;
}

function articleFields(post: WpPost, texts: (raw: string) => Json, isEdit: boolean): Body {
  return {
    content: texts(post.content),
    excerpt: texts(post.excerpt),
    ...{ featured_media: post.featured_media, comment_status: post.comment_status, ping_status: post.ping_status },
    template: post.template,
    ...(post.type === 'page' && { parent: post.parent, menu_order: post.menu_order }),
    ...(post.type === 'post' && { sticky: post.sticky, format: post.format }),
    ...(isEdit && { password: post.password }),
  };
}

function mediaFields(site: WpSite, post: WpPost, texts: (raw: string) => Json): Body {
  const { name = '', type = '', alt = '' } = post.file ?? {};
  const place = { source_url: `${uploadsOf(site)}/${name}`, mime_type: type, alt_text: alt };
  return { caption: texts(post.excerpt), description: texts(post.content), post: post.parent || null, ...place };
}

function metaOf(site: WpSite, { meta }: { meta: Body }): Json {
  const names = site.options.meta ?? [];
  return names.length === 0 ? [] : Object.fromEntries(names.map((name) => [name, meta[name] ?? '']));
}

function languageFields(site: WpSite, one: { lang: string }, translations: Record<string, number>): Body {
  return site.options.surface === 'pro' ? { lang: one.lang, translations } : {};
}

/** The prefix tells the language; of what is attached to an item, the item's. */
export function linkOf(site: WpSite, post: WpPost): string {
  const owner = post.type === 'attachment' ? (site.posts.get(post.parent) ?? post) : post;
  const isPublic = post.status === 'publish' || post.status === 'inherit';
  return `${site.home}${prefixOf(site, owner.lang)}/${isPublic ? `${post.slug}/` : `?p=${post.id}`}`;
}

/** What addresses of a language begin with. */
export function prefixOf(site: WpSite, lang: string): string {
  const isDefault = site.languages.find(({ slug }) => slug === lang)?.is_default === true;
  return lang === '' || (isDefault && site.polylang['hide_default'] === true) ? '' : `/${lang}`;
}

export function presentTerm(site: WpSite, term: WpTerm, { query }: Asking): Json {
  const isEdit = query.get('context') === 'edit';
  const { base = '', hierarchical } = TAXONOMIES[term.taxonomy] ?? {};
  return {
    ...{
      id: term.id,
      count: 0,
      description: term.description,
      name: term.name,
      slug: term.slug,
      taxonomy: term.taxonomy,
    },
    link: `${site.home}${prefixOf(site, term.lang)}/${base}/${term.slug}/`,
    ...(hierarchical && { parent: term.parent }),
    meta: [],
    ...languageFields(site, term, groupOf(site.terms.values(), term)),
    ...(isEdit && site.options.companion && { polydesk_uuid: term.mark }),
    _links: { self: [{ href: `${site.home}/wp-json/wp/v2/${base}/${term.id}` }] },
  };
}
