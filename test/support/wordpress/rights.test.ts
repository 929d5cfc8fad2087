// Section 4: content and rights. See `rows.ts`.
import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import { JSON_HEAD, PNG, upload, testRows, type Answer } from './rows.ts';
import type { Body } from './site.ts';

testRows([
  [
    '4',
    'without the right to list users only those that published something are shown, and oneself',
    {},
    async (ask) => {
      await ask('POST', '/wp/v2/posts', { title: 'A', status: 'publish' }, { as: 'author' });
      const shown = await ask('GET', '/wp/v2/users', undefined, { as: 'editor' });
      expect((shown.body as unknown as { slug: string }[]).map(({ slug }) => slug)).toEqual(['author']);
      expect(await ask('GET', '/wp/v2/users?context=edit', undefined, { as: 'editor' })).toMatchObject({ status: 403 });
      expect(await ask('GET', '/wp/v2/users/me', undefined, { as: 'editor' })).toMatchObject({
        body: { slug: 'editor' },
      });
    },
  ],
  [
    '4',
    'editors keep every byte, a lone surrogate is 400; authors lose scripts, titles too; a link tells which',
    {},
    async (ask) => {
      const text = 'a\r\n\u0001<script>x</script> & <b onclick="x">';
      const made = await ask('POST', '/wp/v2/posts', { title: 'A & B', content: text }, { as: 'editor' });
      expect(made.body['content']).toMatchObject({ raw: text });
      expect(made.body['_links']).toHaveProperty(['wp:action-unfiltered-html']);
      const cleaned = await ask('POST', '/wp/v2/posts', { title: 'A & B', content: text }, { as: 'author' });
      expect(cleaned.body['title']).toMatchObject({ raw: 'A &amp; B' });
      expect((cleaned.body['content'] as Body)['raw']).not.toContain('script');
      expect(cleaned.body['_links']).not.toHaveProperty(['wp:action-unfiltered-html']);
      const lone = await ask('POST', '/wp/v2/posts', undefined, {
        raw: String.raw`{"title":"\ud800"}`,
        headers: JSON_HEAD,
      });
      expect(lone).toMatchObject({ status: 400, body: { code: 'rest_invalid_json' } });
    },
  ],
  [
    '4',
    'editors edit all, authors their own; a foreign one is 403 alone, and left out of lists that still count it',
    {},
    async (ask) => {
      const { id } = (await ask('POST', '/wp/v2/posts', { title: 'A', status: 'publish' })).body;
      expect((await ask('GET', `/wp/v2/posts/${id}?context=edit`, undefined, { as: 'author' })).status).toBe(403);
      const listed = await ask('GET', '/wp/v2/posts?context=edit', undefined, { as: 'author' });
      expect([listed.body.length, listed.headers.get('x-wp-total')]).toEqual([0, '1']);
      expect((await ask('GET', '/wp/v2/posts?context=edit', undefined, { as: 'editor' })).body).toHaveLength(1);
    },
  ],
  [
    '4',
    'a list with states that this user may not edit is refused as a parameter that is not valid',
    {},
    async (ask) => {
      const path = '/wp/v2/pages?context=edit&status=any,trash';
      const details = { status: { code: 'rest_forbidden_status', data: { status: 403 } } };
      expect(await ask('GET', path, undefined, { as: 'author' })).toMatchObject({
        status: 400,
        body: { code: 'rest_invalid_param', data: { details } },
      });
      expect(await ask('GET', path, undefined, { as: 'editor' })).toMatchObject({ status: 200 });
    },
  ],
  [
    '4',
    'the plugin lets nobody leave a group or take from one whose other items they may not edit',
    { companion: true },
    async (ask) => {
      const make = async (title: string, lang: string, as: string): Promise<number> =>
        (await ask('POST', `/wp/v2/posts?lang=${lang}`, { title }, { as })).body.id;
      const [theirs, own, other] = [
        await make('A', 'en', 'admin'),
        await make('B', 'fr', 'author'),
        await make('C', 'en', 'author'),
      ];
      const place = (id: number, body: Body): ReturnType<typeof ask> =>
        ask('POST', `/polydesk-link/v1/items/post/${id}`, body, { as: 'author' });
      expect((await place(own, { translations: { fr: own, en: other } })).status).toBe(200);
      await ask('POST', `/polydesk-link/v1/items/post/${own}`, { translations: { fr: own, en: theirs } });
      for (const [id, body] of [
        [own, { translations: { fr: own } }],
        [own, { lang: 'en' }],
        [other, { translations: { en: other, fr: own } }],
      ] as const)
        expect((await place(id, body)).status).toBe(403);
      expect(await place(own, {})).toMatchObject({ status: 200, body: { translations: { en: theirs, fr: own } } });
    },
  ],
  [
    '4',
    'meta that is not registered is ignored and hidden',
    { meta: ['known'] },
    async (ask) => {
      const { body } = await ask('POST', '/wp/v2/posts', { title: 'A', meta: { known: 'x', other: 'y' } });
      expect(body['meta']).toEqual({ known: 'x' });
    },
  ],
  [
    '4',
    'users in context=edit are for administrators',
    {},
    async (ask) => {
      expect((await ask('GET', '/wp/v2/users?context=edit', undefined, { as: 'editor' })).status).toBe(403);
      expect((await ask('GET', '/wp/v2/users?context=edit')).status).toBe(200);
    },
  ],
  [
    '4',
    'a wrong password on a public list still answers 200; users/me tells',
    {},
    async (ask) => {
      expect((await ask('GET', '/wp/v2/posts', undefined, { password: 'no' })).status).toBe(200);
      expect((await ask('GET', '/wp/v2/users/me', undefined, { password: 'no' })).status).toBe(401);
    },
  ],
  [
    '4',
    'date_gmt is exact, an offset is converted, drafts answer computed dates',
    { zone: 2 },
    async (ask) => {
      const dated = (body: Body): Promise<Answer> =>
        ask('POST', '/wp/v2/posts', { title: 'A', status: 'publish', ...body });
      expect((await dated({ date_gmt: '2020-06-01T10:00:00' })).body['date_gmt']).toBe('2020-06-01T10:00:00');
      expect((await dated({ date: '2020-06-01T10:00:00+05:00' })).body['date_gmt']).toBe('2020-06-01T05:00:00');
      expect((await dated({ date: '2020-06-01T10:00:00' })).body['date_gmt']).toBe('2020-06-01T08:00:00');
      expect((await ask('POST', '/wp/v2/posts', { title: 'A' })).body['date_gmt']).toMatch(/^20/);
    },
  ],
  [
    '4',
    'files: raw or as a form, from authors up, checked, renamed, corrected, deleted by force alone',
    {},
    async (ask) => {
      const one = await upload(ask, 'a.png');
      expect(one).toMatchObject({ status: 201, body: { source_url: expect.stringContaining('/a.png') as unknown } });
      expect((await upload(ask, 'a.png')).body['source_url']).toContain('/a-1.png');
      expect((await upload(ask, 'a.jpg')).body['source_url']).toMatch(/\.png$/);
      expect((await upload(ask, 'b.svg', Buffer.from('<svg/>'), { 'content-type': 'image/svg+xml' })).status).toBe(500);
      const md5 = createHash('md5').update(PNG).digest('hex');
      expect((await upload(ask, 'c.png', PNG, { 'content-md5': md5 })).status).toBe(201);
      expect((await upload(ask, 'd.png', PNG, { 'content-md5': 'no' })).status).toBe(412);
      expect((await ask('DELETE', `/wp/v2/media/${one.body.id}`)).status).toBe(501);
      expect((await ask('DELETE', `/wp/v2/media/${one.body.id}?force=true`)).status).toBe(200);
      expect((await ask('POST', '/wp/v2/media', {}, { as: 'contrib' })).status).toBe(403);
    },
  ],
  [
    '4',
    'a form brings title, alternative text, caption, slug, date and the post it belongs to',
    {},
    async (ask) => {
      const post = (await ask('POST', '/wp/v2/posts', { title: 'A' })).body.id;
      const form = new FormData();
      form.set('file', new File([new Uint8Array(PNG)], 'x.png', { type: 'image/png' }));
      for (const [name, value] of Object.entries({
        title: 'T',
        alt_text: 'Alt',
        caption: 'Caption',
        post: String(post),
        slug: 'own',
        date_gmt: '2020-01-01T00:00:00',
      }))
        form.set(name, value);
      const packed = new Response(form);
      const made = await ask('POST', '/wp/v2/media', undefined, {
        raw: Buffer.from(await packed.arrayBuffer()),
        headers: { 'content-type': packed.headers.get('content-type') ?? '' },
      });
      expect(made.body).toMatchObject({ slug: 'own', date_gmt: '2020-01-01T00:00:00', title: { raw: 'T' } });
      expect(made.body).toMatchObject({ alt_text: 'Alt', caption: { raw: 'Caption' }, post });
    },
  ],
  [
    '4',
    'a batch takes 25 writes, and neither media nor settings',
    {},
    async (ask) => {
      const many = (count: number, path: string): Body => ({
        requests: Array.from({ length: count }, () => ({ path, body: { title: 'A' } })),
      });
      expect((await ask('POST', '/batch/v1', many(26, '/wp/v2/posts'))).status).toBe(400);
      for (const path of ['/wp/v2/media', '/wp/v2/settings'])
        expect((await ask('POST', '/batch/v1', many(1, path))).body['responses']).toMatchObject([{ status: 400 }]);
    },
  ],
]);
