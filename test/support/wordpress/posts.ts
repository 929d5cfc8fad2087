// Posts, pages, custom types and media: reading, and what a write stores (`live-wordpress.md` 1 to 4).
import type { Json } from '../../../core/types.ts';
import {
  kses,
  knownLanguage,
  listOf,
  may,
  pageOf,
  Refusal,
  require,
  textOf,
  type WpAnswer,
  type WpRequest,
} from './answers.ts';
import { presentPost } from './present.ts';
import {
  gmtOf,
  groupOf,
  localOf,
  newMark,
  nowOf,
  storeGroup,
  TAXONOMIES,
  TYPES,
  type Body,
  type WpPost,
  type WpSite,
} from './site.ts';
import { freeSlug, slugOf } from './slugs.ts';
import { fittingTerms } from './terms.ts';

const STATUSES = ['publish', 'future', 'draft', 'pending', 'private'];

export function listPosts(site: WpSite, type: string, req: WpRequest): WpAnswer {
  const { query, user } = req;
  const isEdit = query.get('context') === 'edit';
  if (isEdit) require(user, may(user, 'edit_posts'), 'rest_forbidden_context');
  const statuses = listOf(query, 'status') ?? [type === 'attachment' ? 'inherit' : 'publish'];
  // Pages have a right of their own, which authors do not have.
  const right = type === 'page' ? 'edit_others_posts' : 'edit_posts';
  if (statuses.some((one) => one !== 'publish' && one !== 'inherit') && !may(user, right)) {
    const fault = { code: 'rest_forbidden_status', data: { status: user ? 403 : 401 } };
    throw new Refusal(400, 'rest_invalid_param', {
      params: { status: 'Status is forbidden.' },
      details: { status: fault },
    });
  }
  const wanted = new Set(statuses.flatMap((one) => (one === 'any' ? [...STATUSES, 'inherit'] : [one])));
  const [include, slugs] = [listOf(query, 'include')?.map(Number), listOf(query, 'slug')];
  const after = query.get('modified_after');
  const lang = site.options.surface === 'pro' ? query.get('lang') : null;
  const found = [...site.posts.values()].filter(
    (one) =>
      one.type === type &&
      wanted.has(one.status) &&
      (!include || include.includes(one.id)) &&
      (!slugs || slugs.includes(one.slug) || slugs.includes(encodeURIComponent(one.slug).toLowerCase())) &&
      (after === null ||
        localOf(site, one.modified_gmt) > (/Z$/.test(after) ? localOf(site, after.slice(0, 19)) : after)) &&
      (lang === null || lang === '' || one.lang === lang),
  );
  const { items, headers } = pageOf(inOrder(found, query), query);
  // What the user may not edit is left out, and still counted.
  const visible = isEdit ? items.filter((one) => may(user, 'edit_others_posts') || one.author === user?.id) : items;
  return { status: 200, body: visible.map((one) => presentPost(site, one, req)), headers };
}

function inOrder(items: readonly WpPost[], query: URLSearchParams): WpPost[] {
  const by = query.get('orderby') ?? 'date';
  const key = (one: WpPost): string | number =>
    by === 'id' ? one.id : by === 'modified' ? one.modified_gmt : one.date_gmt;
  const sign = query.get('order') === 'asc' ? 1 : -1;
  return items.toSorted((a, b) => (key(a) < key(b) ? -sign : key(a) > key(b) ? sign : (a.id - b.id) * sign));
}

export function findPost(site: WpSite, type: string, id: number): WpPost {
  const found = site.posts.get(id);
  if (!found || found.type !== type) throw new Refusal(404, 'rest_post_invalid_id');
  return found;
}

export function readPost(site: WpSite, type: string, id: number, req: WpRequest): WpAnswer {
  const found = findPost(site, type, id);
  if (req.query.get('context') === 'edit') requireEdit(found, req);
  else if (found.status !== 'publish' && found.status !== 'inherit') requireEdit(found, req);
  return { status: 200, body: presentPost(site, found, req) };
}

function requireEdit(found: WpPost, { user }: WpRequest): void {
  const isOwn = found.author === user?.id && may(user, 'edit_posts');
  require(user, isOwn || may(user, 'edit_others_posts'), 'rest_forbidden_context');
}

