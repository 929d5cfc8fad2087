import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ListedEntry } from '../../../../core/schema/site/history.ts';
import type { Dict } from '../../../../core/types.ts';
import { openBench, type Bench } from '../../../support/engine.ts';
import { FIXTURE, importInto } from '../../../transfer/support.ts';

let bench: Bench;
beforeEach(() => {
  bench = openBench();
});
afterEach(() => bench.engine.close());

const history = (query: Dict): { entries: ListedEntry[]; total: number } => {
  const { body, headers } = bench.engine.dispatch({ method: 'GET', path: '/polydesk/v1/history', query }, bench.admin);
  return { entries: body as ListedEntry[], total: Number(headers['X-WP-Total']) };
};
const of = (kind: string, id: number, more: Dict = {}) => history({ kind, id: String(id), ...more });
const make = (path: string, body: Dict): number =>
  (bench.ask('POST', `/wp/v2/${path}`, body).body as { id: number }).id;
/** Fields with their values before and after, newest first. */
const changes = (entries: readonly ListedEntry[]): unknown[] =>
  entries.map((entry) => (entry.changes ?? []).map(({ field, before, after }) => [field, before, after]));

describe('the history of an item', () => {
  test('shows its changes with their authors, newest first, each before and after', () => {
    const post = make('posts', { title: 'One', content: 'Text', status: 'draft' });
    make('posts', { title: 'Another' });
    bench.ask('PATCH', `/wp/v2/posts/${post}`, { title: 'Two' });
    bench.ask('PATCH', `/wp/v2/posts/${post}`, { title: 'Three', status: 'publish' });
    const { entries, total } = of('post', post);
    expect(total).toBe(3);
    expect(entries[0]).toMatchObject({ author: 'admin', code: 'post.changed' });
    expect(changes(entries.slice(0, 2))[1]).toEqual([['title', 'One', 'Two']]);
    expect(changes(entries)[0]).toContainEqual(['title', 'Two', 'Three']);
    expect(changes(entries)[0]).toContainEqual(['status', 'draft', 'publish']);
    expect(changes(entries)[2]).toContainEqual(['title', null, 'One']);
  });

  test('without the date of a draft, which follows the clock', () => {
    bench.engine.close();
    let minute = 0;
    bench = openBench({ now: () => new Date(Date.UTC(2026, 0, 1, 10, (minute += 1))) });
    const draft = make('posts', { title: 'One' });
    const dateOf = () => (bench.ask('GET', `/wp/v2/posts/${draft}`).body as { date: string }).date;
    const first = dateOf();
    bench.ask('PATCH', `/wp/v2/posts/${draft}`, { title: 'Two' });
    expect(dateOf()).not.toBe(first);
    expect(changes(of('post', draft).entries)[0]).toEqual([['title', 'One', 'Two']]);
    const [before, after] = ['2026-01-02T10:00:00', '2026-01-03T10:00:00'];
    for (const date of [before, after]) bench.ask('PATCH', `/wp/v2/posts/${draft}`, { date });
    expect(changes(of('post', draft).entries)[0]).toEqual([['date', before, after]]);
  });

  test('of one field only, page by page, with the number there is', () => {
    const post = make('posts', { title: 'One' });
    for (const n of [1, 2, 3]) {
      bench.ask('PATCH', `/wp/v2/posts/${post}`, { title: `Title ${n}` });
      bench.ask('PATCH', `/wp/v2/posts/${post}`, { excerpt: `Excerpt ${n}` });
    }
    const first = of('post', post, { field: 'title', limit: 2 });
    expect(first.total).toBe(4);
    expect(changes(first.entries)).toEqual([[['title', 'Title 2', 'Title 3']], [['title', 'Title 1', 'Title 2']]]);
    const rest = of('post', post, { field: 'title', before: first.entries.at(-1)?.id ?? 0 });
    expect(changes(rest.entries)).toEqual([[['title', 'One', 'Title 1']], [['title', null, 'One']]]);
  });

  test('terms, pictures, parents and authors by their names, terms of one taxonomy together', () => {
    const [news, winter] = ['News', 'Winter'].map((name) => make('tags', { name }));
    const post = make('posts', { title: 'One' });
    bench.ask('PATCH', `/wp/v2/posts/${post}`, { tags: [news, winter] });
    bench.ask('PATCH', `/wp/v2/posts/${post}`, { tags: [news] });
    const { entries } = of('post', post);
    expect(changes(entries).slice(0, 2)).toEqual([
      [['post_tag', 'Winter', null]],
      [['post_tag', null, 'News, Winter']],
    ]);
    expect(of('post', post, { field: 'post_tag' }).total).toBe(2);
  });

  test('custom fields, and those of terms', () => {
    bench.ask('POST', '/polydesk/v1/content-model', {});
    const tag = make('tags', { name: 'News', description: 'Old' });
    bench.ask('PATCH', `/wp/v2/tags/${tag}`, { description: 'New' });
    expect(changes(of('term', tag).entries)[0]).toEqual([['description', 'Old', 'New']]);
    expect(of('term', tag, { field: 'description' }).total).toBe(2);
  });

  test('an undone change stays in it, with the undo', () => {
    const post = make('posts', { title: 'One' });
    bench.ask('PATCH', `/wp/v2/posts/${post}`, { title: 'Two' });
    const [change] = of('post', post).entries;
    bench.ask('POST', `/polydesk/v1/history/${change?.id ?? 0}/undo`, {});
    const { entries } = of('post', post);
    expect(changes(entries).slice(0, 2)).toEqual([[['title', 'Two', 'One']], [['title', 'One', 'Two']]]);
    expect(entries[1]?.undone_by).toBe(entries[0]?.id);
  });

  test('an import of many items is shown for the requested one', () => {
    importInto(bench.engine.site, { path: FIXTURE });
    bench.ask('PATCH', '/wp/v2/posts/4', { title: 'Edited' });
    const { entries } = of('post', 4);
    expect(entries.map(({ code }) => code)).toEqual(['post.changed', 'imported']);
    expect(changes(entries)[0]).toEqual([['title', 'Hello world', 'Edited']]);
    expect(changes(entries)[1]).toContainEqual(['title', null, 'Hello world']);
  });

  test.each([
    ['a field without an item', { field: 'title' }],
    ['a field of a setting', { kind: 'settings', id: 'force_lang', field: 'value' }],
    ['an item without a number', { kind: 'post', id: 'first' }],
  ])('%s is refused', (_name, query) => {
    const answer = bench.engine.dispatch({ method: 'GET', path: '/polydesk/v1/history', query }, bench.admin);
    expect(answer).toMatchObject({ status: 400, body: { code: 'rest_invalid_param' } });
  });

  test('the history of a setting holds no changes, as before', () => {
    bench.ask('POST', '/pll/v1/settings', { force_lang: 2 });
    expect(history({ kind: 'settings', id: 'force_lang' }).entries[0]).not.toHaveProperty('changes');
  });
});
