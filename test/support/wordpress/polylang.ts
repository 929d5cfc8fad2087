// Languages, settings and our plugin.
import type { Json } from '../../../core/types.ts';
import { prefixOf } from './present.ts';
import { renameString } from './strings.ts';
import { capabilitiesOf, may, Refusal, require, textOf, type WpAnswer, type WpRequest } from './answers.ts';
import {
  addLanguage,
  addTerm,
  groupOf,
  nowOf,
  storeGroup,
  TAXONOMIES,
  TYPES,
  type Body,
  type WpLanguage,
  type WpPost,
  type WpSite,
  type WpTerm,
} from './site.ts';

export function languages(site: WpSite, { method, user, body }: WpRequest): WpAnswer {
  if (method === 'GET') return { status: 200, body: site.languages.map((one) => shownLanguage(site, one)) };
  require(user, may(user, 'manage_options'), 'rest_forbidden');
  const slug = textOf(body['slug'] ?? textOf(body['locale']).slice(0, 2));
  if (site.languages.some((one) => one.slug === slug)) throw new Refusal(400, 'pll_non_unique_slug');
  const made = addLanguage(site, slug, false);
  if (body['no_default_cat'] !== true) addDefaultCategory(site, slug);
  Object.assign(made, { name: textOf(body['name'] ?? made.name), locale: textOf(body['locale'] ?? made.locale) });
  return { status: 201, body: { ...made } };
}

/** In the group of the default category. */
function addDefaultCategory(site: WpSite, lang: string): void {
  const own = site.terms.get(Number(site.settings['default_category']));
  const group = own && { group: own.group };
  addTerm(site, { taxonomy: 'category', name: 'Uncategorized', slug: `uncategorized-${lang}`, lang, ...group });
}

/** A language with its home, which tells the languages of addresses. */
function shownLanguage(site: WpSite, one: WpLanguage): Json {
  return { ...one, home_url: `${site.home}${prefixOf(site, one.slug)}/` };
}

/** Read by number or code, written by number only. */
export function oneLanguage(site: WpSite, name: string, { method, user, body }: WpRequest): WpAnswer {
  const found = site.languages.find(({ term_id, slug }) => name === String(term_id) || name === slug);
  if (method !== 'GET' && !/^\d+$/.test(name)) throw new Refusal(404, 'rest_no_route');
  if (!found) throw new Refusal(404, /^\d+$/.test(name) ? 'rest_invalid_id' : 'rest_invalid_slug');
  if (method === 'GET') return { status: 200, body: shownLanguage(site, found) };
  require(user, may(user, 'manage_options'), 'rest_forbidden');
  if (body['name'] !== undefined) found.name = textOf(body['name']);
  return { status: 200, body: { ...found } };
}

/** Settings of WordPress or of Polylang: administrators only; what is not valid is refused before or after its neighbours are stored. */
export function settings(site: WpSite, stored: Body, { method, user, body }: WpRequest): WpAnswer {
  require(user, may(user, 'manage_options'), 'rest_forbidden');
  if (method === 'GET') return { status: 200, body: { ...stored } };
  const isWrong = ([name, value]: [string, Json]): boolean => name in stored && typeof stored[name] !== typeof value;
  const wrong = Object.entries(body).find(isWrong);
  if (wrong && !site.options.halvesSettings)
    throw new Refusal(400, 'rest_invalid_param', { params: { [wrong[0]]: 'Invalid' } });
  for (const [name, value] of Object.entries(body)) {
    if (isWrong([name, value])) throw new Refusal(400, 'rest_invalid_param', { params: { [name]: 'Invalid' } });
    const kept = TEXTS.has(name) && stored === site.settings ? withEntities(textOf(value)) : value;
    if (name === 'title') renameString(site, textOf(stored[name]), textOf(kept));
    if (name in stored) stored[name] = kept;
  }
  return { status: 200, body: { ...stored } };
}

