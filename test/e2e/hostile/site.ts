// A site filled through the API, with a hostile text in every field that a screen shows.
import type { App } from '../app.ts';
import type { Marks } from './marks.ts';
import { payloads } from './payloads.ts';

interface Item {
  id: number;
}
interface Language {
  term_id: number;
  slug: string;
}

/** What the walk needs to find. */
export interface Hostile {
  source: number;
  target: number;
  page: number;
}

/** As `app.api`; a refusal is thrown: a field that was not filled would prove nothing. */
function askOf({ api }: App): App['api'] {
  return async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await api<T & { code?: string; message?: string }>(method, path, body);
    if (answer.code !== undefined && answer.message !== undefined)
      throw new Error(`${path}: ${JSON.stringify(answer)}`);
    return answer;
  };
}

const block = (name: string, html: string): string => `<!-- wp:${name} -->\n${html}\n<!-- /wp:${name} -->`;

/** Everything but what only a person can write: that is done on the walk. */
export async function fillHostile(app: App, marks: Marks): Promise<Hostile> {
  await nameSite(app, marks);
  const category = await addTerms(app, marks);
  const posts = await addPosts(app, marks, category);
  await addRest(app, marks);
  return posts;
}

async function nameSite(app: App, marks: Marks): Promise<void> {
  const api = askOf(app);
  const coded = (field: string) => marks.text(field, { isCoded: true });
  await api('PUT', '/polydesk/v1/content-model', {
    post_types: [
      { name: 'route', label: marks.text('post type', { most: 100 }), supports: ['title', 'editor', 'excerpt'] },
    ],
    taxonomies: [{ name: 'grade', label: marks.text('taxonomy', { most: 100 }), object_types: ['post', 'route'] }],
    post_meta: ['post'].map((type) => ({ key: marks.text('meta key'), type: 'string', object_types: [type] })),
  });
  // Before there is a language, so that it has none.
  await api('POST', '/wp/v2/posts', { title: marks.text('title without language'), status: 'draft' });
  for (const locale of ['en_US', 'fr_FR', 'ar']) await api('POST', '/pll/v1/languages', { locale });
  for (const { term_id, slug } of await api<Language[]>('GET', '/pll/v1/languages'))
    await api('PATCH', `/pll/v1/languages/${term_id}`, { name: coded(`language ${slug}`) });
  await api('PATCH', '/wp/v2/settings', { title: coded('site title'), url: 'https://hostile.example' });
  await api('PATCH', '/pll/v1/settings', {
    post_types: ['route'],
    media_support: true,
    taxonomies: ['grade'],
    nav_menus: { [marks.text('theme')]: { [marks.text('menu location')]: { en: 1 } } },
    language_taxonomies: [marks.text('language table')],
  });
}

async function addTerms(app: App, marks: Marks): Promise<number> {
  const api = askOf(app);
  const make = async (path: string, about: string, more: object) => {
    const texts = {
      name: marks.text(`${about} name`, { isCoded: true }),
      description: marks.text(`${about} description`, { isCoded: true }),
      slug: marks.text(`${about} slug`),
    };
    return (await api<Item>('POST', path, { ...texts, ...more })).id;
  };
  const category = await make('/wp/v2/categories', 'category', { lang: 'en' });
  await make('/wp/v2/categories', 'category fr', { lang: 'fr', translations: { en: category } });
  await make('/wp/v2/tags', 'tag', { lang: 'en' });
  await make('/wp/v2/grade', 'custom term', { lang: 'en' });
  return category;
}

