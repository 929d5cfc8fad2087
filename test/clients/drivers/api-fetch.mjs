// @wordpress/api-fetch: changes travel as POST with X-HTTP-Method-Override, per_page=-1 follows the `Link` headers.
import { deepStrictEqual as same, rejects } from 'node:assert/strict';
import { PNG } from '../operations.mjs';
import { PAGES, POSTS } from '../server.mjs';

/** Opens the client. A site of its own serves it, so what one operation makes is there for the next. */
export async function open({ root, user, token }) {
  // The package is made for a bundler: its default export is what `require` calls `default`.
  const { default: apiFetch } = await import('@wordpress/api-fetch');
  const headers = { Authorization: `Basic ${Buffer.from(`${user}:${token}`).toString('base64')}` };
  apiFetch.use(apiFetch.createRootURLMiddleware(root));
  apiFetch.use((options, next) =>
    next({ ...options, credentials: 'omit', headers: { ...options.headers, ...headers } }),
  );
  return apiFetch;
}

const made = {};

export const operations = {
  async discover(apiFetch) {
    const { namespaces, routes } = await apiFetch({ path: '/' });
    same(
      ['wp/v2', 'pll/v1', 'polydesk/v1'].filter((name) => !namespaces.includes(name)),
      [],
    );
    same('/pll/v1/languages' in routes, true);
  },

  async list(apiFetch) {
    const answer = await apiFetch({ path: '/wp/v2/posts?per_page=5', parse: false });
    same((await answer.json()).length, 5);
    same(answer.headers.get('X-WP-Total'), String(POSTS.en + POSTS.fr));
    same(answer.headers.get('X-WP-TotalPages'), String(Math.ceil((POSTS.en + POSTS.fr) / 5)));
  },

  async all(apiFetch) {
    const posts = await apiFetch({ path: '/wp/v2/posts?per_page=-1&lang=en' });
    same(new Set(posts.map(({ id }) => id)).size, POSTS.en);
  },

  async filter(apiFetch) {
    const posts = await apiFetch({ path: '/wp/v2/posts?lang=fr&per_page=100' });
    same(new Set(posts.map(({ lang }) => lang)), new Set(['fr']));
    same(posts.length, POSTS.fr);
  },

  async item(apiFetch) {
    const [first] = await apiFetch({ path: '/wp/v2/posts?lang=fr&per_page=1' });
    const post = await apiFetch({ path: `/wp/v2/posts/${first.id}?context=edit` });
    same([post.lang, post.translations, typeof post.title.raw], ['fr', { fr: post.id }, 'string']);
  },

  async embed(apiFetch) {
    const [post] = await apiFetch({ path: '/wp/v2/posts?_embed=1&per_page=1' });
    same(post._embedded.author[0].id, post.author);
    same(post._embedded['wp:term'].flat().length > 0, true);
  },

  async languages(apiFetch) {
    const languages = await apiFetch({ path: '/pll/v1/languages' });
    same(
      languages.map(({ slug }) => slug),
      ['en', 'fr'],
    );
    same((await apiFetch({ path: '/pll/v1/settings' })).default_lang, 'en');
  },

  async create(apiFetch) {
    const data = { title: 'Hello', content: 'One.', status: 'publish', lang: 'en' };
    made.en = await apiFetch({ path: '/wp/v2/posts', method: 'POST', data });
    same([made.en.lang, made.en.translations], ['en', { en: made.en.id }]);
  },

  async link(apiFetch) {
    const data = { title: 'Bonjour', status: 'publish', lang: 'fr', translations: { en: made.en.id } };
    made.fr = await apiFetch({ path: '/wp/v2/posts', method: 'POST', data });
    const both = { en: made.en.id, fr: made.fr.id };
    same(made.fr.translations, both);
    same((await apiFetch({ path: `/wp/v2/posts/${made.en.id}` })).translations, both);
  },

  async relink(apiFetch) {
    const post = (lang) => apiFetch({ path: '/wp/v2/posts', method: 'POST', data: { title: 'Apart', lang } });
    const [en, fr] = [await post('en'), await post('fr')];
    const data = { translations: { en: en.id, fr: fr.id } };
    same((await apiFetch({ path: `/wp/v2/posts/${en.id}`, method: 'PUT', data })).translations, data.translations);
    const apart = await apiFetch({ path: `/wp/v2/posts/${fr.id}`, method: 'PUT', data: { translations: {} } });
    same(apart.translations, { fr: fr.id });
  },

  async update(apiFetch) {
    const put = await apiFetch({ path: `/wp/v2/posts/${made.en.id}`, method: 'PUT', data: { title: 'Hello again' } });
    same(put.title.raw, 'Hello again');
    const patch = await apiFetch({ path: '/pll/v1/settings', method: 'PATCH', data: { browser: true } });
    same(patch.browser, true);
  },

  async terms(apiFetch) {
    const create = (data) => apiFetch({ path: '/wp/v2/categories', method: 'POST', data });
    const en = await create({ name: 'News', lang: 'en' });
    const fr = await create({ name: 'Nouvelles', lang: 'fr', translations: { en: en.id } });
    const listed = await apiFetch({ path: `/wp/v2/categories?include=${en.id}&_fields=id,name,lang,translations` });
    same(listed, [{ id: en.id, name: 'News', lang: 'en', translations: { en: en.id, fr: fr.id } }]);
  },

  async batch(apiFetch) {
    const post = (title) => ({ path: '/wp/v2/posts', method: 'POST', body: { title, lang: 'fr' } });
    const data = { validation: 'require-all-validate', requests: [post('Un'), post('Deux')] };
    const { responses } = await apiFetch({ path: '/batch/v1', method: 'POST', data });
    same(responses.map(({ status, body }) => [status, body.lang]), [[201, 'fr'], [201, 'fr']]); // prettier-ignore
  },

  async remove(apiFetch) {
    const trashed = await apiFetch({ path: `/wp/v2/posts/${made.fr.id}`, method: 'DELETE' });
    same(trashed.status, 'trash');
    const gone = await apiFetch({ path: `/wp/v2/posts/${made.fr.id}?force=true`, method: 'DELETE' });
    same([gone.deleted, gone.previous.id], [true, made.fr.id]);
    same((await apiFetch({ path: `/wp/v2/posts/${made.en.id}` })).translations, { en: made.en.id });
  },

  async media(apiFetch) {
    const body = new FormData();
    body.append('file', new Blob([PNG], { type: 'image/png' }), 'point.png');
    body.append('title', 'A point');
    made.media = await apiFetch({ path: '/wp/v2/media', method: 'POST', body });
    same([made.media.title.raw, made.media.mime_type], ['A point', 'image/png']);
    const path = `/wp/v2/media/${made.media.id}`;
    same((await apiFetch({ path, method: 'PUT', data: { alt_text: 'Red' } })).alt_text, 'Red');
    same((await apiFetch({ path: '/wp/v2/media?search=point&per_page=-1' })).length, 1);
  },

  async everything(apiFetch) {
    const read = (base) => apiFetch({ path: `/wp/v2/${base}?per_page=-1` });
    same((await read('pages')).length, PAGES);
    same((await Promise.all(['categories', 'media', 'users'].map(read))).map((list) => list.length > 0), [true, true, true]); // prettier-ignore
  },

  async deletes(apiFetch) {
    const remove = (path) => apiFetch({ path: `${path}?force=true`, method: 'DELETE' });
    const create = (base, data) => apiFetch({ path: `/wp/v2/${base}`, method: 'POST', data });
    const page = await create('pages', { title: 'Short', lang: 'en' });
    const tag = await create('tags', { name: 'short', lang: 'en' });
    for (const path of [`/wp/v2/pages/${page.id}`, `/wp/v2/tags/${tag.id}`, `/wp/v2/media/${made.media.id}`]) {
      same((await remove(path)).deleted, true);
      await rejects(apiFetch({ path }), (error) => error.data.status === 404);
    }
  },

  async refused(apiFetch) {
    const wrong = (error) => error.code === 'rest_invalid_param' && 'status' in error.data.params;
    await rejects(apiFetch({ path: '/wp/v2/posts', method: 'POST', data: { status: 'nonsense' } }), wrong);
    await rejects(apiFetch({ path: '/wp/v2/nothing' }), (error) => error.code === 'rest_no_route');
  },

  async rights(apiFetch) {
    same((await apiFetch({ path: '/wp/v2/users/me?context=edit' })).roles, ['administrator']);
    const options = await apiFetch({ path: `/wp/v2/posts/${made.en.id}`, method: 'OPTIONS', parse: false });
    same(options.headers.get('Allow').includes('DELETE'), true);
  },
};
