// The routing of requests.
import type { Json } from '../../../core/types.ts';
import {
  asTexts,
  chosenFields,
  knownLanguage,
  listOf,
  Refusal,
  textOf,
  type WpAnswer,
  type WpRequest,
} from './answers.ts';
import { createMedia } from './media.ts';
import { menuEntries, menus } from './menus.ts';
import { companionStrings } from './strings.ts';
import {
  companionIndex,
  companionItem,
  languages,
  oneLanguage,
  settings,
  taxonomies,
  types,
  users,
} from './polylang.ts';
import { createPost, deletePost, findPost, listPosts, readPost, updatePost } from './posts.ts';
import { presentTerm } from './present.ts';
import { TAXONOMIES, TYPES, type WpSite } from './site.ts';
import { createTerm, deleteTerm, findTerm, listTerms, updateTerm } from './terms.ts';

type Answering = WpAnswer | Promise<WpAnswer>;

/** Answers one request; what is refused is an answer too. */
export async function answerOf(site: WpSite, req: WpRequest): Promise<WpAnswer> {
  try {
    const found = await dispatch(site, req);
    const body = chosenFields(found.body, listOf(req.query, '_fields'));
    return { ...found, body: site.options.numbersAreTexts ? asTexts(body) : body };
  } catch (error) {
    if (error instanceof Refusal) return error.answer;
    throw error;
  }
}

function dispatch(site: WpSite, req: WpRequest): Answering {
  const [, space = '', version = '', base = '', first, second] = req.path.split('/');
  const name = `${space}/${version}`;
  const hasPolylang = site.options.surface !== 'none';
  if (req.path === '/' || req.path === '') return { status: 200, body: index(site) };
  if (name === 'batch/v1') return batch(site, req);
  if (name === 'pll/v1' && hasPolylang && base === 'languages')
    return first === undefined ? languages(site, req) : oneLanguage(site, first, req);
  if (name === 'pll/v1' && hasPolylang && base === 'settings') return settings(site, site.polylang, req);
  if (name === 'polydesk-link/v1' && base === 'strings' && site.options.companion === true)
    return companionStrings(site, req);
  if (name === 'polydesk-link/v1' && base !== 'strings' && site.options.companion)
    return base === 'index' ? companionIndex(site, req) : companionItem(site, first ?? '', Number(second), req);
  if (name === 'wp/v2') return core(site, base, [first, second], req);
  throw new Refusal(404, 'rest_no_route');
}

function core(site: WpSite, base: string, [first, second]: (string | undefined)[], req: WpRequest): Answering {
  if (base === 'types') return types(req);
  if (base === 'taxonomies') return taxonomies(req);
  if (base === 'menus') return menus(site, first, req);
  if (base === 'menu-items') return menuEntries(site, first, req);
  if (base === 'settings') return settings(site, site.settings, req);
  if (base === 'users') return users(site, first, req);
  const type = Object.keys(TYPES).find((one) => TYPES[one]?.base === base);
  if (type) return post(site, type, [first, second], req);
  const taxonomy = Object.keys(TAXONOMIES).find((one) => TAXONOMIES[one]?.base === base);
  if (!taxonomy) throw new Refusal(404, 'rest_no_route');
  const { method } = req;
  if (first === undefined) return method === 'GET' ? listTerms(site, taxonomy, req) : createTerm(site, taxonomy, req);
  if (method === 'GET') return { status: 200, body: presentTerm(site, findTerm(site, taxonomy, Number(first)), req) };
  return method === 'DELETE'
    ? deleteTerm(site, taxonomy, Number(first), req)
    : updateTerm(site, taxonomy, Number(first), req);
}

function post(site: WpSite, type: string, [first, second]: (string | undefined)[], req: WpRequest): Answering {
  const { method } = req;
  if (method === 'OPTIONS') return described(site);
  if (first === undefined) {
    if (method === 'GET') return listPosts(site, type, req);
    return type === 'attachment' ? createMedia(site, req) : createPost(site, type, req);
  }
  const id = Number(first);
  if (second === 'revisions') return revisions(site, type, id);
  if (method === 'GET') return readPost(site, type, id, req);
  return method === 'DELETE' ? deletePost(site, type, id, req) : updatePost(site, type, id, req);
}

function revisions(site: WpSite, type: string, id: number): WpAnswer {
  const texts = findPost(site, type, id).revisions.map(({ id: one, title, content, excerpt }) => ({
    id: one,
    parent: id,
    title: { raw: title, rendered: title },
    content: { raw: content, rendered: content },
    excerpt: { raw: excerpt, rendered: excerpt },
  }));
  return { status: 200, body: texts };
}

function described(site: WpSite): WpAnswer {
  const languageFields =
    site.options.surface === 'pro' ? { lang: { type: 'string' }, translations: { type: 'object' } } : {};
  return { status: 200, body: { schema: { properties: { id: {}, title: {}, ...languageFields } } } };
}

function index(site: WpSite): Json {
  const { surface, companion } = site.options;
  const namespaces = [
    'wp/v2',
    'batch/v1',
    ...(surface === 'none' ? [] : ['pll/v1']),
    ...(companion ? ['polydesk-link/v1'] : []),
  ];
  const routes = companion === true ? { '/polydesk-link/v1/strings': {} } : {};
  return { name: textOf(site.settings['title']), home: site.home, url: site.home, namespaces, routes };
}

/** At most 25 writes, of posts, terms, users and languages; the language of one leaks into those behind it. */
async function batch(site: WpSite, req: WpRequest): Promise<WpAnswer> {
  const requests = req.body['requests'] as { method?: string; path: string; body?: Record<string, Json> }[];
  if (!Array.isArray(requests) || requests.length > 25) throw new Refusal(400, 'rest_invalid_param');
  const responses: Json[] = [];
  for (const { method = 'POST', path, body = {} } of requests) {
    const url = new URL(path, 'http://site');
    const isTaken = method !== 'GET' && !/^\/wp\/v2\/(?:media|settings)\b/.test(url.pathname);
    const one: WpRequest = { ...req, method, path: url.pathname, query: url.searchParams, body };
    const answer = isTaken ? await answerOf(site, one) : { status: 400, body: { code: 'rest_batch_not_allowed' } };
    responses.push({ status: answer.status, headers: {}, body: answer.body });
  }
  site.leaked = undefined;
  return { status: 207, body: { responses } };
}

/** A public page, with the versions in other languages that are published. */
export function pageHtml(site: WpSite, slug: string): string | undefined {
  const found = [...site.posts.values()].find((one) => one.slug === slug && one.status === 'publish');
  if (!found) return undefined;
  const versions = [...site.posts.values()].filter((one) => one.group === found.group && one.status === 'publish');
  const links = versions.map(
    (one) => `<link rel="alternate" hreflang="${knownLanguage(site, one.lang)}" href="${site.home}/${one.slug}/">`,
  );
  return `<html><head>${links.join('')}</head></html>`;
}