export function createPost(site: WpSite, type: string, req: WpRequest): WpAnswer {
  const { user, query, body } = req;
  require(user, may(user, type === 'attachment' ? 'upload_files' : 'edit_posts'), 'rest_cannot_create');
  const now = nowOf(site);
  const bare = {
    status: type === 'attachment' ? 'inherit' : 'draft',
    slug: '',
    title: '',
    content: '',
    excerpt: '',
    template: '',
    format: 'standard',
    password: '',
    comment_status: 'open',
    ping_status: 'open',
  };
  const post: WpPost = {
    ...bare,
    ...{ id: site.nextPost, type, date_gmt: '', modified_gmt: now, author: user.id, parent: 0, menu_order: 0 },
    ...{
      featured_media: 0,
      sticky: false,
      meta: {},
      terms: {},
      lang: '',
      group: site.nextGroup++,
      mark: '',
      revisions: [],
    },
  };
  if (site.options.surface !== 'none') post.lang = languageOf(site, query.get('lang') ?? undefined, body);
  const before = structuredClone(post);
  change(site, post, req);
  if (post.date_gmt === '' && !isFloating(post)) post.date_gmt = now;
  // A create with a date of its own was last modified then.
  post.modified_gmt = (body['date_gmt'] ?? body['date']) ? post.date_gmt : now;
  site.nextPost++;
  site.posts.set(post.id, post);
  if (site.options.failsAfterInsert) throw new Refusal(500, 'db_insert_error');
  storeLanguage(site, post, body);
  storeTerms(site, post, body);
  storeMeta(site, post, body);
  if (before.title !== post.title || post.content !== '') keepRevision(site, post);
  return { status: 201, body: presentPost(site, post, { ...req, query: new URLSearchParams('context=edit') }) };
}

/** In a batch the language of the request before holds on. */
function languageOf(site: WpSite, parameter: string | undefined, body: Body): string {
  const sent = parameter ?? (typeof body['lang'] === 'string' ? body['lang'] : undefined) ?? site.leaked;
  site.leaked = site.options.keepsBatchesApart ? undefined : sent;
  return knownLanguage(site, sent);
}

export async function updatePost(site: WpSite, type: string, id: number, req: WpRequest): Promise<WpAnswer> {
  const stored = findPost(site, type, id);
  requireEdit(stored, req);
  const post = { ...structuredClone(stored), ...(stored.file && { file: stored.file }) };
  change(site, post, req);
  if (post.date_gmt === '' && !isFloating(post)) post.date_gmt = nowOf(site);
  if (site.options.pause) await new Promise((done) => setTimeout(done, site.options.pause));
  const isEdited = (['title', 'content', 'excerpt'] as const).some((name) => stored[name] !== post[name]);
  post.modified_gmt = nowOf(site);
  site.posts.set(id, post);
  if (isEdited) keepRevision(site, post);
  storeLanguage(site, post, req.body);
  storeTerms(site, post, req.body);
  storeMeta(site, post, req.body);
  synchronise(site, post);
  return { status: 200, body: presentPost(site, post, { ...req, query: new URLSearchParams('context=edit') }) };
}

/** The fields of the row itself. Throws before anything is stored. */
function change(site: WpSite, post: WpPost, { body, user }: WpRequest): void {
  const isTrusted = may(user, 'unfiltered_html') && !site.options.filtersHtml;
  const allowed = (text: string): string => (isTrusted ? text : kses(text));
  const raw = (value: Json): string =>
    textOf(typeof value === 'object' && value !== null && !Array.isArray(value) ? value['raw'] : value);
  const { status, author, parent, password } = body;
  if (status !== undefined) {
    if (!STATUSES.includes(textOf(status)))
      throw new Refusal(400, 'rest_invalid_param', { params: { status: 'Invalid' } });
    if (status !== 'draft' && status !== 'pending') require(user, may(user, 'publish_posts'), 'rest_cannot_publish');
    if (post.status === 'trash') post.slug = post.slug.replace(/__trashed$/, '');
    post.status = textOf(status);
  }
  if (author !== undefined) {
    if (author !== user?.id) require(user, may(user, 'edit_others_posts'), 'rest_cannot_edit_others');
    if (!site.users.some(({ id }) => id === author)) throw new Refusal(400, 'rest_invalid_author');
    post.author = Number(author);
  }
  if (parent !== undefined && TYPES[post.type]?.hierarchical) {
    if (parent !== 0 && site.posts.get(Number(parent))?.type !== post.type)
      throw new Refusal(400, 'rest_post_invalid_id');
    post.parent = Number(parent);
  }
  if (body['title'] !== undefined) post.title = allowed(raw(body['title'])).trim();
  if (body['content'] !== undefined) post.content = allowed(raw(body['content']));
  if (body['excerpt'] !== undefined) post.excerpt = allowed(raw(body['excerpt']));
  if (post.type === 'attachment') changeMedia(site, post, body, allowed);
  for (const name of ['template', 'format', 'comment_status', 'ping_status'] as const)
    if (body[name] !== undefined) post[name] = textOf(body[name]);
  if (typeof body['sticky'] === 'boolean') post.sticky = body['sticky'];
  if (password !== undefined) post.password = textOf(password);
  if (post.status === 'private') post.password = '';
  if (body['menu_order'] !== undefined && post.type === 'page') post.menu_order = Number(body['menu_order']);
  const picture = Number(body['featured_media'] ?? post.featured_media);
  if (picture === 0 || site.posts.get(picture)?.type === 'attachment') post.featured_media = picture;
  if (body['date_gmt']) post.date_gmt = textOf(body['date_gmt']).slice(0, 19);
  else if (body['date']) post.date_gmt = gmtOf(site, textOf(body['date']));
  if (post.status === 'publish' && post.date_gmt > nowOf(site)) post.status = 'future';
  else if (post.status === 'future' && post.date_gmt <= nowOf(site)) post.status = 'publish';
  storeSlug(site, post, body);
}

