import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Dict } from '../../../core/types.ts';
import { openBench, type Bench } from '../../support/engine.ts';

let bench: Bench;
beforeEach(() => {
  bench = openBench();
});
afterEach(() => {
  bench.engine.close();
});

const OF_LIST = '/wp/v2/posts';

test.each<[string, { query?: Dict; headers?: Dict<string> }, number, string]>([
  ['POST', { query: { _method: 'get' } }, 200, 'list'],
  ['POST', { query: { _method: 'HEAD' } }, 200, 'nothing'],
  ['POST', { headers: { 'x-http-method-override': 'head' } }, 200, 'nothing'],
  ['POST', { headers: { 'x-http-method-override': 'GET' } }, 200, 'list'],
  ['POST', { query: { _method: 'GET' }, headers: { 'x-http-method-override': 'DELETE' } }, 200, 'list'],
  ['POST', { query: { _method: '' } }, 400, 'error'],
  ['POST', { query: { _method: 'DELETE' } }, 404, 'error'],
  ['GET', { query: { _method: 'POST' } }, 200, 'list'],
  ['PUT', { query: { _method: 'GET' } }, 404, 'error'],
  ['HEAD', { query: { _method: 'POST' } }, 200, 'nothing'],
])('only a real POST is taken for another method (interface.md 1.3): %s %j', (method, more, status, kind) => {
  const { status: got, body } = bench.engine.dispatch({ method, path: OF_LIST, ...more }, bench.admin);
  expect([got, Array.isArray(body) ? 'list' : body === undefined ? 'nothing' : 'error']).toEqual([status, kind]);
});

test('a float in a request of a batch is not a boolean there either (interface.md 1.7, 5)', () => {
  const body = {
    requests: [
      { path: '/pll/v1/settings', body: { browser: 1 } },
      { path: '/pll/v1/settings', body: { media: { duplicate: 1 }, force_lang: 1 } },
    ],
  };
  const ask = (...floats: string[][]): unknown[] => {
    const answer = bench.engine.dispatch({ method: 'POST', path: '/batch/v1', body, floats }, bench.admin);
    return (answer.body as { responses: { status: number }[] }).responses.map(({ status }) => status);
  };
  expect(ask()).toEqual([200, 200]);
  expect(ask(['requests', '0', 'body', 'browser'])).toEqual([400, 200]);
  expect(ask(['requests', '1', 'body', 'media', 'duplicate'])).toEqual([200, 400]);
  expect(ask(['requests', '1', 'body', 'force_lang'])).toEqual([200, 200]);
});
