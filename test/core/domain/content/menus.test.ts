import { afterAll, beforeAll, expect, test } from 'vitest';
import { GUEST } from '../../../../core/domain/access/capabilities.ts';
import { exportTo } from '../../../../core/transfer/kinds.ts';
import { ROLES, type Caller, type Dict, type RestResponse } from '../../../../core/types.ts';
import { openBench, type Bench } from '../../../support/engine.ts';
import { importInto, temporaryFolder } from '../../../transfer/support.ts';

const cdata = (name: string, text: string): string => `<${name}><![CDATA[${text}]]></${name}>`;
const meta = (fields: Dict<string>): string =>
  Object.entries(fields)
    .map(([key, value]) => `<wp:postmeta>${cdata('wp:meta_key', key)}${cdata('wp:meta_value', value)}</wp:postmeta>`)
    .join('');

interface Item {
  id: number;
  title?: string;
  type?: string;
  status?: string;
  slug?: string;
  order?: number;
  content?: string;
  excerpt?: string;
  more?: string;
}

const item = ({ id, title = '', type = 'page', status = 'publish', slug = `item-${id}`, order = 0, ...rest }: Item) =>
  `<item><title>${title}</title><dc:creator><![CDATA[admin]]></dc:creator><guid>x</guid>${cdata('content:encoded', rest.content ?? '')}${cdata('excerpt:encoded', rest.excerpt ?? '')}<wp:post_id>${id}</wp:post_id>${cdata('wp:post_date', '2026-01-01 00:00:00')}${cdata('wp:post_date_gmt', '2026-01-01 00:00:00')}${cdata('wp:post_name', slug)}${cdata('wp:status', status)}<wp:post_parent>0</wp:post_parent><wp:menu_order>${order}</wp:menu_order>${cdata('wp:post_type', type)}${rest.more ?? ''}</item>`;

interface Link {
  id: number;
  order: number;
  menu?: string;
  type: string;
  object: string;
  to: number;
  title?: string;
  parent?: number;
  status?: string;
  fields?: Dict<string>;
}

const link = ({ id, order, menu = 'main', type, object, to, title, parent = 0, status, fields }: Link): string =>
  item({
    id,
    type: 'nav_menu_item',
    order,
    content: id === 201 ? 'About it' : '',
    excerpt: id === 201 ? 'Tip' : '',
    ...(title !== undefined && { title }),
    ...(status !== undefined && { status }),
    more: `<category domain="nav_menu" nicename="${menu}"><![CDATA[${menu}]]></category>${meta({
      _menu_item_type: type,
      _menu_item_menu_item_parent: String(parent),
      _menu_item_object_id: String(to),
      _menu_item_object: object,
      _menu_item_target: '',
      _menu_item_classes: 'a:1:{i:0;s:0:"";}',
      _menu_item_xfn: '',
      _menu_item_url: '',
      ...fields,
    })}`,
  });

const term = (id: number, taxonomy: string, slug: string): string =>
  `<wp:term><wp:term_id>${id}</wp:term_id>${cdata('wp:term_taxonomy', taxonomy)}${cdata('wp:term_slug', slug)}${cdata('wp:term_parent', '')}${cdata('wp:term_name', slug)}</wp:term>`;

