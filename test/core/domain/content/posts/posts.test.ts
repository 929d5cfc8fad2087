import { afterEach, describe, expect, test } from 'vitest';
import { all, sql } from '../../../../../core/store/sql.ts';
import { GUEST } from '../../../../../core/domain/access/capabilities.ts';
import type { Dict, Role } from '../../../../../core/types.ts';
import { bodyOf, openBench, type Bench } from '../../../../support/engine.ts';

let bench: Bench;
afterEach(() => {
  bench.engine.close();
});

function make(fields: Dict, path = '/wp/v2/posts'): Dict {
  const response = bench.ask('POST', path, fields);
  expect(response.status).toBe(201);
  return bodyOf(response);
}

function ids(query: Dict): unknown[] {
  const response = bench.engine.dispatch({ method: 'GET', path: '/wp/v2/posts', query }, bench.admin);
  expect(response.status).toBe(200);
  return (response.body as Dict[]).map((item) => item['slug']);
}

describe('slugs (content.md 2.5)', () => {
  test.each([
    [
      [{ title: 'A b' }, { title: 'A b' }],
      ['a-b', 'a-b-2'],
    ],
    [[{ title: 'Feed' }], ['feed-2']],
    [[{ title: '12' }], ['12']],
    [[{ title: '32' }], ['32']],
    [[{ title: 'x', status: 'draft' }], ['']],
    [[{ title: '', content: 'c' }], ['1']],
  ])('%j', (posts, slugs) => {
    bench = openBench();
    expect(posts.map((post) => make({ status: 'publish', ...post })['slug'])).toEqual(slugs);
  });

  test('the trash frees a slug, and restoring makes it unique again', () => {
    bench = openBench();
    const { id } = make({ title: 'One', status: 'publish' });
    expect(bodyOf(bench.ask('DELETE', `/wp/v2/posts/${String(id)}`))['slug']).toBe('one__trashed');
    expect(make({ title: 'One', status: 'publish' })['slug']).toBe('one');
    const back = bodyOf(bench.ask('POST', `/wp/v2/posts/${String(id)}`, { status: 'publish' }));
    expect([back['slug'], back['status']]).toEqual(['one-2', 'publish']);
  });

  test('pages are unique below their parent; a deleted parent hands its children up', () => {
    bench = openBench();
    const top = make({ title: 'Top', status: 'publish' }, '/wp/v2/pages')['id'];
    const child = make({ title: 'Top', status: 'publish', parent: top }, '/wp/v2/pages');
    expect(child['slug']).toBe('top');
    bench.ask('DELETE', `/wp/v2/pages/${String(top)}`, { force: true });
    expect(bodyOf(bench.ask('GET', `/wp/v2/pages/${String(child['id'])}`))['parent']).toBe(0);
  });
});

describe('status and dates (content.md 2.5)', () => {
  const now = (): Date => new Date('2026-06-01T12:00:00Z');
  test.each([
    [{ status: 'publish', date: '2027-01-01T00:00:00' }, 'future', '2027-01-01T00:00:00'],
    [{ status: 'future', date: '2026-01-01T00:00:00' }, 'publish', '2026-01-01T00:00:00'],
    [{ status: 'publish', date: null }, 'publish', '2026-06-01T12:00:00'],
    [{}, 'draft', '2026-06-01T12:00:00'],
  ])('%j', (fields, status, date) => {
    bench = openBench({ now });
    const made = make({ title: 'x', ...fields });
    expect([made['status'], made['date']]).toEqual([status, date]);
  });

  test('a draft without date follows the clock until it is published', () => {
    let time = '2026-06-01T12:00:00Z';
    bench = openBench({ now: () => new Date(time) });
    const { id } = make({ title: 'x' });
    time = '2026-06-02T12:00:00Z';
    const path = `/wp/v2/posts/${String(id)}`;
    expect(bodyOf(bench.ask('POST', path, { status: 'publish' }))['date']).toBe('2026-06-02T12:00:00');
    time = '2026-06-03T12:00:00Z';
    expect(bodyOf(bench.ask('POST', path, { title: 'y' }))['date']).toBe('2026-06-02T12:00:00');
  });
});

