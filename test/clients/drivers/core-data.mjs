// @wordpress/core-data: the data store of the block editor, in jsdom as it was made for a page. It reads with
// context=edit, asks OPTIONS before it believes in a right, and puts several saves into one batch.
import { deepStrictEqual as same, rejects } from 'node:assert/strict';
import { createRequire } from 'node:module';
import { JSDOM } from 'jsdom';
import { PNG } from '../operations.mjs';
import { PAGES, POSTS } from '../server.mjs';

/** Its ES modules are for bundlers only; Node takes the others. */
const require = createRequire(import.meta.url);

/** Opens the store, with api-fetch sent to the server. */
export async function open({ url, root, user, token }) {
  becomePage(url);
  const { default: apiFetch } = require('@wordpress/api-fetch');
  const headers = { Authorization: `Basic ${Buffer.from(`${user}:${token}`).toString('base64')}` };
  apiFetch.use(apiFetch.createRootURLMiddleware(root));
  apiFetch.use((options, next) =>
    next({ ...options, credentials: 'omit', headers: { ...options.headers, ...headers } }),
  );
  const { select, resolveSelect, dispatch } = require('@wordpress/data');
  const { store } = require('@wordpress/core-data');
  await dispatch(store).addEntities([
    { kind: 'polylang', name: 'language', baseURL: '/pll/v1/languages', key: 'slug', label: 'Language', plural: 'languages' },
    { kind: 'polylang', name: 'settings', baseURL: '/pll/v1/settings', label: 'Settings', key: false },
  ]); // prettier-ignore
  return { apiFetch, select: select(store), read: resolveSelect(store), write: dispatch(store) };
}

/** What a page has and Node has not; what both have stays Node's. */
function becomePage(url) {
  const { window } = new JSDOM('<!doctype html>', { url, pretendToBeVisual: true });
  globalThis.window = window;
  window.matchMedia = () => ({ matches: false, addEventListener() {}, removeEventListener() {} });
  for (const name of Object.getOwnPropertyNames(window)) if (!(name in globalThis)) globalThis[name] = window[name];
}

const made = {};
const POST = ['postType', 'post'];
const CATEGORY = ['taxonomy', 'category'];
const MEDIA = ['postType', 'attachment'];

