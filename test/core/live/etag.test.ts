import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RestResponse } from '../../../core/types.ts';
import { openBench, type Bench } from '../../support/engine.ts';

let bench: Bench;
beforeEach(() => {
  bench = openBench();
  for (const slug of ['en', 'fr']) bench.ask('POST', '/pll/v1/languages', { locale: slug, slug, name: slug });
});
afterEach(() => bench.engine.close());

function send(method: string, path: string, { body, match }: { body?: object; match?: string } = {}): RestResponse {
  const headers = match === undefined ? {} : { headers: { 'if-match': match } };
  const query = method === 'GET' ? { query: { context: 'edit' } } : {};
  return bench.engine.dispatch({ method, path, ...query, ...headers, ...(body && { body }) }, bench.admin);
}
const make = (path: string, body: object): string =>
  `${path}/${(bench.ask('POST', path, body).body as { id: number }).id}`;
const tagOf = (path: string): string => send('GET', path).headers['ETag'] ?? '';

const KINDS: readonly [name: string, path: string, field: string][] = [
  ['a post', '/wp/v2/posts', 'title'],
  ['a page', '/wp/v2/pages', 'title'],
  ['a term', '/wp/v2/tags', 'name'],
];

test.each(KINDS)('%s changed meanwhile is not written over: 412, and nothing is stored', (_name, path, field) => {
  const item = make(path, { [field]: 'One', lang: 'en' });
  const tag = tagOf(item);
  expect(tag).toMatch(/^"[0-9a-f]{40}"$/);
  expect(tagOf(item)).toBe(tag);
  expect(send('POST', item, { body: { [field]: 'Two' }, match: tag }).status).toBe(200);
  expect(tagOf(item)).not.toBe(tag);
  expect(send('POST', item, { body: { [field]: 'Three' }, match: tag })).toMatchObject({
    status: 412,
    body: { code: 'rest_precondition_failed' },
  });
  const query = '?force=true';
  expect(send('DELETE', `${item}${query}`.replace(query, ''), { body: { force: true }, match: tag }).status).toBe(412);
  expect(JSON.stringify(send('GET', item).body)).toContain('Two');
  expect(send('POST', item, { body: { [field]: 'Four' }, match: tagOf(item) }).status).toBe(200);
});

test.each(KINDS)('control: %s without the header, or with any, is written as ever', (_name, path, field) => {
  const item = make(path, { [field]: 'One', lang: 'en' });
  for (const match of [undefined, '*'])
    expect(send('POST', item, { body: { [field]: 'Two' }, ...(match && { match }) }).status).toBe(200);
});

test('a change of the group is a change of the item; a look at it is none', () => {
  const a = make('/wp/v2/posts', { title: 'One', lang: 'en' });
  const tag = tagOf(a);
  make('/wp/v2/posts', { title: 'Un', lang: 'fr', translations: { en: Number(a.split('/').at(-1)) } });
  expect(tagOf(a)).not.toBe(tag);
});

test('a write may name other items of its kind: 412, and nothing is stored, unless all are as they were read', () => {
  const [a, b] = ['One', 'Two'].map((title) => make('/wp/v2/posts', { title, lang: 'en' }));
  const id = Number(b?.split('/').at(-1));
  const write = (others: string): RestResponse =>
    bench.engine.dispatch(
      { method: 'POST', path: a ?? '', body: { excerpt: 'New' }, headers: { 'x-polydesk-if-match': others } },
      bench.admin,
    );
  const tag = tagOf(b ?? '');
  send('POST', b ?? '', { body: { title: 'Changed' } });
  for (const others of [`${id}=${tag}`, `999=${tag}`, 'nonsense', `${id}=${tagOf(b ?? '')}, ${id}=${tag}`])
    expect(write(others)).toMatchObject({ status: 412, body: { code: 'rest_precondition_failed' } });
  expect(JSON.stringify(send('GET', a ?? '').body)).not.toContain('New');
  expect(write(`${id}=${tagOf(b ?? '')}`).status).toBe(200);
});

test('lists and other contexts have none', () => {
  const item = make('/wp/v2/posts', { title: 'One', lang: 'en', status: 'publish' });
  for (const path of [item, '/wp/v2/posts'])
    expect(bench.engine.dispatch({ method: 'GET', path }, bench.admin).headers).not.toHaveProperty('ETag');
});
