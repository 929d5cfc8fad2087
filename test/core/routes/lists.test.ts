import { afterEach, beforeEach, expect, test } from 'vitest';
import { GUEST } from '../../../core/domain/access/capabilities.ts';
import type { Caller, Dict, Role } from '../../../core/types.ts';
import { openBench, type Bench } from '../../support/engine.ts';

let bench: Bench;
beforeEach(() => {
  bench = openBench();
  bench.ask('POST', '/wp/v2/posts', { title: 'One', status: 'publish' });
  bench.ask('POST', '/wp/v2/tags', { name: 'One' });
});
afterEach(() => {
  bench.engine.close();
});

const FAR = '99999999999999999999';

test.each<[string, Dict, [number, unknown]]>([
  ['/wp/v2/posts', { page: FAR }, [400, undefined]],
  ['/wp/v2/posts', { offset: FAR }, [200, []]],
  ...['/wp/v2/categories', '/wp/v2/tags', '/wp/v2/users', '/wp/v2/search'].map(
    (path): [string, Dict, [number, unknown]] => [path, { page: FAR }, [200, []]],
  ),
  ['/wp/v2/search', { page: '500' }, [200, []]],
  ['/wp/v2/search', { page: FAR, type: 'term' }, [400, undefined]],
  ['/wp/v2/search', { page: '2', type: 'term' }, [400, undefined]],
  ['/wp/v2/search', { page: '2', type: 'term', search: 'nothing' }, [200, []]],
  ['/wp/v2/search', { page: '2', type: 'post-format' }, [200, []]],
  ['/wp/v2/tags', { offset: FAR }, [200, []]],
  ['/wp/v2/tags', { offset: `-${FAR}` }, [200, []]],
  ['/wp/v2/users', { offset: FAR }, [200, []]],
  ['/polydesk/v1/find', { q: 'nothing\0here' }, [200, []]],
])('a page beyond all counting is empty, not a fault of the server: %s %j', (path, query, expected) => {
  const { status, body } = bench.engine.dispatch({ method: 'GET', path, query }, bench.admin);
  expect([status, Array.isArray(body) ? body : undefined]).toEqual(expected);
});

test('any status leaves out the trash, unless that is named beside it (content.md 2.1)', () => {
  bench.ask('POST', '/wp/v2/posts', { title: 'Two', status: 'draft' });
  const { id } = bench.ask('POST', '/wp/v2/posts', { title: 'Three' }).body as { id: number };
  bench.ask('DELETE', `/wp/v2/posts/${id}`);
  const statuses = (status: string): unknown[] => {
    const request = {
      method: 'GET',
      path: '/wp/v2/posts',
      query: { status, context: 'edit', orderby: 'id', order: 'asc' },
    };
    return (bench.engine.dispatch(request, bench.admin).body as Dict[]).map((one) => one['status']);
  };
  expect(statuses('any')).toEqual(['publish', 'draft']);
  expect(statuses('any,trash')).toEqual(['publish', 'draft', 'trash']);
  expect(statuses('trash,any')).toEqual(['publish', 'draft', 'trash']);
  expect(statuses('trash')).toEqual(['trash']);
});

test('users come in the order of the ids, or of the names in addresses, that were requested (content.md 4)', () => {
  for (const role of ['editor', 'author', 'contributor', 'subscriber'] as const) bench.as(role);
  const all = idsOf({ orderby: 'id' });
  const wanted = [3, 0, 4, 1].map((at) => Number(all[at]));
  expect(idsOf({ orderby: 'include', include: wanted.join(',') })).toEqual(wanted);
  expect(idsOf({ orderby: 'include', include: wanted.toReversed().join(',') })).toEqual(wanted.toReversed());
  const [one, other] = [idsOf({ slug: 'editor' })[0], idsOf({ slug: 'author' })[0]];
  expect(idsOf({ orderby: 'include_slugs', slug: 'author,editor' })).toEqual([other, one]);
});

test('past its last page a search for items counts nothing, one for terms or formats is refused', () => {
  bench.ask('POST', '/wp/v2/posts', { title: 'Two', status: 'publish', format: 'aside' });
  const ask = (query: Dict) => bench.engine.dispatch({ method: 'GET', path: '/wp/v2/search', query }, bench.admin);
  expect(ask({}).headers['X-WP-Total']).toBe('2');
  expect(ask({ page: '2' })).toMatchObject({ status: 200, body: [], headers: { 'X-WP-Total': '0' } });
  for (const type of ['term', 'post-format'])
    expect(ask({ page: '2', type })).toMatchObject({ status: 400, body: { code: 'rest_search_invalid_page_number' } });
});