const FILE = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel><title>Menus</title><wp:wxr_version>1.2</wp:wxr_version><wp:base_site_url>https://example.org</wp:base_site_url><wp:base_blog_url>https://example.org</wp:base_blog_url>
${term(31, 'nav_menu', 'main')}${term(32, 'nav_menu', 'footer')}${term(33, 'category', 'news')}
${item({ id: 101, title: 'About &amp; us', slug: 'about' })}
${item({ id: 102, title: 'Secret', slug: 'secret', status: 'private' })}
${link({ id: 201, order: 1, type: 'post_type', object: 'page', to: 101, fields: { _menu_item_classes: 'a:2:{i:0;s:3:"big";i:1;s:4:"blue";}', _menu_item_target: '_blank' } })}
${link({ id: 202, order: 2, type: 'custom', object: 'custom', to: 202, title: 'Out', fields: { _menu_item_url: 'https://elsewhere.example/', _menu_item_xfn: 'friend met' } })}
${link({ id: 203, order: 3, type: 'taxonomy', object: 'category', to: 33, parent: 201 })}
${link({ id: 204, order: 4, type: 'post_type', object: 'page', to: 999 })}
${link({ id: 205, order: 5, type: 'post_type', object: 'page', to: 102 })}
${link({ id: 206, order: 6, type: 'custom', object: 'custom', to: 206, title: 'Lost', status: 'draft' })}
${link({ id: 207, order: 1, menu: 'footer', type: 'custom', object: 'custom', to: 207, title: 'Below' })}
</channel></rss>`;

const folder = temporaryFolder();
let bench: Bench;
let numbers: Dict<number>;
let callers: Record<string, Caller>;

beforeAll(() => {
  bench = openBench({ homeUrl: 'https://example.org' });
  importInto(bench.engine.site, { path: folder.file('menus.xml', FILE) });
  const menus = read('/wp/v2/menus').body as { id: number; slug: string }[];
  const page = (read('/wp/v2/pages', { slug: 'about' }).body as { id: number }[])[0]?.id ?? 0;
  numbers = { ...Object.fromEntries(menus.map(({ id, slug }) => [slug, id])), about: page };
  callers = { guest: GUEST, ...Object.fromEntries(ROLES.map((role) => [role, bench.as(role)])) };
});
afterAll(() => {
  bench.engine.close();
  folder.remove();
});

function read(path: string, query: Dict = {}, caller: Caller = bench.admin): RestResponse {
  return bench.engine.dispatch({ method: 'GET', path, query }, caller);
}

const titles = ({ body }: RestResponse): string[] =>
  (body as { title: { rendered: string } }[]).map(({ title }) => title.rendered);

test('a menu is read with its places in the theme', () => {
  const nav_menus = { theme: { primary: { en: numbers['main'] }, footer: { en: numbers['footer'] } } };
  bench.ask('POST', '/pll/v1/languages', { locale: 'en_US' });
  expect(bench.ask('POST', '/pll/v1/settings', { nav_menus }).status).toBe(200);
  const { body, headers } = read('/wp/v2/menus');
  expect(headers).toMatchObject({ 'X-WP-Total': '2', 'X-WP-TotalPages': '1' });
  const root = 'http://127.0.0.1:24180/wp-json/wp/v2';
  const main = numbers['main'];
  expect(body).toMatchObject([{ slug: 'footer', locations: ['footer'] }, { slug: 'main' }]);
  expect(read(`/wp/v2/menus/${main}`).body).toEqual({
    id: main,
    description: '',
    name: 'main',
    slug: 'main',
    meta: {},
    locations: ['primary'],
    auto_add: false,
    _links: {
      self: [{ href: `${root}/menus/${main}` }],
      collection: [{ href: `${root}/menus` }],
      'wp:post_type': [{ href: `${root}/menu-items?menus=${main}` }],
      curies: [{ name: 'wp', href: 'https://api.w.org/{rel}', templated: true }],
    },
  });
});

test('menu items are read in the order of the menu, each with where it leads', () => {
  const { body, headers } = read('/wp/v2/menu-items', { menus: String(numbers['main']) });
  expect(headers).toMatchObject({ 'X-WP-Total': '5', 'X-WP-TotalPages': '1' });
  const [about, out, news, gone, secret] = body as Dict[];
  expect(about).toMatchObject({
    title: { rendered: 'About &#038; us' },
    type_label: 'Page',
    type: 'post_type',
    status: 'publish',
    parent: 0,
    attr_title: 'Tip',
    classes: ['big', 'blue'],
    description: 'About it',
    menu_order: 1,
    object: 'page',
    object_id: numbers['about'],
    target: '_blank',
    url: 'https://example.org/about/',
    xfn: [],
    invalid: false,
    menus: numbers['main'],
    meta: {},
  });
  expect(out).toMatchObject({ title: { rendered: 'Out' }, url: 'https://elsewhere.example/', xfn: ['friend', 'met'] });
  expect(out).toMatchObject({ type_label: 'Custom Link', classes: [], invalid: false });
  expect(news).toMatchObject({
    title: { rendered: 'news' },
    type_label: 'Category',
    url: 'https://example.org/category/news/',
    parent: about?.['id'],
  });
  expect(gone).toMatchObject({ title: { rendered: '' }, url: '', invalid: true });
  expect(secret).toMatchObject({ title: { rendered: 'Secret' }, invalid: false });
});

test.each([
  ['all', {}, ['About &#038; us', 'Below', 'Out', 'news', '', 'Secret']],
  ['of one menu', { menus: 'footer' }, ['Below']],
  ['of all but one', { menus_exclude: 'main' }, ['Below']],
  ['a page', { per_page: '2', page: '2' }, ['Out', 'news']],
  ['at a place', { menu_order: '2' }, ['Out']],
  ['backwards', { menus: 'main', order: 'desc', per_page: '1' }, ['Secret']],
  ['by a word', { search: 'elo' }, ['Below']],
  ['drafts', { status: 'draft' }, ['Lost']],
])('the list of items: %s', (_what, query: Dict<string>, found) => {
  const named = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, numbers[value] ?? value]));
  expect(titles(read('/wp/v2/menu-items', named))).toEqual(found);
});

test('`_fields`, `context` and `_embed` as everywhere', () => {
  const [about] = read('/wp/v2/menu-items', { _fields: 'title.rendered,url', per_page: 1 }).body as Dict[];
  expect(about).toEqual({ title: { rendered: 'About &#038; us' }, url: 'https://example.org/about/' });
  const edited = read('/wp/v2/menu-items', { context: 'edit', per_page: 1 }).body;
  expect(edited).toMatchObject([{ title: { raw: '', rendered: 'About &#038; us' } }]);
  const embedded = read('/wp/v2/menu-items', { _embed: '1', per_page: 1 }).body;
  expect(embedded).toMatchObject([
    { _embedded: { 'wp:menu-item-object': [{ slug: 'about' }], 'wp:term': [[{ slug: 'main', name: 'main' }]] } },
  ]);
  expect(Object.keys((read('/wp/v2/menus', { context: 'embed' }).body as Dict[])[0] ?? {})).toEqual([
    'id',
    'name',
    'slug',
    '_links',
  ]);
  expect(read(`/wp/v2/menus`, { post: String((edited as Dict[])[0]?.['id']) }).body).toMatchObject([{ slug: 'main' }]);
});

test('OPTIONS names every field of an answer', () => {
  for (const path of ['/wp/v2/menus', '/wp/v2/menu-items']) {
    const { schema } = bench.ask('OPTIONS', path).body as { schema: { properties: Dict } };
    const [first] = read(path, { context: 'edit' }).body as Dict[];
    expect(Object.keys(first ?? {}).filter((name) => name !== '_links')).toEqual(Object.keys(schema.properties));
  }
});

test.each([
  ['guest', 401, 401],
  ['subscriber', 403, 403],
  ['contributor', 200, 403],
  ['author', 200, 403],
  ['editor', 200, 403],
  ['administrator', 200, 200],
])('%s reads menus: %i, for editing: %i', (role, view, edit) => {
  const who = callers[role];
  const paths = ['/wp/v2/menus', '/wp/v2/menu-items', `/wp/v2/menus/${numbers['main']}`];
  for (const path of paths) {
    expect([path, read(path, {}, who).status]).toEqual([path, view]);
    expect([path, read(path, { context: 'edit' }, who).status]).toEqual([path, edit]);
  }
});

test('the target of a menu item is hidden from users who may not read it; so are drafts', () => {
  const all = read('/wp/v2/menu-items', {}, callers['author']);
  expect(JSON.stringify(all.body)).not.toMatch(/secret/i);
  expect(titles(all)).toEqual(['About &#038; us', 'Below', 'Out', 'news', '', '']);
  expect(read('/wp/v2/menu-items', { status: 'draft' }, callers['editor'])).toMatchObject({
    status: 400,
    body: { data: { details: { status: { code: 'rest_forbidden_status' } } } },
  });
  const [draft] = read('/wp/v2/menu-items', { status: 'draft' }).body as { id: number }[];
  const path = `/wp/v2/menu-items/${draft?.id}`;
  expect([read(path).status, read(path, {}, callers['editor']).status]).toEqual([200, 403]);
});

test.each([
  ['GET', '/wp/v2/menus/99999', 404, 'rest_term_invalid'],
  ['GET', '/wp/v2/menu-items/99999', 404, 'rest_post_invalid_id'],
  ['GET', '/wp/v2/menu-items?status=nonsense', 400, 'rest_invalid_param'],
  ['POST', '/wp/v2/menus', 404, 'rest_no_route'],
  ['DELETE', '/wp/v2/menus/1', 404, 'rest_no_route'],
  ['POST', '/wp/v2/menu-items', 404, 'rest_no_route'],
  ['PUT', '/wp/v2/menu-items/1', 404, 'rest_no_route'],
])('%s %s: %i %s', (method, address, status, code) => {
  const [path = '', text = ''] = address.split('?');
  const query = Object.fromEntries(new URLSearchParams(text));
  expect(bench.engine.dispatch({ method, path, query }, bench.admin)).toMatchObject({ status, body: { code } });
});

test('a page is not a menu item, a category is not a menu', () => {
  expect(read(`/wp/v2/menu-items/${numbers['about']}`).status).toBe(404);
  const [category] = read('/wp/v2/categories', { slug: 'news' }).body as { id: number }[];
  expect(read(`/wp/v2/menus/${category?.id}`).status).toBe(404);
});

test.each(['wxr', 'bundle'] as const)('menus survive an export and an import: %s', (format) => {
  const path = `${folder.path}/${format === 'wxr' ? 'again.xml' : 'again.tar'}`;
  exportTo(bench.engine.site, path, { format, uuids: true, scope: {} }, { progress: () => undefined });
  const there = openBench({ homeUrl: 'https://example.org' });
  importInto(there.engine.site, { path });
  // Entries of two menus at the same location follow the order of their numbers, which differ there.
  const shape = ({ body }: RestResponse): string[] =>
    (body as Dict[])
      .map(({ title, url, invalid, classes, menu_order }) =>
        JSON.stringify({ menu_order, title, url, invalid, classes }),
      )
      .sort();
  const known = shape(read('/wp/v2/menu-items'));
  const found = shape(there.ask('GET', '/wp/v2/menu-items'));
  there.engine.close();
  expect(found).toEqual(known);
});
