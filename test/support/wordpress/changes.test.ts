// Section 3: noticing changes. See `rows.ts`.
import { expect } from 'vitest';
import { testRows } from './rows.ts';

testRows([
  [
    '3',
    'every write moves the time, a sent time is ignored, revisions grow with the content alone',
    {},
    async (ask, { site }) => {
      const { id } = (await ask('POST', '/wp/v2/posts', { title: 'A' })).body;
      const count = async (): Promise<unknown> =>
        (
          (await ask('GET', `/wp/v2/posts/${id}?context=edit`)).body['_links'] as unknown as {
            'version-history': [{ count: number }];
          }
        )['version-history'][0].count;
      const [times, before] = [site.posts.get(id)?.modified_gmt ?? '', await count()];
      site.skew = 100;
      const { body } = await ask('POST', `/wp/v2/posts/${id}`, { modified_gmt: '2001-01-01T00:00:00' });
      expect((body['modified_gmt'] as string) > times).toBe(true);
      expect(await count()).toBe(before);
      await ask('POST', `/wp/v2/posts/${id}`, { title: 'B' });
      expect(await count()).toBe(Number(before) + 1);
    },
  ],
  [
    '3',
    'an empty write moves the time too, and so does one of what is there',
    {},
    async (ask, { site }) => {
      const { id } = (await ask('POST', '/wp/v2/posts', { title: 'A' })).body;
      let last = site.posts.get(id)?.modified_gmt ?? '';
      for (const body of [{}, { title: 'A' }]) {
        site.skew += 100;
        await ask('POST', `/wp/v2/posts/${id}`, body);
        const now = site.posts.get(id)?.modified_gmt ?? '';
        expect(now > last).toBe(true);
        last = now;
      }
    },
  ],
  [
    '3',
    'the time is not moved by another language or a deleted term',
    { companion: true },
    async (ask, { site }) => {
      const tag = (await ask('POST', '/wp/v2/tags', { name: 'T' })).body.id;
      const { id } = (await ask('POST', '/wp/v2/posts', { title: 'A', tags: [tag] })).body;
      const before = site.posts.get(id)?.modified_gmt;
      site.skew = 100;
      expect((await ask('POST', `/polydesk-link/v1/items/post/${id}`, { lang: 'fr' })).status).toBe(200);
      expect((await ask('DELETE', `/wp/v2/tags/${tag}?force=true`)).status).toBe(200);
      expect(site.posts.get(id)).toMatchObject({ modified_gmt: before, lang: 'fr' });
    },
  ],
  [
    '3',
    'the time is not moved by a group, a language or a term',
    { companion: true },
    async (ask, { site }) => {
      const tag = (await ask('POST', '/wp/v2/tags', { name: 'T' })).body.id;
      const a = (await ask('POST', '/wp/v2/posts', { title: 'A', tags: [tag] })).body.id;
      const b = (await ask('POST', '/wp/v2/posts?lang=fr', { title: 'B' })).body.id;
      const before = site.posts.get(a)?.modified_gmt;
      site.skew = 100;
      expect((await ask('POST', `/polydesk-link/v1/items/post/${a}`, { translations: { en: a, fr: b } })).status).toBe(
        200,
      );
      await ask('POST', `/wp/v2/tags/${tag}`, { name: 'U' });
      expect(site.posts.get(a)?.modified_gmt).toBe(before);
    },
  ],
  [
    '3',
    'an item with a date of its own was modified then, so a search by time misses it',
    {},
    async (ask) => {
      const { body } = await ask('POST', '/wp/v2/posts', {
        title: 'A',
        status: 'publish',
        date_gmt: '2020-01-01T00:00:00',
      });
      expect(body['modified_gmt']).toBe('2020-01-01T00:00:00');
      expect((await ask('GET', '/wp/v2/posts?modified_after=2024-01-01T00:00:00')).body).toHaveLength(0);
    },
  ],
  [
    '3',
    'modified_after is strict and of local time; terms ignore it',
    { zone: 2 },
    async (ask) => {
      await ask('POST', '/wp/v2/posts', { title: 'A', status: 'publish', date_gmt: '2020-01-01T00:00:00' });
      expect((await ask('GET', '/wp/v2/posts?modified_after=2020-01-01T02:00:00')).body).toHaveLength(0);
      expect((await ask('GET', '/wp/v2/posts?modified_after=2020-01-01T01:59:59')).body).toHaveLength(1);
      expect((await ask('GET', '/wp/v2/categories?modified_after=2999-01-01T00:00:00')).body).toHaveLength(2);
    },
  ],
  [
    '3',
    'any leaves out the trash; trashing moves time and slug; deleted for good is 404 and not in include',
    {},
    async (ask) => {
      const { id } = (await ask('POST', '/wp/v2/posts', { title: 'A', slug: 'a' })).body;
      expect((await ask('DELETE', `/wp/v2/posts/${id}`)).body).toMatchObject({ status: 'trash', slug: 'a__trashed' });
      expect((await ask('GET', '/wp/v2/posts?context=edit&status=any')).body).toHaveLength(0);
      expect((await ask('GET', '/wp/v2/posts?context=edit&status=any,trash')).body).toHaveLength(1);
      expect((await ask('DELETE', `/wp/v2/posts/${id}`)).status).toBe(410);
      await ask('DELETE', `/wp/v2/posts/${id}?force=true`);
      expect(await ask('GET', `/wp/v2/posts/${id}`)).toMatchObject({
        status: 404,
        body: { code: 'rest_post_invalid_id' },
      });
      expect((await ask('GET', `/wp/v2/posts?context=edit&status=any,trash&include=${id}`)).body).toHaveLength(0);
    },
  ],
  [
    '3',
    'at most 100 a page, a page too far is 400, no ETag, If-Match is ignored',
    {},
    async (ask) => {
      const { id } = (await ask('POST', '/wp/v2/posts', { title: 'A' })).body;
      expect((await ask('GET', '/wp/v2/posts?per_page=101')).status).toBe(400);
      expect((await ask('GET', '/wp/v2/posts?page=2')).status).toBe(400);
      const one = await ask('GET', `/wp/v2/posts/${id}?context=edit`);
      expect([one.headers.get('etag'), one.headers.get('last-modified')]).toEqual([null, null]);
      expect(
        (await ask('POST', `/wp/v2/posts/${id}`, { title: 'B' }, { headers: { 'if-match': '"no"' } })).status,
      ).toBe(200);
    },
  ],
]);
