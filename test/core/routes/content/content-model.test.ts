import { beforeEach, expect, test } from 'vitest';
import { GUEST } from '../../../../core/domain/access/capabilities.ts';
import { openBench, type Bench } from '../../../support/engine.ts';

let bench: Bench;
beforeEach(() => {
  bench = openBench();
  return () => bench.engine.close();
});

const MODEL = '/polydesk/v1/content-model';
const EMPTY = { post_types: [], taxonomies: [], post_meta: [], term_meta: [], page_templates: [] };

test('replaced as a whole, filled in, and part of the history', () => {
  expect(bench.ask('GET', MODEL)).toMatchObject({ status: 200, body: EMPTY });
  const put = bench.ask('PUT', MODEL, {
    post_types: [{ name: 'book', taxonomies: ['category'] }],
    page_templates: ['wide'],
  });
  expect(put).toMatchObject({
    status: 200,
    headers: { 'X-Polydesk-Entry': expect.any(String) },
    body: {
      ...EMPTY,
      post_types: [{ name: 'book', rest_base: 'book', label: 'book', has_archive: false }],
      page_templates: ['wide'],
    },
  });
  expect(bench.ask('GET', MODEL).body).toEqual(put.body);
  expect(bench.ask('PUT', MODEL, {}).body).toEqual(EMPTY);
});

test('an item of a type has its registered singular name, for users who may edit', () => {
  const labels = { singular_name: 'Book' };
  const edit = (path: string) =>
    bench.engine.dispatch({ method: 'GET', path, query: { context: 'edit' } }, bench.admin).body;
  const put = bench.ask('PUT', MODEL, {
    post_types: [{ name: 'book', label: 'Books', labels }],
    taxonomies: [{ name: 'genre', labels: { singular_name: 'Genre' } }, { name: 'mood' }],
  });
  expect(put).toMatchObject({ status: 200, body: { post_types: [{ label: 'Books', labels }] } });
  expect(edit('/wp/v2/types/book')).toMatchObject({
    labels: { name: 'Books', singular_name: 'Book' },
  });
  expect(edit('/wp/v2/taxonomies')).toMatchObject({
    genre: { labels: { singular_name: 'Genre' } },
    mood: { labels: { name: 'mood' } },
  });
  expect(bench.ask('GET', '/wp/v2/types/book').body).not.toHaveProperty('labels');
});

test('a registered type can be chosen for translation', () => {
  bench.ask('PUT', MODEL, { post_types: [{ name: 'book' }], taxonomies: [{ name: 'genre' }] });
  const settings = bench.ask('POST', '/pll/v1/settings', {
    post_types: ['book', 'film'],
    taxonomies: ['genre', 'mood'],
  });
  expect(settings.body).toMatchObject({ post_types: ['book'], taxonomies: ['genre'] });
});

test.each([
  [{ post_types: [{ name: 'Book' }] }, 'rest_invalid_pattern'],
  [{ post_types: [{ name: 'b'.repeat(21) }] }, 'rest_invalid_pattern'],
  [{ post_types: [{ name: 'book', rest_base: 'a/b' }] }, 'rest_invalid_pattern'],
  [{ post_types: [{ name: 'book', colour: 'red' }] }, 'rest_additional_properties_forbidden'],
  [{ post_types: [{}] }, 'rest_property_required'],
  [{ taxonomies: 5 }, 'rest_invalid_type'],
  [{ post_meta: [{ key: 'a', type: 'object', object_types: ['post'] }] }, 'rest_not_in_enum'],
  [{ post_meta: [{ key: 'a', type: 'string', object_types: [] }] }, 'rest_too_few_items'],
  [{ page_templates: ['../secret'] }, 'rest_invalid_pattern'],
  [{ post_types: [{ name: 'post' }] }, 'rest_invalid_param'],
])('refuses %j', (body, code) => {
  const [part = ''] = Object.keys(body);
  expect(bench.ask('PUT', MODEL, body)).toMatchObject({
    status: 400,
    body: { code: 'rest_invalid_param', data: { details: { [part]: { code } } } },
  });
  expect(bench.ask('GET', MODEL).body).toEqual(EMPTY);
});

test('for administrators', () => {
  for (const [caller, status] of [
    [bench.as('administrator'), 200],
    [bench.as('editor'), 403],
    [GUEST, 401],
  ] as const) {
    expect(bench.ask('GET', MODEL, undefined, caller).status).toBe(status);
    expect(bench.ask('PUT', MODEL, {}, caller).status).toBe(status);
  }
});
