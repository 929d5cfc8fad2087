// fluent-wp-client: checks every answer against schemas of its own, embeds in every list, changes with plain POST.
import { deepStrictEqual as same, rejects } from 'node:assert/strict';
import { WordPressClient } from 'fluent-wp-client';
import { PNG } from '../operations.mjs';
import { PAGES, POSTS } from '../server.mjs';

export function open({ url, user, token }) {
  return new WordPressClient({ baseUrl: url, auth: { username: user, password: token } });
}

const made = {};

export const operations = {
  async discover(site) {
    const { namespaces, routes } = await site.fetchAPI('/wp-json/');
    same(['wp/v2', 'pll/v1', 'polydesk/v1'].filter((name) => !namespaces.includes(name)), []); // prettier-ignore
    same(Object.keys(await site.types()).filter((name) => ['post', 'page'].includes(name)).length, 2);
    same('/pll/v1/languages' in routes, true);
  },

  async list(site) {
    const page = await site.getPostsPaginated({ perPage: 5 });
    const { total, totalPages, data } = page;
    same([data.length, total, totalPages], [5, POSTS.en + POSTS.fr, Math.ceil((POSTS.en + POSTS.fr) / 5)]);
  },

  async all(site) {
    const posts = await site.getAllPosts({ lang: 'en' });
    same(new Set(posts.map(({ id }) => id)).size, POSTS.en);
  },

  async filter(site) {
    const posts = await site.getPosts({ lang: 'fr', perPage: 100 });
    same([posts.length, new Set(posts.map(({ lang }) => lang))], [POSTS.fr, new Set(['fr'])]);
    same((await site.posts().param('lang', 'fr').perPage(2)).length, 2);
  },

  async item(site) {
    const [first] = await site.getPosts({ lang: 'fr', perPage: 1 });
    const post = await site.getPostBySlug(first.slug);
    same([post.id, post.lang, post.translations], [first.id, 'fr', { fr: first.id }]);
    same(typeof (await site.getPost(first.id).getContent()).raw, 'string');
  },

  async embed(site) {
    const [post] = await site.getPosts({ perPage: 1 });
    same(post._embedded.author[0].id, post.author);
    const { related } = await site.post(post.id).with('author', 'categories').get();
    same([related.author.id, related.categories.length], [post.author, 1]);
  },

  async languages(site) {
    const polylang = site.namespace('pll/v1');
    same((await polylang.route('languages')).map(({ slug }) => slug), ['en', 'fr']); // prettier-ignore
    same((await polylang.route('languages').id('fr')).locale, 'fr_FR');
    same((await polylang.route('settings')).default_lang, 'en');
  },

  async create(site) {
    made.en = await site.createPost({ title: 'Hello', content: 'One.', status: 'publish', lang: 'en' });
    same([made.en.lang, made.en.translations], ['en', { en: made.en.id }]);
  },

  async link(site) {
    const post = { title: 'Bonjour', status: 'publish', lang: 'fr', translations: { en: made.en.id } };
    made.fr = await site.createPost(post);
    const both = { en: made.en.id, fr: made.fr.id };
    same(made.fr.translations, both);
    same((await site.getPost(made.en.id)).translations, both);
  },

  async relink(site) {
    const en = await site.createPost({ title: 'Apart', status: 'draft', lang: 'en' });
    const fr = await site.createPost({ title: 'À part', status: 'draft', lang: 'fr' });
    const translations = { en: en.id, fr: fr.id };
    same((await site.updatePost(en.id, { translations })).translations, translations);
    same((await site.updatePost(fr.id, { translations: {} })).translations, { fr: fr.id });
  },

  async update(site) {
    same((await site.updatePost(made.en.id, { title: 'Hello again' })).title.rendered, 'Hello again');
    same((await site.updateSettings({ title: 'Two languages' })).title, 'Two languages');
    same((await site.namespace('pll/v1').route('settings').update({ browser: true })).browser, true);
  },

  async terms(site) {
    const en = await site.createCategory({ name: 'News', lang: 'en' });
    const fr = await site.createCategory({ name: 'Nouvelles', lang: 'fr', translations: { en: en.id } });
    same((await site.terms('categories').getById(en.id)).translations, { en: en.id, fr: fr.id });
  },

  async batch(site) {
    const requests = ['Un', 'Deux'].map((title) => ({ path: '/wp/v2/posts', body: { title, lang: 'fr' } }));
    const { responses } = await site.route('v1', 'batch').create({ requests });
    same(responses.map(({ status, body }) => [status, body.lang]), [[201, 'fr'], [201, 'fr']]); // prettier-ignore
  },

  async remove(site) {
    same((await site.posts().id(made.fr.id).delete()).status, 'trash');
    const gone = await site.deletePost(made.fr.id, { force: true });
    same([gone.id, gone.deleted, gone.previous.id], [made.fr.id, true, made.fr.id]);
    same((await site.getPost(made.en.id)).translations, { en: made.en.id });
  },

  async media(site) {
    made.media = await site.uploadMedia({ file: PNG, filename: 'point.png', mimeType: 'image/png', title: 'A point' });
    same([made.media.title.rendered, made.media.mime_type], ['A point', 'image/png']);
    same((await site.updateMedia(made.media.id, { alt_text: 'Red' })).alt_text, 'Red');
    same(
      (await site.getMedia({ search: 'point' })).map(({ id }) => id),
      [made.media.id],
    );
  },

  async everything(site) {
    same((await site.getAllPages()).length, PAGES);
    const lists = [await site.getAllCategories(), await site.getAllMedia(), await site.getAllUsers()];
    same(lists.map((list) => list.length > 0), [true, true, true]); // prettier-ignore
  },

  async deletes(site) {
    const page = await site.createPage({ title: 'Short', status: 'draft', lang: 'en' });
    const category = await site.createCategory({ name: 'Short', lang: 'en' });
    same((await site.deletePage(page.id, { force: true })).deleted, true);
    same((await site.deleteCategory(category.id, { force: true })).deleted, true);
    same((await site.deleteMedia(made.media.id, { force: true })).deleted, true);
    same(await site.getAllMedia(), []);
  },

  async refused(site) {
    const wrong = ({ code, status, responseBody }) =>
      code === 'rest_invalid_param' && status === 400 && 'status' in responseBody.data.params;
    await rejects(site.createPost({ title: 'No', status: 'nonsense' }), wrong);
    await rejects(site.getAbilities(), (error) => error.code === 'rest_no_route');
  },

  async rights(site) {
    same((await site.getCurrentUser()).slug, 'admin');
    const { response } = await site.request({ endpoint: `/posts/${made.en.id}`, method: 'OPTIONS' });
    same(response.headers.get('Allow').includes('DELETE'), true);
  },
};
