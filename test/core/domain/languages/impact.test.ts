import { afterEach, describe, expect, test } from 'vitest';
import type { Dict } from '../../../../core/types.ts';
import { openBench, type Bench } from '../../../support/engine.ts';
import { state } from '../../../fuzz/dump.ts';

let bench: Bench;
afterEach(() => bench.engine.close());

/** English (2), French (4), German (6), each with its twin between. */
function openSite(): Bench {
  bench = openBench({ homeUrl: 'https://example.test' });
  const ids = ['en_US', 'fr_FR', 'de_DE'].map(
    (locale) => (bench.ask('POST', '/pll/v1/languages', { locale }).body as Dict)['term_id'],
  );
  bench.ask('POST', '/pll/v1/settings', { domains: { fr: 'fr.test' }, nav_menus: { t: { top: { fr: 2 } } } });
  fr = ids[1] as number;
  return bench;
}
let fr = 0;

interface Impact {
  items: { kind: string; type: string; count: number }[];
  addresses: { total: number; first: { before: string; after: string }[] };
  languages: { added: string[]; removed: string[]; default_before: string; default_after: string };
  menus: string[];
  domains: string[];
}

/** What a change would do; nothing of it is done (`contract/extras.md`). */
describe('of a language', () => {
  test.each<[string, query: Dict, expected: Partial<Impact>]>([
    [
      'deleting it',
      { delete: '1' },
      {
        items: [{ kind: 'term', type: 'category', count: 1 }],
        languages: { added: [], removed: ['fr'], default_before: 'en', default_after: 'en' },
        menus: ['t / top'],
        domains: ['fr'],
      },
    ],
    [
      'making it the default',
      { default: 'true' },
      {
        items: [],
        languages: { added: [], removed: [], default_before: 'en', default_after: 'fr' },
        menus: [],
        domains: [],
      },
    ],
    [
      'another code',
      { slug: 'ca' },
      {
        addresses: {
          total: 1,
          first: [expect.objectContaining({ before: 'https://example.test/fr/', after: 'https://example.test/ca/' })],
        },
        languages: { added: ['ca'], removed: ['fr'], default_before: 'en', default_after: 'en' },
        menus: ['t / top'],
        domains: ['fr', 'ca'],
      },
    ],
    ['another locale', { locale: 'fr_CA' }, { addresses: { total: 0, first: [] }, menus: [], domains: [] }],
    ['nothing', {}, { addresses: { total: 0, first: [] } }],
  ])('%s', (_name, query, expected) => {
    const { engine, admin } = openSite();
    const before = state(engine.site.db);
    const answer = engine.dispatch({ method: 'GET', path: `/polydesk/v1/languages/${fr}/impact`, query }, admin);
    expect([answer.status, answer.body]).toEqual([200, expect.objectContaining(expected)]);
    expect(state(engine.site.db)).toBe(before);
    expect(answer.headers).not.toHaveProperty('X-Polydesk-Entry');
  });

  test('of one that is not there, and of a change that would be refused', () => {
    const { ask, engine, admin } = openSite();
    expect(ask('GET', '/polydesk/v1/languages/99/impact').status).toBe(404);
    const taken = { method: 'GET', path: `/polydesk/v1/languages/${fr}/impact`, query: { slug: 'en' } };
    expect(engine.dispatch(taken, admin).body).toMatchObject({ code: 'pll_non_unique_slug' });
  });
});

