// Section 1: languages. See `rows.ts`.
import { expect } from 'vitest';
import { langOf, names, PNG, pro, upload, testRows } from './rows.ts';

testRows([
  [
    '1',
    'the language at creation, by parameter or body, for contributors too',
    {},
    async (ask, one) => {
      for (const as of ['admin', 'author', 'contrib']) {
        expect(langOf(one, (await ask('POST', '/wp/v2/posts?lang=fr', { title: as }, { as })).body.id)).toBe('fr');
        expect(langOf(one, (await ask('POST', '/wp/v2/posts', { title: as, lang: 'fr' }, { as })).body.id)).toBe('fr');
      }
      const page = await ask('POST', '/wp/v2/pages?lang=fr', { title: 'Page' });
      expect(langOf(one, page.body.id)).toBe('fr');
      const { body } = await ask('POST', '/wp/v2/tags?lang=fr', { name: 'Mot' });
      expect(one.site.terms.get(body.id)?.lang).toBe('fr');
    },
  ],
  [
    '1',
    'the language of a file at creation',
    {},
    async (ask, one) => {
      const headers = { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="a.png"' };
      const { body } = await ask('POST', '/wp/v2/media?lang=fr', undefined, { raw: PNG, headers });
      expect(langOf(one, body.id)).toBe('fr');
    },
  ],
  [
    '1',
    'an unknown language is the default; on update it does nothing',
    {},
    async (ask, one) => {
      const { body } = await ask('POST', '/wp/v2/posts?lang=xx', { title: 'One' });
      expect(langOf(one, body.id)).toBe('en');
      await ask('POST', `/wp/v2/posts/${body.id}?lang=fr`, { lang: 'fr' });
      expect(langOf(one, body.id)).toBe('en');
    },
  ],
  [
    '1',
    'a language is read by number or code, and written by number only',
    {},
    async (ask, { site }) => {
      const id = site.languages.find(({ slug }) => slug === 'fr')?.term_id;
      for (const name of ['fr', id])
        expect(await ask('GET', `/pll/v1/languages/${name}`)).toMatchObject({ status: 200, body: { term_id: id } });
      const unknown = { xx: 'rest_invalid_slug', 99999: 'rest_invalid_id' };
      for (const [name, code] of Object.entries(unknown))
        expect(await ask('GET', `/pll/v1/languages/${name}`)).toMatchObject({ status: 404, body: { code } });
      const refused = { status: 404, body: { code: 'rest_no_route' } };
      expect(await ask('POST', '/pll/v1/languages/fr', { name: 'F' })).toMatchObject(refused);
      expect(await ask('POST', `/pll/v1/languages/${id}`, { name: 'F' })).toMatchObject({ body: { name: 'F' } });
    },
  ],
  [
    '1',
    'in a batch the language of one request leaks into those behind it',
    {},
    async (ask, one) => {
      const requests = [
        { path: '/wp/v2/posts?lang=fr', body: { title: 'A' } },
        { path: '/wp/v2/posts', body: { title: 'B' } },
      ];
      const leaked = await ask('POST', '/batch/v1', { requests });
      const ids = (leaked.body['responses'] as { body: { id: number } }[]).map(({ body }) => body.id);
      expect(ids.map((id) => langOf(one, id))).toEqual(['fr', 'fr']);
      expect(langOf(one, (await ask('POST', '/wp/v2/posts', { title: 'C' })).body.id)).toBe('en');
    },
  ],
  [
    '1',
    'control: batches kept apart',
    { keepsBatchesApart: true },
    async (ask, one) => {
      const requests = [
        { path: '/wp/v2/posts?lang=fr', body: { title: 'A' } },
        { path: '/wp/v2/posts', body: { title: 'B' } },
      ];
      const apart = await ask('POST', '/batch/v1', { requests });
      const ids = (apart.body['responses'] as { body: { id: number } }[]).map(({ body }) => body.id);
      expect(ids.map((id) => langOf(one, id))).toEqual(['fr', 'en']);
    },
  ],
  [
    '1',
    'posts have no field of their language, and the parameter does not filter them',
    {},
    async (ask) => {
      await ask('POST', '/wp/v2/posts?lang=fr', { title: 'A', status: 'publish' });
      const listed = await ask('GET', '/wp/v2/posts?lang=en&context=edit');
      expect(listed.body).toHaveLength(1);
      expect(listed.body).not.toHaveProperty('0.lang');
    },
  ],
  [
    '1',
    'the parameter filters terms: empty is all, unknown the default',
    {},
    async (ask) => {
      expect(names(await ask('GET', '/wp/v2/categories?lang=fr'))).toEqual(['Uncategorized fr']);
      expect(names(await ask('GET', '/wp/v2/categories?lang='))).toHaveLength(2);
      for (const name of ['all', 'xx'])
        expect(names(await ask('GET', `/wp/v2/categories?lang=${name}`))).toEqual(['Uncategorized']);
    },
  ],
  [
    '1',
    'the link tells the language, of drafts too; without prefix it is the default',
    {},
    async (ask, { url }) => {
      const draft = await ask('POST', '/wp/v2/posts?lang=fr', { title: 'A' });
      expect(draft.body['link']).toBe(`${url}/fr/?p=${draft.body.id}`);
      const english = await ask('POST', '/wp/v2/posts', { title: 'B', status: 'publish' });
      expect(english.body['link']).toBe(`${url}/b/`);
    },
  ],
  [
    '1',
    'with hide_default off no prefix means no language',
    { showsDefault: true },
    async (ask, { url }) => {
      expect((await ask('POST', '/wp/v2/posts', { title: 'B', status: 'publish' })).body['link']).toBe(`${url}/en/b/`);
    },
  ],
  [
    '1',
    'a file shows the prefix of the item it is attached to',
    {},
    async (ask, { url, site }) => {
      const parent = await ask('POST', '/wp/v2/posts?lang=fr', { title: 'A', status: 'publish' });
      const { body } = await upload(ask, 'a.png');
      Object.assign(site.posts.get(body.id) ?? {}, { parent: parent.body.id });
      expect((await ask('GET', `/wp/v2/media/${body.id}`)).body['link']).toBe(`${url}/fr/a/`);
    },
  ],
  [
    '1',
    'groups are not in the API; a public page names versions that are published',
    {},
    async (ask, { url, site }) => {
      const a = (await ask('POST', '/wp/v2/posts', { title: 'A', status: 'publish' })).body.id;
      const b = (await ask('POST', '/wp/v2/posts?lang=fr', { title: 'B', translations: { en: a } })).body;
      expect(b).not.toHaveProperty('translations');
      const [one, two] = [site.posts.get(a), site.posts.get(b.id)];
      if (one && two) two.group = one.group;
      expect(await (await fetch(`${url}/a/`)).text()).not.toContain('hreflang="fr"');
      await ask('POST', `/wp/v2/posts/${b.id}`, { status: 'publish' });
      expect(await (await fetch(`${url}/a/`)).text()).toContain('hreflang="fr"');
    },
  ],
  [
    '1',
    'languages are read by all and written by administrators; settings are theirs alone; strings have no route',
    {},
    async (ask) => {
      expect((await ask('GET', '/pll/v1/languages', undefined, { as: '' })).status).toBe(200);
      expect(
        (await ask('POST', '/pll/v1/languages', { locale: 'de_DE', slug: 'de', name: 'Deutsch' }, { as: 'editor' }))
          .status,
      ).toBe(403);
      expect((await ask('POST', '/pll/v1/languages', { locale: 'de_DE', slug: 'de', name: 'Deutsch' })).status).toBe(
        201,
      );
      for (const path of ['/pll/v1/settings', '/wp/v2/settings']) {
        expect((await ask('GET', path, undefined, { as: 'editor' })).status).toBe(403);
        expect((await ask('GET', path)).status).toBe(200);
      }
      expect((await ask('GET', '/pll/v1/strings')).status).toBe(404);
    },
  ],
  [
    '1',
    'pro surface: the language is changed by an update, and batches keep it',
    pro,
    async (ask, one) => {
      const made = await ask('POST', '/wp/v2/posts', { title: 'A', lang: 'en' });
      await ask('POST', `/wp/v2/posts/${made.body.id}`, { lang: 'fr' });
      expect(langOf(one, made.body.id)).toBe('fr');
      const requests = ['fr', 'en'].map((lang) => ({ path: '/wp/v2/posts', body: { title: lang, lang } }));
      const { body } = await ask('POST', '/batch/v1', { requests });
      const ids = (body['responses'] as { body: { id: number } }[]).map((answer) => answer.body.id);
      expect(ids.map((id) => langOf(one, id))).toEqual(['fr', 'en']);
    },
  ],
  [
    '1',
    'pro surface: created and updated with language and group, filtered, in batches, by authors',
    pro,
    async (ask) => {
      const a = (await ask('POST', '/wp/v2/posts', { title: 'A', lang: 'en', status: 'publish' }, { as: 'author' }))
        .body.id;
      const b = await ask(
        'POST',
        '/wp/v2/posts',
        { title: 'B', lang: 'fr', translations: { en: a } },
        { as: 'author' },
      );
      expect(b.body['translations']).toEqual({ en: a, fr: b.body.id });
      expect((await ask('GET', '/wp/v2/posts?lang=en')).body).toHaveLength(1);
      const moved = await ask('POST', `/wp/v2/posts/${b.body.id}`, { lang: 'fr', translations: {} });
      expect(moved.body['translations']).toEqual({ fr: b.body.id });
      expect((await ask('GET', `/wp/v2/posts/${a}`)).body['translations']).toEqual({ en: a });
    },
  ],
]);
