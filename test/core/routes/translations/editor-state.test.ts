import { expect, onTestFinished, test } from 'vitest';
import { checkInvariants } from '../../../../core/store/file/invariants.ts';
import type { Dict } from '../../../../core/types.ts';
import { bodyOf, openBench, type Bench } from '../../../support/engine.ts';

function bench(): Bench {
  const desk = openBench();
  onTestFinished(() => desk.engine.close());
  for (const locale of ['en_US', 'fr_FR', 'de_DE']) desk.ask('POST', '/pll/v1/languages', { locale });
  return desk;
}

const idOf = (desk: Bench, path: string, body: Dict): number => bodyOf(desk.ask('POST', path, body))['id'] as number;
const entries = (desk: Bench): number => (desk.ask('GET', '/polydesk/v1/history').body as unknown[]).length;

test('texts of an editor are kept without an entry, and gone when the editor saves the item', () => {
  const desk = bench();
  const id = idOf(desk, '/wp/v2/posts', { title: 'A' });
  const path = `/polydesk/v1/drafts/post/${id}`;
  const before = entries(desk);
  expect(desk.ask('GET', path).status).toBe(404);
  expect(desk.ask('PUT', path, { fields: { title: 'B' } })).toMatchObject({
    status: 200,
    body: { kind: 'post', id, author: 'admin', fields: { title: 'B' } },
  });
  desk.ask('PUT', path, { fields: { title: 'C', content: 'Long' } });
  expect(bodyOf(desk.ask('GET', path))['fields']).toEqual({ title: 'C', content: 'Long' });
  expect(entries(desk)).toBe(before);
  // A write of another program does not discard text that is being written.
  desk.ask('POST', `/wp/v2/posts/${id}`, { title: 'D' });
  expect(desk.ask('GET', path).status).toBe(200);
  desk.ask('PATCH', `/polydesk/v1/items/post/${id}`, { fields: { title: 'C' } });
  expect(desk.ask('GET', path).status).toBe(404);
});

test('texts of an editor are dropped by hand, and go with the item', () => {
  const desk = bench();
  const id = idOf(desk, '/wp/v2/tags', { name: 'A' });
  const path = `/polydesk/v1/drafts/term/${id}`;
  desk.ask('PUT', path, { fields: { name: 'B' } });
  expect(desk.ask('DELETE', path).body).toEqual({ deleted: true });
  expect(desk.ask('DELETE', path).body).toEqual({ deleted: false });
  desk.ask('PUT', path, { fields: { name: 'B' } });
  desk.ask('DELETE', `/wp/v2/tags/${id}`, { force: true });
  expect(desk.ask('GET', path).status).toBe(404);
  expect(desk.ask('PUT', path, { fields: {} }).status).toBe(404);
});

test('saved filters are replaced as a whole, and undone', () => {
  const desk = bench();
  expect(desk.ask('GET', '/polydesk/v1/views').body).toEqual({ views: [] });
  const views = [{ id: 'a', name: 'Stale French', screen: 'matrix', query: { lang: 'fr', state: 'needs_update' } }];
  const put = desk.ask('PUT', '/polydesk/v1/views', { views });
  expect(put).toMatchObject({ status: 200, body: { views } });
  desk.ask('POST', `/polydesk/v1/history/${put.headers['X-Polydesk-Entry'] ?? ''}/undo`, {});
  expect(desk.ask('GET', '/polydesk/v1/views').body).toEqual({ views: [] });
  expect(desk.ask('PUT', '/polydesk/v1/views', { views: [{ id: 1 }] }).status).toBe(400);
});

test('merging: posts, children and translations follow, and it is undone as one', () => {
  const desk = bench();
  const make = (body: Dict): number => idOf(desk, '/wp/v2/categories', { lang: 'en', ...body });
  const [from, into] = [make({ name: 'From' }), make({ name: 'Into' })];
  const child = make({ name: 'Child', parent: from });
  const fr = make({ name: 'De', lang: 'fr', translations: { en: from } });
  const de = make({ name: 'Aus', lang: 'de', translations: { en: from, fr } });
  const ownDe = make({ name: 'Nach', lang: 'de', translations: { en: into } });
  const post = (categories: number[]): number =>
    idOf(desk, '/wp/v2/posts', { title: 'A', status: 'publish', lang: 'en', categories });
  const posts = [post([from]), post([from, into])];
  const answer = desk.ask('POST', `/polydesk/v1/terms/${from}/merge`, { into });
  expect(answer).toMatchObject({
    status: 200,
    body: { id: into, count: 2, translations: { en: into, fr, de: ownDe } },
  });
  expect(desk.ask('GET', `/wp/v2/categories/${from}`).status).toBe(404);
  expect(bodyOf(desk.ask('GET', `/wp/v2/categories/${child}`))['parent']).toBe(into);
  expect(bodyOf(desk.ask('GET', `/wp/v2/categories/${de}`))['translations']).toEqual({ de });
  for (const id of posts) expect(bodyOf(desk.ask('GET', `/wp/v2/posts/${id}`))['categories']).toEqual([into]);
  expect(checkInvariants(desk.engine.site.db)).toEqual([]);
  desk.ask('POST', `/polydesk/v1/history/${answer.headers['X-Polydesk-Entry'] ?? ''}/undo`, {});
  expect(bodyOf(desk.ask('GET', `/wp/v2/categories/${from}`))).toMatchObject({
    count: 2,
    translations: { en: from, fr, de },
  });
});

test('merging into a term below: the way down to it goes up', () => {
  const desk = bench();
  const make = (name: string, parent: number): number => idOf(desk, '/wp/v2/categories', { name, parent });
  const top = make('Top', 0);
  const from = make('From', top);
  const middle = make('Middle', from);
  const into = make('Into', middle);
  const other = make('Other', from);
  expect(desk.ask('POST', `/polydesk/v1/terms/${from}/merge`, { into }).status).toBe(200);
  const parent = (id: number): unknown => bodyOf(desk.ask('GET', `/wp/v2/categories/${id}`))['parent'];
  expect([middle, into, other].map(parent)).toEqual([top, middle, into]);
});

test('what cannot be merged', () => {
  const desk = bench();
  const tag = idOf(desk, '/wp/v2/tags', { name: 'A', lang: 'en' });
  const french = idOf(desk, '/wp/v2/tags', { name: 'B', lang: 'fr' });
  const category = idOf(desk, '/wp/v2/categories', { name: 'C', lang: 'en' });
  const merge = (id: number, into: number): number =>
    desk.ask('POST', `/polydesk/v1/terms/${id}/merge`, { into }).status;
  expect([merge(tag, tag), merge(tag, category), merge(tag, french), merge(999, tag), merge(tag, 999)]).toEqual([
    400, 400, 400, 404, 404,
  ]);
  desk.ask('POST', '/wp/v2/categories/1', { lang: 'en' });
  expect(merge(1, category)).toBe(403);
});

test('only administrators', () => {
  const desk = bench();
  const editor = desk.as('editor');
  for (const [method, path] of [
    ['GET', '/views'],
    ['GET', '/drafts/post/1'],
    ['POST', '/terms/1/merge'],
  ] as const)
    expect(desk.ask(method, `/polydesk/v1${path}`, method === 'POST' ? { into: 2 } : undefined, editor).status).toBe(
      403,
    );
});
