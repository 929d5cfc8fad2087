// wpapi: finds the interface by the `Link` header of a HEAD request, and makes its methods from the index.
import { deepStrictEqual as same, rejects } from 'node:assert/strict';
import WPAPI from 'wpapi';
import { PNG } from '../operations.mjs';
import { PAGES, POSTS } from '../server.mjs';

/** Discovers the site, as a guest; then signs in. */
export async function open({ url, user, token }) {
  const site = await WPAPI.discover(url);
  return site.auth({ username: user, password: token, auth: true });
}

const made = {};

export const operations = {
  async discover(site) {
    const has = (namespace, names) => names.filter((name) => typeof site.namespace(namespace)[name] !== 'function');
    same(has('wp/v2', ['posts', 'pages', 'media', 'categories', 'tags', 'types', 'users', 'settings', 'search']), []);
    same(has('pll/v1', ['languages', 'settings']), []);
    same(has('polydesk/v1', ['history', 'coverage', 'groups', 'translations']), []);
    // Methods of the named parts of a route.
    const staleness = site.namespace('polydesk/v1').staleness().kind('post').id(7);
    same(staleness.toString().endsWith('/polydesk/v1/staleness/post/7'), true);
    same(site.posts().id(7).toString().endsWith('/wp/v2/posts/7'), true);
  },

  async list(site) {
    const posts = await site.posts().perPage(5);
    const { total, totalPages } = posts._paging;
    same([posts.length, Number(total)], [5, POSTS.en + POSTS.fr]);
    same(Number(totalPages), Math.ceil((POSTS.en + POSTS.fr) / 5));
  },

  async all(site) {
    const found = [];
    for (let page = await site.posts().param('lang', 'en').perPage(50); page; page = await page._paging.next)
      found.push(...page.map(({ id }) => id));
    same(new Set(found).size, POSTS.en);
  },

  async filter(site) {
    const posts = await site.posts().param('lang', 'fr').perPage(100);
    same([posts.length, new Set(posts.map(({ lang }) => lang))], [POSTS.fr, new Set(['fr'])]);
    // A method of the same name, as its users register it.
    const inLanguage = site.registerRoute('wp/v2', '/posts/(?P<id>\\d+)', { params: ['lang'] });
    same((await inLanguage.call(site).lang('fr')).length, POSTS.fr);
  },

  async item(site) {
    const [first] = await site.posts().param('lang', 'fr').perPage(1);
    const post = await site.posts().id(first.id).edit();
    same([post.lang, post.translations, typeof post.title.raw], ['fr', { fr: post.id }, 'string']);
    same((await site.posts().slug(first.slug))[0].id, first.id);
  },

  async embed(site) {
    const [post] = await site.posts().perPage(1).embed();
    same(post._embedded.author[0].id, post.author);
    same(post._embedded['wp:term'].flat().length > 0, true);
  },

  async languages(site) {
    const polylang = site.namespace('pll/v1');
    same((await polylang.languages()).map(({ slug }) => slug), ['en', 'fr']); // prettier-ignore
    // Two routes end in a number or a code; the client knows the part by the first name.
    same((await polylang.languages().termId('fr')).locale, 'fr_FR');
    same((await polylang.settings()).default_lang, 'en');
  },

  async create(site) {
    made.en = await site.posts().create({ title: 'Hello', content: 'One.', status: 'publish', lang: 'en' });
    same([made.en.lang, made.en.translations], ['en', { en: made.en.id }]);
  },

  async link(site) {
    const post = { title: 'Bonjour', status: 'publish', lang: 'fr', translations: { en: made.en.id } };
    made.fr = await site.posts().create(post);
    const both = { en: made.en.id, fr: made.fr.id };
    same(made.fr.translations, both);
    same((await site.posts().id(made.en.id)).translations, both);
    const staleness = await site.namespace('polydesk/v1').staleness().kind('post').id(made.fr.id);
    same(staleness.source, { id: made.en.id, lang: 'en' });
  },

  async relink(site) {
    const en = await site.posts().create({ title: 'Apart', lang: 'en' });
    const fr = await site.posts().create({ title: 'À part', lang: 'fr' });
    const translations = { en: en.id, fr: fr.id };
    same((await site.posts().id(en.id).update({ translations })).translations, translations);
    same((await site.posts().id(fr.id).update({ translations: {} })).translations, { fr: fr.id });
  },

  async update(site) {
    same((await site.posts().id(made.en.id).update({ title: 'Hello again' })).title.raw, 'Hello again');
    same((await site.namespace('pll/v1').settings().update({ browser: true })).browser, true);
  },

  async terms(site) {
    const en = await site.categories().create({ name: 'News', lang: 'en' });
    const fr = await site.categories().create({ name: 'Nouvelles', lang: 'fr', translations: { en: en.id } });
    same((await site.categories().id(en.id)).translations, { en: en.id, fr: fr.id });
  },

  async batch(site) {
    const requests = ['Un', 'Deux'].map((title) => ({ path: '/wp/v2/posts', body: { title, lang: 'fr' } }));
    const { responses } = await site.root('batch/v1').create({ requests });
    same(responses.map(({ status, body }) => [status, body.lang]), [[201, 'fr'], [201, 'fr']]); // prettier-ignore
  },

  async remove(site) {
    same((await site.posts().id(made.fr.id).delete()).status, 'trash');
    const gone = await site.posts().id(made.fr.id).delete({ force: true });
    same([gone.deleted, gone.previous.id], [true, made.fr.id]);
    same((await site.posts().id(made.en.id)).translations, { en: made.en.id });
  },

  async media(site) {
    made.media = await site.media().file(PNG, 'point.png').create({ title: 'A point' });
    same([made.media.title.raw, made.media.mime_type], ['A point', 'image/png']);
    same((await site.media().id(made.media.id).update({ alt_text: 'Red' })).alt_text, 'Red');
    same(
      (await site.media().search('point')).map(({ id }) => id),
      [made.media.id],
    );
  },

  async everything(site) {
    const found = [];
    for (let page = await site.pages().perPage(50); page; page = await page._paging.next) found.push(...page);
    same(found.length, PAGES);
    for (const base of ['categories', 'media', 'users']) same((await site[base]().perPage(100)).length > 0, true);
  },

  async deletes(site) {
    const page = await site.pages().create({ title: 'Short', lang: 'en' });
    const tag = await site.tags().create({ name: 'short', lang: 'en' });
    for (const one of [
      () => site.pages().id(page.id),
      () => site.tags().id(tag.id),
      () => site.media().id(made.media.id),
    ]) {
      same((await one().delete({ force: true })).deleted, true);
      await rejects(one().get(), (error) => error.data.status === 404);
    }
  },

  async refused(site) {
    const wrong = (error) => error.code === 'rest_invalid_param' && 'status' in error.data.params;
    await rejects(site.posts().create({ title: 'No', status: 'nonsense' }), wrong);
    await rejects(site.posts().id(999999).get(), (error) => error.code === 'rest_post_invalid_id');
  },

  async rights(site) {
    same((await site.users().me().edit()).roles, ['administrator']);
    const headers = await site.posts().id(made.en.id).headers();
    same(headers.allow.includes('DELETE'), true);
  },
};