test('ordered by the ids or names that were requested, terms and users obey the direction, posts do not', () => {
  const tags = ['a', 'b', 'c'].map((name) => bench.ask('POST', '/wp/v2/tags', { name }).body as Dict);
  const [a, b, c] = tags.map((tag) => tag['id']);
  const list = (path: string, query: Dict): unknown[] => {
    const { body } = bench.engine.dispatch({ method: 'GET', path, query }, bench.admin);
    return (body as Dict[]).map((item) => item['id']);
  };
  const include = [c, a, b].join(',');
  expect(list('/wp/v2/tags', { include, orderby: 'include' })).toEqual([c, a, b]);
  expect(list('/wp/v2/tags', { include, orderby: 'include', order: 'desc' })).toEqual([b, a, c]);
  expect(list('/wp/v2/tags', { slug: 'b,c,a', orderby: 'include_slugs', order: 'desc' })).toEqual([a, c, b]);
  for (const role of ['editor', 'author'] as const) bench.as(role);
  const users = idsOf({ orderby: 'id' });
  expect(idsOf({ include: users.join(','), orderby: 'include', order: 'desc' })).toEqual(users.toReversed());
  const first = list('/wp/v2/posts', {})[0];
  const second = (bench.ask('POST', '/wp/v2/posts', { title: 'Two', status: 'publish' }).body as Dict)['id'];
  for (const order of ['asc', 'desc'])
    expect(list('/wp/v2/posts', { include: [first, second].join(','), orderby: 'include', order })).toEqual([
      first,
      second,
    ]);
});

test('lists for editing hold what the caller may edit, and no password of anybody else', () => {
  const author = bench.as('author');
  const own = bench.ask('POST', '/wp/v2/posts', { title: 'Own', status: 'publish', password: 'mine' }, author);
  bench.ask('POST', '/wp/v2/posts', { title: 'Other', status: 'publish', password: 'secret' });
  const ask = (context: string, caller = author) =>
    bench.engine.dispatch({ method: 'GET', path: '/wp/v2/posts', query: { context } }, caller);
  expect((ask('edit').body as Dict[]).map((item) => item['id'])).toEqual([(own.body as Dict)['id']]);
  expect(JSON.stringify(ask('edit').body)).not.toContain('secret');
  // The totals are not corrected, as with what may not be read (`content.md` 2.1); others see it all, and so does a list for reading.
  expect(ask('edit').headers['X-WP-Total']).toBe('3');
  expect(JSON.stringify(ask('edit', bench.admin).body)).toContain('secret');
  expect(ask('view').body).toHaveLength(3);
});

test.each<[Role | 'guest', string, string, [number, unknown]]>([
  ['guest', 'types', 'edit', [401, 'rest_cannot_view']],
  ['guest', 'types/post', 'edit', [401, 'rest_forbidden_context']],
  ['guest', 'types/nope', 'edit', [404, 'rest_type_invalid']],
  ['subscriber', 'types/post', 'edit', [403, 'rest_forbidden_context']],
  ['author', 'types/post', 'edit', [200, undefined]],
  ['author', 'types/page', 'edit', [403, 'rest_forbidden_context']],
  ['author', 'types/page', 'view', [200, undefined]],
  ['guest', 'taxonomies', 'edit', [401, 'rest_cannot_view']],
  ['guest', 'taxonomies/category', 'edit', [401, 'rest_forbidden_context']],
  ['guest', 'taxonomies/nope', 'edit', [404, 'rest_taxonomy_invalid']],
  ['contributor', 'taxonomies/category', 'edit', [200, undefined]],
  ['guest', 'statuses', 'edit', [401, 'rest_cannot_view']],
  ['guest', 'statuses/publish', 'edit', [200, undefined]],
  ['guest', 'statuses/draft', 'edit', [401, 'rest_cannot_read_status']],
])('%s asks for %s, context %s', (who, path, context, expected) => {
  const caller = who === 'guest' ? GUEST : bench.as(who);
  const { status, body } = bench.engine.dispatch({ method: 'GET', path: `/wp/v2/${path}`, query: { context } }, caller);
  expect([status, (body as Dict)['code']]).toEqual(expected);
});

test('the types an author may edit are those without pages', () => {
  const ask = (context: string) =>
    bench.engine.dispatch({ method: 'GET', path: '/wp/v2/types', query: { context } }, bench.as('author')).body as Dict;
  expect(Object.keys(ask('edit'))).toEqual(['post', 'attachment']);
  expect(Object.keys(ask('view'))).toEqual(['post', 'page', 'attachment']);
});

function idsOf(query: Dict): unknown[] {
  const { body } = bench.engine.dispatch({ method: 'GET', path: '/wp/v2/users', query }, bench.admin);
  return (body as Dict[]).map((user) => user['id']);
}

test('a private item is visible to its author and to editors only (content.md 1.3)', () => {
  const author = bench.as('author');
  const made = bench.ask('POST', '/wp/v2/posts', { title: 'Mine', status: 'private' }, author).body as Dict;
  const path = `/wp/v2/posts/${String(made['id'])}`;
  const statusFor = (caller: Caller): number => bench.engine.dispatch({ method: 'GET', path }, caller).status;
  const readers = [author, bench.as('editor'), bench.as('contributor'), bench.as('subscriber'), GUEST];
  expect(readers.map(statusFor)).toEqual([200, 200, 403, 403, 401]);
});