describe('search (content.md 2.1)', () => {
  test.each([
    [{ search: 'creme' }, ['a']],
    [{ search: 'CRÈME tart' }, ['a']],
    [{ search: 'tart -creme' }, ['b']],
    [{ search: '"apple tart"' }, ['b']],
    [{ search: 'apple, tart' }, ['b']],
    [{ search: 'tart', search_columns: 'post_title' }, ['b']],
    [{ search: '夜' }, ['c']],
    [{ search: 'apple tart', search_semantics: 'exact' }, ['b']],
    [{ search: 'tart', orderby: 'relevance' }, ['b', 'a']],
    [{ search: '100%_"' }, []],
    [{ search: 'apple\0tart' }, ['b']],
  ])('%j', (query, slugs) => {
    bench = openBench();
    make({ title: 'Crème', content: 'a tart', slug: 'a', status: 'publish' });
    make({ title: 'Apple tart', content: 'x', slug: 'b', status: 'publish' });
    make({ title: 'Night 夜', content: 'y', slug: 'c', status: 'publish' });
    expect(ids(query)).toEqual(slugs);
  });

  test.each([
    [{ search: 'soup' }, 'desc', ['new', 'old', 'text']],
    [{ search: 'soup' }, 'asc', ['old', 'new', 'text']],
    [{ search: 'hot soup' }, 'desc', ['new', 'old', 'text']],
  ])(
    'the best comes first whatever the order says, which is that of the dates among equals: %j %s',
    (query, order, slugs) => {
      bench = openBench();
      const common = { status: 'publish', content: 'hot' };
      make({ ...common, title: 'Soup', slug: 'old', date: '2026-01-01T00:00:00' });
      make({ ...common, title: 'Dish', content: 'hot soup', slug: 'text', date: '2026-03-01T00:00:00' });
      make({ ...common, title: 'Soup', slug: 'new', date: '2026-02-01T00:00:00' });
      expect(ids({ ...query, order, orderby: 'relevance' })).toEqual(slugs);
      const found = bench.engine.dispatch({ method: 'GET', path: '/wp/v2/search', query }, bench.admin).body as Dict[];
      expect(found.map((item) => item['id'])).toEqual([3, 1, 2]);
    },
  );

  test('finds what was changed a moment ago, and nothing that is gone', () => {
    bench = openBench();
    const { id } = make({ title: 'First', slug: 'a', status: 'publish' });
    expect(ids({ search: 'first' })).toEqual(['a']);
    bench.ask('POST', `/wp/v2/posts/${String(id)}`, { title: 'Second' });
    expect([ids({ search: 'first' }), ids({ search: 'second' })]).toEqual([[], ['a']]);
    bench.ask('DELETE', `/wp/v2/posts/${String(id)}`, { force: true });
    expect(ids({ search: 'second' })).toEqual([]);
  });
});

describe('lists (content.md 2.1, 3.1)', () => {
  test.each([
    [{ status: '' }, ['b', 'a']],
    [{ slug: '' }, ['b', 'a']],
    [{ categories: { operator: 'AND' } }, ['b', 'a']],
    [{ categories: { 0: '1' } }, ['b', 'a']],
    [{ categories_exclude: { terms: '1', include_children: 'true' } }, []],
  ])('%j', (query, slugs) => {
    bench = openBench();
    make({ title: 'A', slug: 'a', status: 'publish', date: '2026-01-01T00:00:00' });
    make({ title: 'B', slug: 'b', status: 'publish', date: '2026-01-02T00:00:00' });
    make({ title: 'C', slug: 'c' });
    expect(ids(query)).toEqual(slugs);
  });

  test.each([
    { categories: { a: '1' } },
    { categories: { terms: '1', other: '1' } },
    { categories: { terms: { a: '1' } } },
    { categories_exclude: { terms: '1', operator: 'AND' } },
  ])('%j is neither form of a taxonomy filter', (query) => {
    bench = openBench();
    const response = bench.engine.dispatch({ method: 'GET', path: '/wp/v2/posts', query }, bench.admin);
    const [name = ''] = Object.keys(query);
    expect(response).toMatchObject({
      status: 400,
      body: { data: { details: { [name]: { code: 'rest_no_matching_schema' } } } },
    });
  });

  test.each(['/wp/v2/categories', '/wp/v2/users', '/wp/v2/posts'])('an empty slug names nothing: %s', (path) => {
    bench = openBench();
    bench.as('author');
    make({ title: 'A', status: 'publish' });
    const count = (query: Dict): unknown =>
      bench.engine.dispatch({ method: 'GET', path, query }, bench.admin).headers['X-WP-Total'];
    expect(count({ slug: '' })).toBe(count({}));
    expect(count({ slug: 'nothing' })).toBe('0');
  });
});

