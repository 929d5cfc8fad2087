import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Dict } from '../../../core/types.ts';
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
  ['/wp/v2/search', { page: FAR, type: 'term' }, [200, []]],
  ['/wp/v2/tags', { offset: FAR }, [200, []]],
  ['/wp/v2/tags', { offset: `-${FAR}` }, [200, []]],
  ['/wp/v2/users', { offset: FAR }, [200, []]],
  ['/polydesk/v1/find', { q: 'nothing\0here' }, [200, []]],
])('a page beyond all counting is empty, not a fault of the server: %s %j', (path, query, expected) => {
  const { status, body } = bench.engine.dispatch({ method: 'GET', path, query }, bench.admin);
  expect([status, Array.isArray(body) ? body : undefined]).toEqual(expected);
});

test('users come in the order of the ids, or of the names in addresses, that were asked for (content.md 4)', () => {
  for (const role of ['editor', 'author', 'contributor', 'subscriber'] as const) bench.as(role);
  const all = idsOf({ orderby: 'id' });
  const wanted = [3, 0, 4, 1].map((at) => Number(all[at]));
  expect(idsOf({ orderby: 'include', include: wanted.join(',') })).toEqual(wanted);
  expect(idsOf({ orderby: 'include', include: wanted.toReversed().join(',') })).toEqual(wanted.toReversed());
  const [one, other] = [idsOf({ slug: 'editor' })[0], idsOf({ slug: 'author' })[0]];
  expect(idsOf({ orderby: 'include_slugs', slug: 'author,editor' })).toEqual([other, one]);
});

function idsOf(query: Dict): unknown[] {
  const { body } = bench.engine.dispatch({ method: 'GET', path: '/wp/v2/users', query }, bench.admin);
  return (body as Dict[]).map((user) => user['id']);
}
