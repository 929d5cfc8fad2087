import { expect, test } from 'vitest';
import { pageHeaders, queryText } from '../../../core/rest/paging.ts';
import type { Site } from '../../../core/site.ts';

const site = { serverUrl: 'http://127.0.0.1:24180' } as Site;
const root = 'http://127.0.0.1:24180/wp-json/wp/v2/tags';

test.each([
  ['one page', {}, { total: 3, page: 1, perPage: 10 }, ['1', undefined]],
  [
    'the first of two',
    { lang: 'fr' },
    { total: 11, page: 1, perPage: 10 },
    ['2', `<${root}?lang=fr&page=2>; rel="next"`],
  ],
  [
    'in the middle, page sent first',
    { page: '2', search: 'a b&c' },
    { total: 30, page: 2, perPage: 10 },
    ['3', `<${root}?page=1&search=a%20b%26c>; rel="prev", <${root}?page=3&search=a%20b%26c>; rel="next"`],
  ],
  ['past the end', { page: '9' }, { total: 3, page: 9, perPage: 2 }, ['2', `<${root}?page=2>; rel="prev"`]],
  ['past the end of nothing', { page: '2' }, { total: 0, page: 2, perPage: 2 }, ['0', `<${root}?page=1>; rel="prev"`]],
])('%s', (_name, query, facts, [pages, link]) => {
  const headers = pageHeaders(site, { query }, '/wp/v2/tags', facts);
  expect(headers['X-WP-Total']).toBe(String(facts.total));
  expect(headers['X-WP-TotalPages']).toBe(pages);
  expect(headers['Link']).toBe(link);
});

test('lists and maps keep their shape, the name of the route goes', () => {
  expect(queryText({ rest_route: '/x', include: ['1', '2'], a: { b: 'ü' } })).toBe(
    'include[0]=1&include[1]=2&a[b]=%C3%BC',
  );
});

test('half of a letter, which no address can hold, does not stop the list', () => {
  expect(queryText({ search: 'a\ud800', 'b\udc00': { 'c\ud800': '1' } })).toBe(
    'search=a%EF%BF%BD&b%EF%BF%BD[c%EF%BF%BD]=1',
  );
});