/** The texts of a file, and what it is attached to. */
function changeMedia(site: WpSite, post: WpPost, body: Body, allowed: (text: string) => string): void {
  if (body['caption'] !== undefined) post.excerpt = allowed(textOf(body['caption']));
  if (body['description'] !== undefined) post.content = allowed(textOf(body['description']));
  if (body['alt_text'] !== undefined && post.file) post.file = { ...post.file, alt: textOf(body['alt_text']) };
  const parent = Number(body['post'] ?? post.parent);
  if (parent === 0 || site.posts.has(parent)) post.parent = parent;
}

function storeSlug(site: WpSite, post: WpPost, body: Body): void {
  const wanted = body['slug'] === undefined ? post.slug : slugOf(textOf(body['slug']));
  const made = wanted === '' && !isFloating(post) ? slugOf(post.title) || String(post.id) : wanted;
  post.slug = made === '' ? '' : freeSlug(made, (slug) => isTaken(site, post, slug));
}

function isTaken(site: WpSite, post: WpPost, slug: string): boolean {
  return [...site.posts.values()].some((one) => one.id !== post.id && one.type === post.type && one.slug === slug);
}

function isFloating({ status }: WpPost): boolean {
  return status === 'draft' || status === 'pending';
}

function storeTerms(site: WpSite, post: WpPost, body: Body): void {
  for (const taxonomy of TYPES[post.type]?.taxonomies ?? []) {
    const sent = body[TAXONOMIES[taxonomy]?.base ?? ''];
    const ids = Array.isArray(sent) ? sent.map(Number) : (post.terms[taxonomy] ?? []);
    post.terms[taxonomy] = fittingTerms(site, taxonomy, ids, post.lang);
  }
}

function storeMeta(site: WpSite, post: WpPost, body: Body): void {
  const sent = body['meta'];
  if (typeof sent === 'object' && sent !== null && !Array.isArray(sent))
    for (const name of site.options.meta ?? []) if (sent[name] !== undefined) post.meta[name] = sent[name];
  if (site.options.companion && typeof body['polydesk_uuid'] === 'string')
    post.mark = body['polydesk_uuid'] || newMark();
}

/** What the paid edition takes: a language at any time, and the whole group. */
function storeLanguage(site: WpSite, post: WpPost, { lang, translations }: Body): void {
  if (site.options.surface !== 'pro') return;
  if (typeof lang === 'string' && lang !== '') {
    if (!site.languages.some(({ slug }) => slug === lang)) throw new Refusal(400, 'rest_invalid_param');
    post.lang = lang;
  }
  if (typeof translations !== 'object' || translations === null) return;
  const map = Array.isArray(translations) ? {} : (translations as Record<string, number>);
  for (const [code, id] of Object.entries(map))
    if (id !== post.id && site.posts.get(id)?.lang !== code) throw new Refusal(400, 'rest_invalid_param');
  storeGroup(site, site.posts, post, map);
}

function synchronise(site: WpSite, post: WpPost): void {
  for (const id of Object.values(groupOf(site.posts.values(), post))) {
    const other = site.posts.get(id);
    if (!other || other === post || !site.options.sync) continue;
    Object.assign(other, Object.fromEntries(site.options.sync.map((name) => [name, post[name]])));
    other.modified_gmt = nowOf(site);
  }
}

function keepRevision(site: WpSite, { revisions, title, content, excerpt }: WpPost): void {
  revisions.unshift({ id: site.nextPost++, title, content, excerpt });
}

export function deletePost(site: WpSite, type: string, id: number, req: WpRequest): WpAnswer {
  const found = findPost(site, type, id);
  requireEdit(found, req);
  const isForced = ['true', '1'].includes(req.query.get('force') ?? '') || req.body['force'] === true;
  const view = { ...req, query: new URLSearchParams('context=edit') };
  const previous = presentPost(site, found, view);
  if (isForced) {
    site.posts.delete(id);
    for (const other of site.posts.values()) if (other.featured_media === id) other.featured_media = 0;
    return { status: 200, body: { deleted: true, previous } };
  }
  if (type === 'attachment' || site.options.hasNoTrash) throw new Refusal(501, 'rest_trash_not_supported');
  if (found.status === 'trash') throw new Refusal(410, 'rest_already_trashed');
  Object.assign(found, { status: 'trash', slug: `${found.slug}__trashed`, modified_gmt: nowOf(site) });
  return { status: 200, body: presentPost(site, found, view) };
}