async function addPosts(app: App, marks: Marks, category: number): Promise<Hostile> {
  const api = askOf(app);
  const { post_meta: metas } = await api<{ post_meta: { key: string }[] }>('GET', '/polydesk/v1/content-model');
  const meta = (about: string) => Object.fromEntries(metas.map(({ key }) => [key, marks.text(about)]));
  const write = async (lang: string, more: object = {}) => {
    const texts = {
      title: marks.text(`title ${lang}`),
      slug: marks.text(`slug ${lang}`),
      excerpt: marks.text(`excerpt ${lang}`),
      content: content(marks, lang),
      meta: meta(`meta value ${lang}`),
    };
    return (await api<Item>('POST', '/wp/v2/posts', { ...texts, lang, status: 'publish', ...more })).id;
  };
  for (const [at] of payloads.entries())
    await api('POST', '/wp/v2/posts', { title: marks.with(`payload ${at + 1}`, at), lang: 'en', status: 'publish' });
  const source = await write('en', { categories: [category] });
  const target = await write('fr', { translations: { en: source } });
  await api('PATCH', `/wp/v2/posts/${source}`, {
    title: marks.text('changed title'),
    excerpt: marks.text('changed excerpt'),
  });
  const texts = { title: marks.text('page title'), content: marks.text('text without blocks') };
  const { id: page } = await api<Item>('POST', '/wp/v2/pages', { ...texts, lang: 'en', status: 'publish' });
  await api('POST', '/wp/v2/route', { title: marks.text('route title'), lang: 'en', status: 'draft' });
  return { source, target, page };
}

/** Texts, attributes, addresses, what is locked and what is unknown. */
function content(marks: Marks, lang: string): string {
  const text = (about: string) => marks.text(`${about} ${lang}`);
  return [
    block('paragraph', `<p>${text('paragraph')}</p>`),
    block('heading', `<h2 class="wp-block-heading">${text('heading')}</h2>`),
    block('list', `<ul>${block('list-item', `<li>${text('list item')}</li>`)}</ul>`),
    block('image', `<figure><img src="/a.png" alt="${attribute(text('alternative text'))}"/></figure>`),
    block('quote', `<blockquote><p>${text('quote')}</p><cite>${text('cite')}</cite></blockquote>`),
    block('table', `<figure><table><tbody><tr><td>${text('cell')}</td></tr></tbody></table></figure>`),
    block('button', `<a href="javascript:${attribute(text('address'))}">${text('button')}</a>`),
    block('html', text('HTML block')),
    block('shortcode', `[gallery title="${text('shortcode')}"]`),
    `<!-- wp:other/block {"a":"${text('block attribute').replaceAll(/["\\<>-]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`)}"} /-->`,
  ].join('\n\n');
}

const attribute = (text: string): string => text.replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** Who comes in, what is kept, what was asked. */
async function addRest(app: App, marks: Marks): Promise<void> {
  const api = askOf(app);
  const { base_url: url } = await api<{ base_url: string }>('GET', '/polydesk/v1/server');
  const user = '<img src=x onerror=top.ran=[1]>';
  const asked = { name: marks.text('token name', { most: 100 }), role: 'administrator', user };
  const { token } = await api<{ token: string }>('POST', '/polydesk/v1/tokens', asked);
  const views = [{ id: 'a', name: marks.text('saved filter'), screen: 'posts', query: { state: 'draft' } }];
  await api('PUT', '/polydesk/v1/views', { views });
  const headers = { authorization: `Bearer ${token}`, 'user-agent': 'x' };
  const send = (path: string, init: RequestInit) => fetch(`${url}/wp-json${path}`, { headers, ...init });
  await send(`/wp/v2/posts?search=${encodeURIComponent(marks.text('asked for'))}`, {});
  await send(`/${encodeURIComponent(marks.text('no such route'))}`, {});
  const json = { ...headers, 'content-type': 'application/json' };
  const body = JSON.stringify({ title: marks.text('sent title'), lang: 'en', status: 'draft' });
  await send('/wp/v2/posts', { method: 'POST', headers: json, body });
  const name = `${marks.text('file name').replaceAll('/', '∕')}.png`;
  const file = encodeURIComponent(name).replaceAll("'", '%27');
  const disposition = `attachment; filename="evil.png"; filename*=UTF-8''${file}`;
  const picture = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABc3UBGAAAAABJRU5ErkJggg==',
    'base64',
  );
  const upload = { ...headers, 'content-type': 'image/png', 'content-disposition': disposition };
  const answer = await send('/wp/v2/media', { method: 'POST', headers: upload, body: picture });
  const media = (await answer.json()) as Item;
  await api('PATCH', `/wp/v2/media/${media.id}`, {
    title: marks.text('media title'),
    alt_text: marks.text('media alternative text'),
    caption: marks.text('media caption'),
    description: marks.text('media description'),
    lang: 'en',
  });
}
