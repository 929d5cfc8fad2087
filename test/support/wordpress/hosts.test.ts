// Additional behaviour of hosting providers. See `rows.ts`.
import { expect } from 'vitest';
import { testRows } from './rows.ts';

testRows([
  [
    'host',
    'it can fail after the insert',
    { failsAfterInsert: true },
    async (ask, { site }) => {
      expect((await ask('POST', '/wp/v2/posts', { title: 'A', slug: 'a' })).status).toBe(500);
      expect([...site.posts.values()].map(({ slug }) => slug)).toEqual(['a']);
    },
  ],
  [
    'host',
    'it can store half of the settings',
    { halvesSettings: true },
    async (ask, { site }) => {
      expect((await ask('POST', '/wp/v2/settings', { title: 'New', default_category: 'no' })).status).toBe(400);
      expect(site.settings['title']).toBe('New');
    },
  ],
  [
    'host',
    'control: as a rule it stores none',
    {},
    async (ask, { site }) => {
      expect((await ask('POST', '/wp/v2/settings', { title: 'New', default_category: 'no' })).status).toBe(400);
      expect(site.settings['title']).toBe('A site');
    },
  ],
  [
    'host',
    'it can have no trash',
    { hasNoTrash: true },
    async (ask) => {
      const { id } = (await ask('POST', '/wp/v2/posts', { title: 'A' })).body;
      expect((await ask('DELETE', `/wp/v2/posts/${id}`)).status).toBe(501);
    },
  ],
  [
    'host',
    'numbers can be texts',
    { numbersAreTexts: true },
    async (ask) => {
      expect((await ask('POST', '/wp/v2/posts', { title: 'A' })).body.id).toBe('1');
    },
  ],
  [
    'host',
    'its clock can be wrong',
    { clockOffset: -315_360_000_000 },
    async (ask) => {
      const { body } = await ask('POST', '/wp/v2/posts', { title: 'A' });
      expect(Number((body['modified_gmt'] as string).slice(0, 4))).toBeLessThan(new Date().getUTCFullYear() - 8);
    },
  ],
  [
    'host',
    'it can copy fields to the other languages',
    { surface: 'pro', sync: ['comment_status'] },
    async (ask, { site }) => {
      const a = (await ask('POST', '/wp/v2/posts', { title: 'A', lang: 'en' })).body.id;
      const b = (await ask('POST', '/wp/v2/posts', { title: 'B', lang: 'fr', translations: { en: a } })).body.id;
      await ask('POST', `/wp/v2/posts/${a}`, { comment_status: 'closed' });
      expect(site.posts.get(b)?.comment_status).toBe('closed');
    },
  ],
]);