/** Stored with entities, and so are the strings of them. */
const TEXTS = new Set(['title', 'description']);
const ENTITIES: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#039;' };
const withEntities = (text: string): string =>
  text.replace(/&(?!#?\w+;)/g, '&amp;').replace(/[<>"']/g, (sign) => ENTITIES[sign] ?? sign);

export function users(site: WpSite, id: string | undefined, { user, query }: WpRequest): WpAnswer {
  if (!user) throw new Refusal(401, id === 'me' ? 'rest_not_logged_in' : 'rest_user_cannot_view');
  const isEdit = query.get('context') === 'edit';
  const shown = (one: typeof user): Json => ({
    ...{ id: one.id, name: one.name, slug: one.name },
    ...(isEdit && { username: one.name, roles: [one.role], capabilities: capabilitiesOf(one.role) }),
  });
  if (id === 'me') return { status: 200, body: shown(user) };
  if (isEdit) require(user, may(user, 'list_users'), 'rest_forbidden_context');
  // Whoever published nothing is not in the list.
  const authors = new Set([...site.posts.values()].flatMap((one) => (one.status === 'publish' ? [one.author] : [])));
  const found = site.users.filter((one) => (id === undefined ? isEdit || authors.has(one.id) : String(one.id) === id));
  if (id !== undefined) {
    if (!found[0]) throw new Refusal(404, 'rest_user_invalid_id');
    return { status: 200, body: shown(found[0]) };
  }
  return {
    status: 200,
    body: found.map(shown),
    headers: { 'x-wp-total': String(found.length), 'x-wp-totalpages': '1' },
  };
}

/**
 * `polydesk-link/v1/index`: lists of [id, type, status, modified, language, group, mark], and posts of types without languages as
 * [id, type, status, modified, mark].
 */
export function companionIndex(site: WpSite, { user }: WpRequest): WpAnswer {
  require(user, may(user, 'edit_posts'), 'rest_forbidden');
  const isSeen = (one: WpPost): boolean => may(user, 'edit_others_posts') || one.author === user.id;
  const group = (all: Iterable<WpPost | WpTerm>, one: WpPost | WpTerm): number =>
    Object.keys(groupOf(all, one)).length > 1 ? one.group + 100_000 : 0;
  const isOther = ({ type }: WpPost): boolean => site.options.untranslated?.includes(type) === true;
  const seen = [...site.posts.values()].filter(isSeen);
  const others = seen.filter(isOther).map((one): Json => [one.id, one.type, one.status, one.modified_gmt, one.mark]);
  const posts = seen
    .filter((one) => !isOther(one))
    .map((one): Json => [
      one.id,
      one.type,
      one.status,
      one.modified_gmt,
      one.lang,
      group(site.posts.values(), one),
      one.mark,
    ]);
  const terms = [...site.terms.values()].map((one): Json => [
    one.id,
    one.taxonomy,
    '',
    '',
    one.lang,
    group(site.terms.values(), one),
    one.mark,
  ]);
  const isNew = site.options.companion === true;
  return { status: 200, body: { now: nowOf(site), posts, terms, ...(isNew && { others }) } };
}

export function companionItem(site: WpSite, kind: string, id: number, { user, body }: WpRequest): WpAnswer {
  const found = kind === 'post' ? site.posts.get(id) : site.terms.get(id);
  const translations = body['translations'] as Record<string, number> | undefined;
  const others = Object.values(translations ?? {}).map((one) =>
    kind === 'post' ? site.posts.get(one) : site.terms.get(one),
  );
  const all: ReadonlyMap<number, WpPost | WpTerm> = kind === 'post' ? site.posts : site.terms;
  // What they are linked to now would be left behind.
  const isMove = translations !== undefined || body['lang'] !== undefined;
  const left = (isMove ? [found, ...others] : [])
    .flatMap((one) => (one ? Object.values(groupOf(all.values(), one)) : []))
    .map((one) => all.get(one));
  const mayEdit = (one: WpPost | WpTerm | undefined): boolean => {
    if (!one) return false;
    if ('author' in one) return may(user, 'edit_others_posts') || (one.author === user?.id && may(user, 'edit_posts'));
    return may(user, 'manage_categories');
  };
  require(user, [found, ...others, ...left].every(mayEdit), 'rest_forbidden');
  if (!found) throw new Refusal(404, 'polydesk_link_type');
  const lang = body['lang'] === undefined ? found.lang : textOf(body['lang']);
  if (!site.languages.some(({ slug }) => slug === lang)) throw new Refusal(400, 'polydesk_link_language');
  const typeOf = (one: WpPost | WpTerm | undefined): string | undefined =>
    one && 'taxonomy' in one ? one.taxonomy : one?.type;
  Object.entries(translations ?? {}).forEach(([code, other], at) => {
    const one = others[at];
    const fits = other === id ? code === lang : one?.lang === code && typeOf(one) === typeOf(found);
    if (!fits || !site.languages.some(({ slug }) => slug === code))
      throw new Refusal(400, 'polydesk_link_translations');
  });
  found.lang = lang;
  if (translations) storeGroup<WpPost | WpTerm>(site, all, found, { ...translations, [lang]: id });
  return { status: 200, body: { id, lang, translations: groupOf(all.values(), found) } };
}

/** In `context=edit` those whose items the user may edit: menus belong to administrators. */
export function types({ user }: WpRequest): WpAnswer {
  const menus = { nav_menu_item: { base: 'menu-items', hierarchical: false, taxonomies: ['nav_menu'] } };
  const all = { ...TYPES, ...(may(user, 'manage_options') && menus) };
  const rows = Object.entries(all).map(([slug, { base, hierarchical, taxonomies }]) => [
    slug,
    { slug, name: slug, rest_base: base, rest_namespace: 'wp/v2', hierarchical, taxonomies },
  ]);
  return { status: 200, body: Object.fromEntries(rows) as Json };
}

export function taxonomies({ user }: WpRequest): WpAnswer {
  const menus = { nav_menu: { base: 'menus', hierarchical: false, types: ['nav_menu_item'] } };
  const all = { ...TAXONOMIES, ...(may(user, 'manage_options') && menus) };
  const rows = Object.entries(all).map(([slug, { base, hierarchical, types: of }]) => [
    slug,
    { slug, name: slug, rest_base: base, rest_namespace: 'wp/v2', hierarchical, types: of },
  ]);
  return { status: 200, body: Object.fromEntries(rows) as Json };
}