describe('what a password hides (content.md 2.2)', () => {
  const asked = (role: 'guest' | Role, path: string, query: Dict): Dict[] => {
    const caller = role === 'guest' ? GUEST : bench.as(role);
    return bench.engine.dispatch({ method: 'GET', path, query }, caller).body as Dict[];
  };

  test.each<['guest' | Role, Dict, number]>([
    ['guest', { search: 'hidden' }, 0],
    ['guest', { search: 'hidden words', search_semantics: 'exact' }, 0],
    ['guest', {}, 1],
    ['subscriber', { search: 'hidden' }, 0],
    ['editor', { search: 'hidden' }, 1],
  ])('only those who may edit the item search in it: %s %j', (role, query, count) => {
    bench = openBench();
    make({ title: 'A', content: 'hidden words', password: 'x', status: 'publish' });
    expect(asked(role, '/wp/v2/posts', query)).toHaveLength(count);
    expect(asked(role, '/wp/v2/search', query)).toHaveLength(count);
  });

  test.each<[Role, unknown[]]>([
    ['author', []],
    ['editor', ['<p>hidden words</p>\n']],
  ])('a list for editing holds it for those who may edit the item: %s', (role, rendered) => {
    bench = openBench();
    make({ title: 'A', content: 'hidden words', password: 'x', status: 'publish' });
    const items = asked(role, '/wp/v2/posts', { context: 'edit' });
    expect(items.map((item) => (item['content'] as Dict)['rendered'])).toEqual(rendered);
    expect(JSON.stringify(items).includes('"password":"x"')).toBe(role === 'editor');
  });
});

test.each([
  ['99999999999999999999', 2_147_483_647],
  [-1e300, -2_147_483_647],
  ['7', 7],
])('a place beyond all others is kept as the last one: %s', (menu_order, kept) => {
  bench = openBench();
  expect(make({ title: 'A', menu_order }, '/wp/v2/pages')['menu_order']).toBe(kept);
});

test('a save that takes the last text away is refused; what had none may be saved (content.md 2.5)', () => {
  bench = openBench();
  const { id } = make({ title: 'One', excerpt: 'E' });
  const save = (fields: Dict) => bench.ask('POST', `/wp/v2/posts/${String(id)}`, fields);
  expect(save({ title: '', excerpt: '' })).toMatchObject({ status: 400, body: { code: 'empty_content' } });
  expect(bodyOf(bench.ask('GET', `/wp/v2/posts/${String(id)}`))['excerpt']).toMatchObject({ protected: false });
  expect(save({ title: '' }).status).toBe(200);
  expect(save({ title: '', excerpt: '', content: 'C' }).status).toBe(200);
  expect(save({ content: '' }).status).toBe(400);
});

test('a value that does not fit a key of several values is named by its place', () => {
  bench = openBench({
    contentModel: {
      post_meta: [
        { key: 'sources', type: 'string', single: false, object_types: ['post'] },
        { key: 'flag', type: 'boolean', single: true, object_types: ['post'] },
      ],
    },
  });
  const save = (meta: Dict, floats?: string[][]) =>
    bench.engine.dispatch(
      { method: 'POST', path: '/wp/v2/posts', body: { title: 'A', meta }, ...(floats && { floats }) },
      bench.admin,
    );
  const refused = (param: string) => ({
    status: 400,
    body: { code: 'rest_invalid_type', additional_data: [{ param }] },
  });
  expect(save({ sources: ['a', 5] })).toMatchObject(refused('meta.sources[1]'));
  expect(save({ flag: 'maybe' })).toMatchObject(refused('meta.flag'));
  expect(save({ flag: 1 }, [['meta', 'flag']])).toMatchObject(refused('meta.flag'));
  expect(save({ flag: 1 }).status).toBe(201);
});

test('no setting names an item that is gone for good, and undo brings both back', () => {
  bench = openBench();
  const [front, blog] = ['Front', 'Blog'].map(
    (title) => make({ title, status: 'publish' }, '/wp/v2/pages')['id'] as number,
  );
  const chosen = { show_on_front: 'page', page_on_front: front, page_for_posts: blog };
  bench.ask('POST', '/wp/v2/settings', chosen);
  const settings = () => bodyOf(bench.ask('GET', '/wp/v2/settings'));
  bench.ask('DELETE', `/wp/v2/pages/${String(front)}`);
  expect(settings()).toMatchObject(chosen);
  const gone = bench.ask('DELETE', `/wp/v2/pages/${String(front)}`, { force: true });
  expect(settings()).toMatchObject({ show_on_front: 'posts', page_on_front: 0, page_for_posts: blog });
  expect(bench.ask('GET', '/polydesk/v1/check').body).toEqual([]);
  bench.ask('POST', `/polydesk/v1/history/${String(gone.headers['X-Polydesk-Entry'])}/undo`, {});
  expect(settings()).toMatchObject(chosen);
});

test('in the trash an item has the rights of its former status (content.md 1.3)', () => {
  bench = openBench();
  const caller = bench.as('contributor');
  const own = (status: string): string => {
    const { id } = bodyOf(bench.ask('POST', '/wp/v2/posts', { title: 'Own' }, caller));
    bench.ask('POST', `/wp/v2/posts/${String(id)}`, { status });
    bench.ask('DELETE', `/wp/v2/posts/${String(id)}`);
    return `/wp/v2/posts/${String(id)}`;
  };
  const [draft, out] = [own('draft'), own('publish')];
  expect(bench.ask('POST', draft, { status: 'draft' }, caller).status).toBe(200);
  expect(bench.ask('POST', out, { status: 'draft' }, caller)).toMatchObject({ status: 403 });
  expect(bench.ask('DELETE', out, { force: true }, caller)).toMatchObject({ status: 403 });
  expect(bench.ask('POST', out, { status: 'draft' })).toMatchObject({ status: 200 });
  expect(bench.ask('DELETE', out, { force: true }, caller)).toMatchObject({ status: 200 });
});