export const operations = {
  async discover({ read }) {
    const base = await read.getEntityRecord('root', '__unstableBase');
    same([typeof base.name, typeof base.timezone_string, base.home], ['string', 'string', base.url]);
    const types = await read.getPostTypes({ per_page: -1 });
    same(types.map(({ slug }) => slug).filter((slug) => ['post', 'page', 'attachment'].includes(slug)).length, 3);
    const taxonomies = await read.getTaxonomies({ per_page: -1 });
    same(taxonomies.map(({ slug }) => slug).filter((slug) => ['category', 'post_tag'].includes(slug)).length, 2);
  },

  async list({ read, select }) {
    const query = { per_page: 5 };
    same((await read.getEntityRecords(...POST, query)).length, 5);
    same(select.getEntityRecordsTotalItems(...POST, query), POSTS.en + POSTS.fr);
    same(select.getEntityRecordsTotalPages(...POST, query), Math.ceil((POSTS.en + POSTS.fr) / 5));
  },

  async all({ read }) {
    same((await read.getEntityRecords(...POST, { per_page: -1, lang: 'en' })).length, POSTS.en);
  },

  async filter({ read }) {
    const posts = await read.getEntityRecords(...POST, { lang: 'fr', per_page: 100 });
    same([posts.length, new Set(posts.map(({ lang }) => lang))], [POSTS.fr, new Set(['fr'])]);
  },

  async item({ read }) {
    const [first] = await read.getEntityRecords(...POST, { lang: 'fr', per_page: 1 });
    const post = await read.getEntityRecord(...POST, first.id);
    same([post.lang, post.translations, typeof post.title.raw], ['fr', { fr: post.id }, 'string']);
    same(await read.getRevisions(...POST, post.id), []);
  },

  async embed({ read }) {
    const [post] = await read.getEntityRecords(...POST, { _embed: 'author', per_page: 1 });
    same(post._embedded.author[0].id, post.author);
  },

  async languages({ read }) {
    const languages = await read.getEntityRecords('polylang', 'language', {});
    same(languages.map(({ slug }) => slug), ['en', 'fr']); // prettier-ignore
    same((await read.getEntityRecord('polylang', 'language', 'fr')).locale, 'fr_FR');
    same((await read.getEntityRecord('polylang', 'settings')).default_lang, 'en');
  },

  async create({ write }) {
    const post = { title: 'Hello', content: 'One.', status: 'publish', lang: 'en' };
    made.en = await write.saveEntityRecord(...POST, post, { throwOnError: true });
    same([made.en.lang, made.en.translations], ['en', { en: made.en.id }]);
  },

  async link({ write, read }) {
    const post = { title: 'Bonjour', status: 'publish', lang: 'fr', translations: { en: made.en.id } };
    made.fr = await write.saveEntityRecord(...POST, post, { throwOnError: true });
    same(made.fr.translations, { en: made.en.id, fr: made.fr.id });
    await write.invalidateResolution('getEntityRecord', [...POST, made.en.id]);
    same((await read.getEntityRecord(...POST, made.en.id)).translations, made.fr.translations);
  },

  async relink({ write }) {
    const save = (post) => write.saveEntityRecord(...POST, post, { throwOnError: true });
    const [en, fr] = [await save({ title: 'Apart', lang: 'en' }), await save({ title: 'À part', lang: 'fr' })];
    const translations = { en: en.id, fr: fr.id };
    same((await save({ id: en.id, translations })).translations, translations);
    same((await save({ id: fr.id, translations: {} })).translations, { fr: fr.id });
  },

  async update({ write, select }) {
    await write.editEntityRecord(...POST, made.en.id, { title: 'Hello again' });
    same(select.hasEditsForEntityRecord(...POST, made.en.id), true);
    await write.saveEditedEntityRecord(...POST, made.en.id, { throwOnError: true });
    same(select.getEntityRecord(...POST, made.en.id).title.raw, 'Hello again');
    const settings = await write.saveEntityRecord('root', 'site', { title: 'Two languages' }, { throwOnError: true });
    same(settings.title, 'Two languages');
  },

  async terms({ write, read }) {
    const save = (term) => write.saveEntityRecord(...CATEGORY, term, { throwOnError: true });
    const en = await save({ name: 'News', lang: 'en' });
    const fr = await save({ name: 'Nouvelles', lang: 'fr', translations: { en: en.id } });
    const query = { include: [en.id], _fields: ['id', 'name', 'lang', 'translations'] };
    const [listed] = await read.getEntityRecords(...CATEGORY, query);
    same([listed.name, listed.translations], ['News', { en: en.id, fr: fr.id }]);
  },

  async batch({ write }) {
    const save = (title) => (store) => store.saveEntityRecord(...POST, { title, lang: 'fr' }, { throwOnError: true });
    const posts = await write.__experimentalBatch(['Un', 'Deux', 'Trois'].map(save));
    same(posts.map(({ title, lang }) => [title.raw, lang]), [['Un', 'fr'], ['Deux', 'fr'], ['Trois', 'fr']]); // prettier-ignore
  },

  async remove({ write, read }) {
    const trashed = await write.deleteEntityRecord(...POST, made.fr.id, {}, { throwOnError: true });
    same(trashed.status, 'trash');
    const gone = await write.deleteEntityRecord(...POST, made.fr.id, { force: true }, { throwOnError: true });
    same([gone.deleted, gone.previous.id], [true, made.fr.id]);
    await write.invalidateResolution('getEntityRecord', [...POST, made.en.id]);
    same((await read.getEntityRecord(...POST, made.en.id)).translations, { en: made.en.id });
  },

  // The store uploads nothing itself: the editor sends files with api-fetch, then the store knows them.
  async media({ apiFetch, read, write, select }) {
    const body = new FormData();
    body.append('file', new Blob([PNG], { type: 'image/png' }), 'point.png');
    made.media = await apiFetch({ path: '/wp/v2/media', method: 'POST', body });
    const file = await read.getEntityRecord(...MEDIA, made.media.id);
    same([file.mime_type, file.media_details.width], ['image/png', 1]);
    await write.editEntityRecord(...MEDIA, file.id, { alt_text: 'Red', caption: 'A point' });
    await write.saveEditedEntityRecord(...MEDIA, file.id, { throwOnError: true });
    const saved = select.getEntityRecord(...MEDIA, file.id);
    same([saved.alt_text, saved.caption.raw], ['Red', 'A point']);
    same((await read.getEntityRecords('root', 'media', { media_type: 'image' })).map(({ id }) => id), [file.id]); // prettier-ignore
    same(await read.canUser('create', { kind: 'postType', name: 'attachment' }), true);
  },

  async everything({ read, select }) {
    const all = { per_page: -1 };
    same((await read.getEntityRecords('postType', 'page', all)).length, PAGES);
    same(select.getEntityRecordsTotalItems('postType', 'page', all), PAGES);
    same((await read.getEntityRecords(...MEDIA, all)).length, 1);
    same((await read.getEntityRecords(...CATEGORY, { ...all, lang: 'en' })).length > 1, true);
    same((await read.getEntityRecords('root', 'user', all)).length, 1);
    same((await read.getEntityRecords('root', 'comment', all)).length, 0);
  },

  async deletes({ read, write }) {
    const remove = (kind, id) => write.deleteEntityRecord(...kind, id, { force: true }, { throwOnError: true });
    const save = (kind, record) => write.saveEntityRecord(...kind, record, { throwOnError: true });
    const page = ['postType', 'page'];
    const { id } = await save(page, { title: 'Short', lang: 'en' });
    const term = await save(CATEGORY, { name: 'Short', lang: 'en' });
    for (const [kind, which] of [
      [page, id],
      [CATEGORY, term.id],
      [MEDIA, made.media.id],
    ]) {
      // prettier-ignore
      same((await remove(kind, which)).deleted, true);
      same(
        (await read.getEntityRecords(...kind, { per_page: -1 })).some((one) => one.id === which),
        false,
      );
    }
    await rejects(remove(page, id), (error) => error.code === 'rest_post_invalid_id');
  },

  async refused({ write, select }) {
    const save = write.saveEntityRecord(...POST, { id: made.en.id, status: 'nonsense' }, { throwOnError: true });
    await rejects(save, (error) => error.code === 'rest_invalid_param' && 'status' in error.data.params);
    same(select.getLastEntitySaveError(...POST, made.en.id).code, 'rest_invalid_param');
  },

  async rights({ read }) {
    same((await read.getCurrentUser()).slug, 'admin');
    same(await read.canUser('create', { kind: 'postType', name: 'post' }), true);
    same(await read.canUser('delete', { kind: 'postType', name: 'post', id: made.en.id }), true);
    same(await read.canUser('update', { kind: 'root', name: 'site' }), true);
  },
};
