import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { GUEST } from '../../../core/domain/access/capabilities.ts';
import type { Dict } from '../../../core/types.ts';
import { bodyOf, openBench, type Bench } from '../../support/engine.ts';

let bench: Bench;

const post = (path: string, body: Dict): Dict => {
  const answer = bench.ask('POST', path, body);
  if (answer.status >= 300) throw new Error(JSON.stringify(answer.body));
  return bodyOf(answer);
};
const get = (path: string, query: Dict = {}): unknown =>
  bench.engine.dispatch({ method: 'GET', path, query }, bench.admin).body;
const category = (body: Dict): Dict => post('/wp/v2/categories', body);
const codeOf = (path: string, body: unknown): [number, unknown] => {
  const answer = bench.ask('POST', path, body);
  return [answer.status, bodyOf(answer)['code']];
};

beforeEach(() => {
  bench = openBench({
    contentModel: {
      taxonomies: [{ name: 'genre', rest_base: 'genres', label: 'Genres', hierarchical: true, object_types: ['post'] }],
      term_meta: [
        { key: 'color', type: 'string', single: true, default: 'red', object_types: ['category'] },
        { key: 'rank', type: 'integer', single: true, object_types: ['category'] },
      ],
    },
  });
  for (const locale of ['en_US', 'fr_FR', 'de_DE']) bench.ask('POST', '/pll/v1/languages', { locale });
});
afterEach(() => {
  bench.engine.close();
});

test('a search by language finds the terms of that language, and those of taxonomies that have none (content.md 5.5)', () => {
  post('/wp/v2/genres', { name: 'Find me' });
  post('/wp/v2/tags', { name: 'Find me too', lang: 'en' });
  const third = post('/wp/v2/tags', { name: 'Find me three', lang: 'fr' });
  const found = get('/wp/v2/search', { type: 'term', search: 'find me', lang: 'fr' }) as Dict[];
  expect(found.map((item) => item['type'])).toEqual(['genre', 'post_tag']);
  expect(found[1]?.['id']).toBe(third['id']);
});

describe('the language of the default category', () => {
  const path = (): string =>
    `/wp/v2/categories/${String(bodyOf(bench.ask('GET', '/wp/v2/settings'))['default_category'])}`;
  const findings = (): unknown => get('/polydesk/v1/check');

  test('stays the default one: another is refused with a reason, and nothing changes', () => {
    const before = get(path());
    const { status, body } = bench.ask('POST', path(), { lang: 'fr', name: 'Autre' });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      code: 'rest_invalid_param',
      data: { params: { lang: expect.stringContaining('default category') } },
    });
    expect([get(path()), findings()]).toEqual([before, []]);
  });

  test('its own is accepted, and that of another category may change', () => {
    expect(bench.ask('POST', path(), { lang: 'en', name: 'General' }).status).toBe(200);
    const other = category({ name: 'News', lang: 'en' });
    expect(bench.ask('POST', `/wp/v2/categories/${String(other['id'])}`, { lang: 'fr' }).status).toBe(200);
    expect(findings()).toEqual([]);
  });
});

describe('slugs', () => {
  test.each([
    ['a taken slug of the same language gets a number', [{ name: 'News' }, { name: 'Other', slug: 'news' }], 'news-2'],
    ['of another language the code', [{ name: 'News' }, { name: 'News', lang: 'fr' }], 'news-fr'],
    [
      'the code, then a number',
      [{ name: 'News' }, { name: 'News', lang: 'fr' }, { name: 'Neu', slug: 'news', lang: 'fr' }],
      'news-fr-2',
    ],
    ['folded by the language of the term', [{ name: 'Öl', lang: 'de' }], 'oel'],
  ])('%s', (_name, bodies, slug) => {
    expect(bodies.map(category).at(-1)?.['slug']).toBe(slug);
  });

  test('of a name of which nothing is left the number is the slug', () => {
    const made = category({ name: '!!!' });
    expect(made['slug']).toBe(String(made['id']));
  });

  test('the same name under another parent gets the slug of the parent', () => {
    const parent = category({ name: 'News' });
    expect(category({ name: 'News', parent: parent['id'] })['slug']).toBe('news-news');
  });

  test('so it does where another language holds the slug, and the own language the one with its code', () => {
    category({ name: 'Sport' });
    expect(category({ name: 'Sport', lang: 'fr' })['slug']).toBe('sport-fr');
    const { id } = category({ name: 'Monde', lang: 'fr' });
    expect(category({ name: 'Sport', lang: 'fr', parent: id })['slug']).toBe('sport-fr-monde');
  });

  test('on update: a slug taken in the same language is rejected, in another gets the code, its own is kept, "" is generated', () => {
    category({ name: 'News' });
    category({ name: 'Fr', slug: 'actu', lang: 'fr' });
    const { id } = category({ name: 'Sport', slug: 'x' });
    const path = `/wp/v2/categories/${String(id)}`;
    expect(codeOf(path, { slug: 'news' })).toEqual([400, 'duplicate_term_slug']);
    expect(post(path, { slug: 'actu' })['slug']).toBe('actu-en');
    expect(post(path, { slug: 'actu-en' })['slug']).toBe('actu-en');
    expect(post(path, { slug: '' })['slug']).toBe('sport');
  });
});