describe('of settings', () => {
  test.each<[string, write: Dict, expected: Partial<Impact>]>([
    [
      'codes shown everywhere',
      { hide_default: false },
      { addresses: { total: 1, first: [expect.objectContaining({ after: 'https://example.test/en/' })] } },
    ],
    [
      'sub-domains',
      { force_lang: 2 },
      {
        addresses: {
          total: 2,
          first: [expect.objectContaining({ after: 'https://fr.example.test/' }), expect.anything()],
        },
      },
    ],
    ['a domain', { domains: { de: 'de.test' } }, { domains: ['de'], addresses: { total: 0, first: [] } }],
    ['other menus', { nav_menus: { u: { side: { en: 1 } } } }, { menus: ['t / top', 'u / side'] }],
  ])('%s', (_name, write, expected) => {
    const { ask, engine } = openSite();
    const before = state(engine.site.db);
    const answer = ask('POST', '/polydesk/v1/settings/impact', write);
    expect([answer.status, answer.body]).toEqual([200, expect.objectContaining(expected)]);
    expect(state(engine.site.db)).toBe(before);
  });

  test('of a write that would be refused', () => {
    const { ask } = openSite();
    expect(ask('POST', '/polydesk/v1/settings/impact', { default_lang: 'xx' }).body).toMatchObject({
      code: 'pll_invalid_language',
    });
  });

  test('addresses of each language before and after: items there are, else made-up ones', () => {
    const { ask } = openSite();
    const post = { title: 'Night', slug: 'night', status: 'publish', date: '2026-10-04T08:00:00' };
    ask('POST', '/wp/v2/posts', { ...post, lang: 'en' });
    const { samples } = ask('POST', '/polydesk/v1/settings/impact', { hide_default: false }).body as Dict;
    expect(samples).toMatchObject([
      {
        lang: 'en',
        front: { before: 'https://example.test/', after: 'https://example.test/en/' },
        post: {
          before: 'https://example.test/2026/10/04/night/',
          after: 'https://example.test/en/2026/10/04/night/',
        },
        category: { after: 'https://example.test/en/category/uncategorized/' },
        search: { after: 'https://example.test/en/' },
      },
      { lang: 'fr', front: { before: 'https://example.test/fr/', after: 'https://example.test/fr/' } },
      { lang: 'de', post: { after: expect.stringMatching(/\/de\/.*\/sample\/$/) as string } },
    ]);
  });

  test('the list of redirects holds every published address that changes, page by page, and stores nothing', () => {
    const { ask, engine } = openSite();
    const post = (lang: string, slug: string, status = 'publish', base = 'posts') =>
      ask('POST', `/wp/v2/${base}`, { title: slug, slug, status, lang, date: '2026-10-04T08:00:00' });
    for (let at = 0; at < 1001; at += 1) post('fr', `nuit-${at}`);
    post('en', 'night');
    post('fr', 'ebauche', 'draft');
    post('fr', 'contact', 'publish', 'pages');
    const before = state(engine.site.db);
    const { published } = ask('POST', '/polydesk/v1/settings/impact', { force_lang: 2 }).body as Dict;
    const pages = [1, 2].map((page) => {
      const answer = ask('POST', '/polydesk/v1/settings/redirects', { force_lang: 2, page });
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      return answer.body as { redirects: { from: string; to: string }[]; pages: number };
    });
    expect(state(engine.site.db)).toBe(before);
    expect(pages.map((page) => page.pages)).toEqual([2, 2]);
    const moved = new Map(pages.flatMap((page) => page.redirects).map(({ from, to }) => [from, to]));
    const host = 'https://example.test';
    expect(Object.fromEntries([...moved].filter(([from]) => !/nuit-[1-9]/.test(from)))).toEqual({
      [`${host}/fr/`]: 'https://fr.example.test/',
      [`${host}/de/`]: 'https://de.example.test/',
      [`${host}/fr/2026/10/04/nuit-0/`]: 'https://fr.example.test/2026/10/04/nuit-0/',
      [`${host}/fr/contact/`]: 'https://fr.example.test/contact/',
      [`${host}/fr/category/uncategorized-fr/`]: 'https://fr.example.test/category/uncategorized-fr/',
      [`${host}/de/category/uncategorized-de/`]: 'https://de.example.test/category/uncategorized-de/',
    });
    // Posts, a page and two categories; the two front pages come beside them.
    expect([moved.size, published]).toEqual([1001 + 1 + 2 + 2, 1001 + 1 + 2]);
  });

  test('a missing domain is a warning in the preview, which still completes', () => {
    const { ask } = openSite();
    const answer = ask('POST', '/polydesk/v1/settings/impact', { force_lang: 3, domains: { en: 'en.test' } });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      warnings: [{ code: 'pll_empty_domains' }],
      samples: [{ lang: 'en', front: { after: 'http://en.test/' } }, { lang: 'fr' }, { lang: 'de' }],
    });
    expect(ask('PATCH', '/pll/v1/settings', { force_lang: 3, domains: { en: 'en.test' } }).status).toBe(400);
  });
});
