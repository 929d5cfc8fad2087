import { afterAll, beforeAll, expect, test } from 'vitest';
import { GUEST } from '../../../../core/domain/access/capabilities.ts';
import type { Caller, Dict, RestResponse } from '../../../../core/types.ts';
import { openBench, type Bench } from '../../../support/engine.ts';

interface Version {
  id: number;
  slug: string;
  title: string;
  status: string | null;
  link: string;
}
interface Item extends Version {
  lang: string;
  translations: Dict<Version>;
}

let bench: Bench;
let ids: Record<string, number>;

beforeAll(() => {
  bench = openBench({ homeUrl: 'https://example.org' });
  for (const locale of ['en_US', 'fr_FR', 'ar']) bench.ask('POST', '/pll/v1/languages', { locale });
  bench.ask('POST', '/wp/v2/settings', { permalink_structure: '/%postname%/' });
  const make = (path: string, body: Dict): number => {
    const answer = bench.ask('POST', `/wp/v2/${path}`, body);
    expect(answer.status).toBe(201);
    return (answer.body as { id: number }).id;
  };
  const post = (title: string, lang: string, more: Dict = {}): number =>
    make('posts', {
      title,
      lang,
      status: 'publish',
      date: `2026-01-0${Object.keys(more).length + 1}T10:00:00`,
      ...more,
    });
  const en = post('Hello &amp; <em>welcome</em>', 'en');
  const fr = post('Bonjour', 'fr', { translations: { en } });
  const ar = post('مرحبا', 'ar', { translations: { en, fr }, status: 'draft' });
  const alone = post('Alone', 'en', { sticky: false, format: 'standard', ping_status: 'closed' });
  const parent = make('pages', { title: 'Hidden', lang: 'en', status: 'private' });
  const page = make('pages', { title: 'Child', lang: 'en', status: 'publish', parent });
  const news = make('categories', { name: 'News & more', lang: 'en' });
  const nouvelles = make('categories', { name: 'Nouvelles', lang: 'fr', translations: { en: news } });
  ids = { en, fr, ar, alone, page, news, nouvelles };
});
afterAll(() => bench.engine.close());

function ask(query: Dict<string>, caller: Caller = GUEST): RestResponse {
  return bench.engine.dispatch({ method: 'GET', path: '/polydesk/v1/items', query }, caller);
}
const items = (query: Dict<string>, caller?: Caller): Item[] => ask(query, caller).body as Item[];

test('one request brings each item with slug, title, status and address of its translations', () => {
  const [alone, hello] = items({ lang: 'en' });
  const version = (id: number | undefined, slug: string, title: string, path: string) => {
    return { id, slug, title, status: 'publish', link: `https://example.org/${path}` };
  };
  const en = version(ids['en'], 'hello-welcome', 'Hello & welcome', 'hello-welcome/');
  expect(hello).toEqual({
    ...en,
    lang: 'en',
    translations: { en, fr: version(ids['fr'], 'bonjour', 'Bonjour', 'fr/bonjour/') },
  });
  expect(Object.keys(alone?.translations ?? {})).toEqual(['en']);
});

test('a translation the caller may not read is left out; control: others get it', () => {
  const [found] = items({ include: String(ids['en']) });
  expect(Object.keys(found?.translations ?? {})).toEqual(['en', 'fr']);
  const [whole] = items({ include: String(ids['en']) }, bench.as('editor'));
  expect(whole?.translations['ar']).toEqual({
    id: ids['ar'],
    slug: '',
    title: 'مرحبا',
    status: 'draft',
    link: `https://example.org/?p=${ids['ar']}`,
  });
});

test('an address names no parent that the caller may not read', () => {
  expect(items({ type: 'page' })[0]?.link).toBe(`https://example.org/?page_id=${ids['page']}`);
  expect(items({ type: 'page' }, bench.admin)[0]?.link).toBe('https://example.org/hidden/child/');
});

test.each([
  ['all languages', {}, ['alone', 'fr', 'en']],
  ['one language', { lang: 'fr' }, ['fr']],
  ['by slug', { slug: 'bonjour' }, ['fr']],
  ['a page', { per_page: '1', page: '2' }, ['fr']],
  ['terms by name', { type: 'category', lang: 'fr', include: 'nouvelles' }, ['nouvelles']],
])('the list: %s', (_what, query: Dict<string>, found) => {
  const named = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(ids[value] ?? value)]));
  expect(items(name(named)).map(({ id }) => id)).toEqual(found.map((one) => ids[one]));
});

/** A language code is not the name of an item. */
function name(query: Dict<string>): Dict<string> {
  const lang = Object.entries(ids).find(([, id]) => String(id) === query['lang'])?.[0];
  return lang === undefined ? query : { ...query, lang };
}

test('terms have names and addresses and no status', () => {
  const [news] = items({ type: 'category', include: String(ids['news']) });
  expect(news).toMatchObject({ title: 'News & more', status: null, lang: 'en' });
  expect(news?.translations['fr']?.link).toBe('https://example.org/fr/category/nouvelles/');
});

test('totals and `_fields` as of other lists', () => {
  const { headers, body } = ask({ per_page: '2', _fields: 'slug,translations.fr.link' });
  expect(headers).toMatchObject({ 'X-WP-Total': '3', 'X-WP-TotalPages': '2' });
  expect(headers['Link']).toContain('rel="next"');
  expect((body as Dict[])[1]).toEqual({
    slug: 'bonjour',
    translations: { fr: { link: 'https://example.org/fr/bonjour/' } },
  });
});

test.each([
  [{ type: 'nonsense' }, 'rest_invalid_param'],
  [{ type: 'nav_menu_item' }, 'rest_invalid_param'],
  [{ lang: 'xx' }, 'rest_invalid_param'],
  [{ page: '9' }, 'rest_post_invalid_page_number'],
  [{ per_page: '101' }, 'rest_invalid_param'],
])('%o is refused: %s', (query, code) => {
  expect(ask(query as unknown as Dict<string>)).toMatchObject({ status: 400, body: { code } });
});