test('a password that is set takes nothing from what the caller may do', () => {
  bench = openBench();
  const { id } = make({ title: 'A', status: 'publish' });
  const path = `/wp/v2/posts/${String(id)}`;
  expect(bench.ask('POST', path, { password: 'new' }).headers['Allow']).toBe('GET, POST, PUT, PATCH, DELETE');
  const wrong = bench.engine.dispatch({ method: 'GET', path, query: { password: 'old' } }, bench.admin);
  expect(wrong.headers['Allow']).toBe('POST, PUT, PATCH, DELETE');
});

test('counts and the derived language are those of the rows, through every kind of change', () => {
  bench = openBench();
  bench.ask('POST', '/pll/v1/languages', { locale: 'en_US' });
  bench.ask('POST', '/pll/v1/languages', { locale: 'fr_FR' });
  const first = make({ title: 'a', status: 'publish' })['id'];
  const second = make({ title: 'b', status: 'publish', lang: 'fr', translations: { en: first } })['id'];
  make({ title: 'c' });
  bench.ask('POST', `/wp/v2/posts/${String(first)}`, { lang: 'fr', status: 'private' });
  bench.ask('DELETE', `/wp/v2/posts/${String(second)}`);
  make({ title: 'd', status: 'publish' }, '/wp/v2/pages');
  bench.ask('DELETE', `/wp/v2/posts/${String(first)}`, { force: true });
  const { db } = bench.engine.site;
  const counted = all(db, sql`SELECT type, status, language_id, n FROM post_counts WHERE n > 0 ORDER BY 1, 2, 3`);
  const real = all(
    db,
    sql`SELECT p.type, p.status, coalesce(i.language_id, 0) AS language_id, count(*) AS n
        FROM posts p LEFT JOIN item_languages i ON i.kind = 'post' AND i.item_id = p.id GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
  );
  expect(counted).toEqual(real);
});

describe('rights (content.md 1.3)', () => {
  test.each([
    ['contributor', { title: 'x', status: 'publish' }, 403, 'rest_cannot_publish'],
    ['contributor', { title: 'x' }, 201, undefined],
    ['subscriber', { title: 'x' }, 403, 'rest_cannot_create'],
    ['author', { title: 'x', author: 1 }, 403, 'rest_cannot_edit_others'],
    ['author', { title: 'x', author: 999 }, 403, 'rest_cannot_edit_others'],
    ['administrator', { title: 'x', author: 999 }, 400, 'rest_invalid_author'],
    ['administrator', { title: 'x', sticky: true, password: 'p' }, 400, 'rest_invalid_field'],
    ['administrator', { title: 'x', template: 'none' }, 400, 'rest_invalid_param'],
    ['administrator', { title: 'x', lang: 'xx' }, 400, 'rest_invalid_param'],
    ['administrator', {}, 400, 'empty_content'],
  ] as const)('%s creates %j', (role, fields, status, code) => {
    bench = openBench();
    const response = bench.ask('POST', '/wp/v2/posts', fields, bench.as(role));
    expect([response.status, bodyOf(response)['code']]).toEqual([status, code]);
  });
});

test('a parent without slug leaves no gap in the addresses below it (content.md 2.2)', () => {
  bench = openBench({ homeUrl: 'https://example.test' });
  const draft = make({ title: 'Draft' }, '/wp/v2/pages')['id'];
  const page = make({ title: 'Page', status: 'publish', parent: draft }, '/wp/v2/pages');
  expect(page['link']).toBe('https://example.test/page/');
  const below = make({ title: 'Below', parent: page['id'] }, '/wp/v2/pages');
  expect(below['permalink_template']).toBe('https://example.test/page/%pagename%/');
});

test('the routes of a type come and go with the content model', () => {
  bench = openBench();
  const model = { post_types: [{ name: 'book', rest_base: 'books' }] };
  expect(bench.ask('GET', '/wp/v2/books').status).toBe(404);
  expect(bench.ask('PUT', '/polydesk/v1/content-model', model).status).toBe(200);
  expect(bench.ask('GET', '/wp/v2/books').status).toBe(200);
  bench.ask('PUT', '/polydesk/v1/content-model', {});
  expect(bench.ask('GET', '/wp/v2/books').status).toBe(404);
});
