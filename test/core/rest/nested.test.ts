// A list or number parameter sent as a map is a client error, never a server error.
import { expect, onTestFinished, test } from 'vitest';
import { GUEST } from '../../../core/domain/access/capabilities.ts';
import { parseQuery } from '../../../core/rest/query.ts';
import { bodyOf, openBench } from '../../support/engine.ts';

const NAMES = [
  'author',
  'author_exclude',
  'include',
  'parent',
  'categories',
  'tags',
  'status',
  'slug',
  'page',
  'search',
];
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const SHAPES = ['[a]=1', '[a][b][]=1', '[]=1&NAME[a]=1', '[__proto__]=1'];
const SEARCHES = NAMES.flatMap((name) => SHAPES.map((shape) => [name, name + shape.replace('NAME', name)] as const));

test.each(['posts', 'pages', 'media'])('%s: every parameter as a map, by every verb, alone and in a batch', (base) => {
  const bench = openBench();
  onTestFinished(() => bench.engine.close());
  const path = `/wp/v2/${base}`;
  const asked = METHODS.flatMap((method) => [GUEST, bench.admin].map((caller) => [method, caller] as const));
  for (const [name, search] of SEARCHES) {
    for (const [method, caller] of asked) {
      const { status } = bench.engine.dispatch({ method, path, query: parseQuery(search) }, caller);
      expect(status, `${method} ${path}?${search}`).toBeLessThan(500);
    }
    const requests = [{ method: 'POST', path: `${path}?${search}`, body: { [name]: { a: 1 } } }];
    const { status, body } = bench.ask('POST', '/batch/v1', { requests });
    const each = (body as { responses?: { status: number }[] }).responses ?? [];
    expect(Math.max(status, ...each.map((one) => one.status)), search).toBeLessThan(500);
  }
});

test('the map is refused by its name, and a number is not', () => {
  const bench = openBench();
  onTestFinished(() => bench.engine.close());
  const ask = (search: string) =>
    bench.engine.dispatch({ method: 'GET', path: '/wp/v2/posts', query: parseQuery(search) }, GUEST);
  expect(bodyOf(ask('author[a]=x'))).toMatchObject({
    code: 'rest_invalid_param',
    data: { params: { author: expect.anything() as unknown } },
  });
  expect(ask('author=1').status).toBe(200);
});
