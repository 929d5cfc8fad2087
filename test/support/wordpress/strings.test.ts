// Section 7: strings through our plugin. See `rows.ts`.
import { expect } from 'vitest';
import { testRows, type Ask } from './rows.ts';

const PATH = '/polydesk-link/v1/strings';
interface Told {
  strings: { source: string; translations: Record<string, string> }[];
}
async function told(ask: Ask): Promise<Record<string, Record<string, string>>> {
  const { strings } = (await ask('GET', PATH)).body as unknown as Told;
  return Object.fromEntries(strings.map(({ source, translations }) => [source, translations]));
}
const changing = (source: string, before: string, text: string, lang = 'fr') => ({
  changes: [{ lang, source, before, text }],
});
const plugin = { companion: true };

testRows([
  [
    '7',
    'title, tagline and what is registered, every language, empty ones left out of the sources',
    { ...plugin, strings: ['Opening hours'] },
    async (ask) => {
      expect(await told(ask)).toEqual({ 'A site': { en: '', fr: '' }, 'Opening hours': { en: '', fr: '' } });
    },
  ],
  [
    '7',
    'texts are kept byte for byte; one that repeats its source counts as none',
    plugin,
    async (ask) => {
      const text = 'L\'oracle \\ "deux" & <b>x</b> é 🚀\nligne';
      expect((await ask('POST', PATH, changing('A site', '', text))).status).toBe(200);
      expect((await told(ask))['A site']).toEqual({ en: '', fr: text });
      await ask('POST', PATH, changing('A site', text, 'A site'));
      expect((await told(ask))['A site']).toEqual({ en: '', fr: '' });
    },
  ],
  [
    '7',
    'a text that is not what was seen is 412, an unknown language or string 400: nothing is stored',
    plugin,
    async (ask, { site }) => {
      const right = { lang: 'fr', source: 'A site', before: '', text: 'Un site' };
      for (const [wrong, status] of [
        [{ ...right, before: 'x' }, 412],
        [{ ...right, lang: 'xx' }, 400],
        [{ ...right, source: 'No' }, 400],
        [{ lang: 'fr', source: 'A site' }, 400],
      ] as const)
        expect((await ask('POST', PATH, { changes: [right, wrong] })).status).toBe(status);
      expect(site.strings).toEqual({});
    },
  ],
  [
    '7',
    'administrators only, for reading too; an older plugin has no such route',
    plugin,
    async (ask) => {
      for (const as of ['editor', 'author', 'subs'])
        expect([
          (await ask('GET', PATH, undefined, { as })).status,
          (await ask('POST', PATH, { changes: [] }, { as })).status,
        ]).toEqual([403, 403]);
    },
  ],
  [
    '7',
    'another site title takes its translations along',
    plugin,
    async (ask) => {
      await ask('POST', PATH, changing('A site', '', 'Un site'));
      await ask('POST', '/wp/v2/settings', { title: 'Wheels' });
      expect(await told(ask)).toEqual({ Wheels: { en: '', fr: 'Un site' } });
    },
  ],
  [
    '7',
    'an older plugin has no such route, and the index says so',
    { companion: 'old' },
    async (ask) => {
      expect(await ask('GET', PATH)).toMatchObject({ status: 404, body: { code: 'rest_no_route' } });
      expect((await ask('GET', '/')).body['routes']).toEqual({});
    },
  ],
]);