describe('refused', () => {
  test.each([
    ['an empty name', { name: ' <b></b> ' }, 400, 'empty_term_name'],
    ['no name', {}, 400, 'rest_missing_callback_param'],
    ['an unknown parent', { name: 'a', parent: 99 }, 400, 'rest_term_invalid'],
    ['an unknown language', { name: 'a', lang: 'zz' }, 400, 'rest_invalid_param'],
    ['a locale', { name: 'a', lang: 'fr_FR' }, 400, 'rest_invalid_param'],
    ['meta of another kind', { name: 'a', meta: { rank: 'x' } }, 400, 'rest_invalid_type'],
    ['the same name', { name: 'UNCATEGORIZED' }, 400, 'term_exists'],
    ['translations that are not numbers', { name: 'a', translations: { fr: 'x' } }, 400, 'rest_invalid_param'],
  ])('%s', (_name, body, status, code) => {
    expect(codeOf('/wp/v2/categories', body)).toEqual([status, code]);
  });

  test('a guest gets the error for a bad language before the one for the missing right', () => {
    const body = { name: 'a', lang: 'zz' };
    expect(bench.ask('POST', '/wp/v2/categories', body, GUEST).status).toBe(400);
    expect(bench.ask('POST', '/wp/v2/categories', { name: 'a' }, GUEST).status).toBe(401);
  });

  test('the default category and its translations cannot be deleted, nor anything without force', () => {
    const [fr] = get('/wp/v2/categories', { lang: 'fr' }) as [Dict];
    expect(bench.ask('DELETE', `/wp/v2/categories/${String(fr['id'])}`, { force: true }).status).toBe(403);
    const { id } = category({ name: 'Gone' });
    expect(bench.ask('DELETE', `/wp/v2/categories/${String(id)}`).status).toBe(501);
  });
});

test('a code in capitals is a code; a list as filter means all languages', () => {
  expect(category({ name: 'Sport', lang: 'FR' })['lang']).toBe('fr');
  expect(get('/wp/v2/categories', { lang: ['fr'] })).toHaveLength(4);
  expect(get('/wp/v2/categories', { lang: 'FR' })).toHaveLength(2);
});

test('meta: default, value, null deletes', () => {
  const made = category({ name: 'a', meta: { color: 'blue', rank: '7', unknown: 1 } });
  expect(made['meta']).toEqual({ color: 'blue', rank: 7 });
  expect(post(`/wp/v2/categories/${String(made['id'])}`, { meta: { color: null } })['meta']).toEqual({
    color: 'red',
    rank: 7,
  });
});

test('parents follow to the translations; one without translation leaves them, none clears them', () => {
  const top = category({ name: 'Top' });
  const haut = category({ name: 'Haut', lang: 'fr', translations: { en: top['id'] } });
  const lonely = category({ name: 'Lonely' });
  const kid = category({ name: 'Kid' });
  const gamin = category({ name: 'Gamin', lang: 'fr', translations: { en: kid['id'] } });
  const parentOfGamin = (): unknown => (get(`/wp/v2/categories/${String(gamin['id'])}`) as Dict)['parent'];
  const move = (parent: unknown): Dict => post(`/wp/v2/categories/${String(kid['id'])}`, { parent });
  move(top['id']);
  expect(parentOfGamin()).toBe(haut['id']);
  move(lonely['id']);
  expect(parentOfGamin()).toBe(haut['id']);
  move(0);
  expect(parentOfGamin()).toBe(0);
});

test('an untranslated taxonomy has no language, until it is chosen', () => {
  const made = post('/wp/v2/genres', { name: 'Crime', lang: 'zz' });
  expect(made).not.toHaveProperty('lang');
  bench.ask('POST', '/pll/v1/settings', { taxonomies: ['genre'] });
  expect(post('/wp/v2/genres', { name: 'Krimi', lang: 'de' })).toMatchObject({
    lang: 'de',
    link: expect.stringContaining('/de/genre/krimi/') as string,
  });
});

test('in the standard edition lang and translations do not exist', () => {
  const plain = openBench({ edition: 'standard' });
  plain.ask('POST', '/pll/v1/languages', { locale: 'en_US' });
  const made = bodyOf(plain.ask('POST', '/wp/v2/tags', { name: 'a', lang: 'zz', translations: 5 }));
  expect(made).toMatchObject({ name: 'a', taxonomy: 'post_tag' });
  expect(made).not.toHaveProperty('translations');
  plain.engine.close();
});
