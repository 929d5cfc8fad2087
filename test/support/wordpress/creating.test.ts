// Section 2: creating. See `rows.ts`.
import { expect } from 'vitest';
import { testRows, type Answer } from './rows.ts';

testRows([
  [
    '2',
    'a term of another language with that name or slug: 201 with the other, nothing is made',
    {},
    async (ask, { site }) => {
      const news = (await ask('POST', '/wp/v2/tags', { name: 'News' })).body.id;
      const before = site.terms.size;
      expect(await ask('POST', '/wp/v2/tags?lang=fr', { name: 'News' })).toMatchObject({
        status: 201,
        body: { id: news },
      });
      expect(await ask('POST', '/wp/v2/tags?lang=fr', { name: 'Autre', slug: 'news' })).toMatchObject({
        status: 201,
        body: { id: news },
      });
      expect(site.terms.size).toBe(before);
      const own = await ask('POST', '/wp/v2/tags?lang=fr', { name: 'News', slug: 'news-fr' });
      expect(own.body.id).not.toBe(news);
      expect(own.body['slug']).toBe('news-fr');
    },
  ],
  [
    '2',
    'a parent, even none, is refused where terms have no order',
    {},
    async (ask) => {
      const refused = { status: 400, body: { code: 'rest_taxonomy_not_hierarchical' } };
      expect(await ask('POST', '/wp/v2/tags', { name: 'News', parent: 0 })).toMatchObject(refused);
      const { id } = (await ask('POST', '/wp/v2/tags', { name: 'News' })).body;
      expect(await ask('POST', `/wp/v2/tags/${id}`, { name: 'Other', parent: 0 })).toMatchObject(refused);
      expect((await ask('POST', '/wp/v2/categories', { name: 'Top', parent: 0 })).status).toBe(201);
    },
  ],
  [
    '2',
    'in the same language: term_exists with its number',
    {},
    async (ask) => {
      const { id } = (await ask('POST', '/wp/v2/tags', { name: 'News' })).body;
      expect(await ask('POST', '/wp/v2/tags', { name: 'News' })).toMatchObject({
        status: 400,
        body: { code: 'term_exists', data: { term_id: id } },
      });
    },
  ],
  [
    '2',
    'a post gets terms of its own language: replaced by translations, or made',
    {},
    async (ask, { site }) => {
      const [en, alone] = [
        (await ask('POST', '/wp/v2/categories', { name: 'News' })).body.id,
        (await ask('POST', '/wp/v2/categories', { name: 'Alone' })).body.id,
      ];
      const fr = (await ask('POST', '/wp/v2/categories?lang=fr', { name: 'Actu' })).body.id;
      const [one, two] = [site.terms.get(en), site.terms.get(fr)];
      if (one && two) two.group = one.group;
      const { body } = await ask('POST', '/wp/v2/posts?lang=fr', { title: 'A', categories: [en, alone] });
      const [first, second] = body['categories'] as number[];
      expect(first).toBe(fr);
      expect(site.terms.get(second ?? 0)).toMatchObject({ name: 'Alone', lang: 'fr', slug: 'alone-fr' });
    },
  ],
  [
    '2',
    'a taken slug gets a suffix across languages, of drafts too',
    {},
    async (ask) => {
      await ask('POST', '/wp/v2/posts', { title: 'A', slug: 'one' });
      expect((await ask('POST', '/wp/v2/posts?lang=fr', { title: 'A', slug: 'one' })).body['slug']).toBe('one-2');
      expect((await ask('POST', '/wp/v2/posts', { title: 'A', slug: 'one', status: 'publish' })).body['slug']).toBe(
        'one-3',
      );
    },
  ],
  [
    '2',
    'names are stored encoded and trimmed, titles trimmed',
    {},
    async (ask) => {
      expect((await ask('POST', '/wp/v2/tags', { name: ' A & B ' })).body['name']).toBe('A &amp; B');
      expect((await ask('POST', '/wp/v2/posts', { title: ' T ' })).body['title']).toMatchObject({ raw: 'T' });
    },
  ],
  [
    '2',
    'unknown categories and pictures are silently left out; unknown parents and authors are 400',
    {},
    async (ask) => {
      expect(await ask('POST', '/wp/v2/posts', { title: 'A', categories: [999], featured_media: 999 })).toMatchObject({
        status: 201,
        body: { featured_media: 0, categories: [1] },
      });
      expect((await ask('POST', '/wp/v2/pages', { title: 'A', parent: 999 })).status).toBe(400);
      expect((await ask('POST', '/wp/v2/posts', { title: 'A', author: 999 })).status).toBe(400);
    },
  ],
  [
    '2',
    'menu_order is of pages; trash is not a status to send; private drops the password',
    {},
    async (ask, { site }) => {
      const post = (await ask('POST', '/wp/v2/posts', { title: 'A', menu_order: 3 })).body.id;
      const page = (await ask('POST', '/wp/v2/pages', { title: 'A', menu_order: 3 })).body.id;
      expect([site.posts.get(post)?.menu_order, site.posts.get(page)?.menu_order]).toEqual([0, 3]);
      expect((await ask('POST', `/wp/v2/posts/${post}`, { status: 'trash' })).status).toBe(400);
      expect(
        (await ask('POST', '/wp/v2/posts', { title: 'A', status: 'private', password: 'x' })).body['password'],
      ).toBe('');
    },
  ],
  [
    '2',
    'a repeated create is a twin; it is found by its slug in any status, and not without one',
    {},
    async (ask) => {
      for (let n = 0; n < 2; n++) await ask('POST', '/wp/v2/posts', { title: 'A', slug: 'pd-1' });
      await ask('POST', '/wp/v2/posts', { title: 'Without' });
      const find = (slug: string, status = '&status=any,trash'): Promise<Answer> =>
        ask('GET', `/wp/v2/posts?context=edit&slug=${slug}${status}`);
      expect((await find('pd-1')).body).toHaveLength(1);
      expect((await find('pd-1-2')).body).toHaveLength(1);
      expect((await find('pd-1', '')).body).toHaveLength(0);
      expect((await find('without')).body).toHaveLength(0);
      await ask('DELETE', `/wp/v2/posts/${((await find('pd-1-2')).body as unknown as { id: number }[])[0]?.id}`);
      expect((await find('pd-1-2')).body).toHaveLength(0);
      expect((await find('pd-1-2__trashed')).body).toHaveLength(1);
    },
  ],
  [
    '2',
    'of concurrent creates of a term one is made',
    {},
    async (ask) => {
      const made = await Promise.all([1, 2, 3].map(() => ask('POST', '/wp/v2/tags', { name: 'Same' })));
      expect(made.map(({ status }) => status).toSorted()).toEqual([201, 400, 400]);
    },
  ],
  [
    '2',
    'two updates at once answer 200 both, and one is lost',
    { pause: 40 },
    async (ask) => {
      const { id } = (await ask('POST', '/wp/v2/posts', { title: 'A' })).body;
      const both = await Promise.all([
        ask('POST', `/wp/v2/posts/${id}`, { title: 'B' }),
        ask('POST', `/wp/v2/posts/${id}`, { excerpt: 'C' }),
      ]);
      expect(both.map(({ status }) => status)).toEqual([200, 200]);
      const { title, excerpt } = (await ask('GET', `/wp/v2/posts/${id}?context=edit`)).body as unknown as Record<
        string,
        { raw: string }
      >;
      expect([title?.raw, excerpt?.raw]).not.toEqual(['B', 'C']);
    },
  ],
]);
