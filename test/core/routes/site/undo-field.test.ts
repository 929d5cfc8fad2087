// `POST /history/{id}/undo` of one field, or of one text of it.
import { beforeEach, describe, expect, test } from 'vitest';
import type { Dict, RestResponse } from '../../../../core/types.ts';
import { openContentBench, type ContentBench } from '../../../support/content-bench.ts';

let bench: ContentBench;
beforeEach(() => {
  bench = openContentBench(['en_US'], {
    contentModel: { post_meta: [{ key: 'color', type: 'string', single: true, object_types: ['post'] }] },
  });
  return () => bench.engine.close();
});

const must: ContentBench['must'] = (...request) => bench.must(...request);
const paragraph = (text: string) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;
const texts = (...all: string[]) => all.map(paragraph).join('\n\n');
const write = (path: string, body: Dict): number => Number(bench.ask('POST', path, body).headers['X-Polydesk-Entry']);
const undo = (entry: number, body: Dict): RestResponse => bench.ask('POST', `/polydesk/v1/history/${entry}/undo`, body);
const read = (path: string, field: string): unknown => {
  const { body } = bench.engine.dispatch({ method: 'GET', path, query: { context: 'edit' } }, bench.admin);
  const value = (body as Dict)[field];
  return (value as { raw?: string }).raw ?? value;
};

interface Case {
  name: string;
  kind: string;
  path: string;
  field: string;
  api: string;
  before: Dict;
  after: Dict;
}
const CASES: Case[] = [
  {
    name: 'a title',
    kind: 'post',
    path: 'posts',
    field: 'title',
    api: 'title',
    before: { title: 'Old' },
    after: { title: 'New', excerpt: 'E' },
  },
  {
    name: 'a slug',
    kind: 'post',
    path: 'posts',
    field: 'slug',
    api: 'slug',
    before: { title: 'A', slug: 'old' },
    after: { slug: 'new', title: 'B' },
  },
  {
    name: 'a status',
    kind: 'post',
    path: 'pages',
    field: 'status',
    api: 'status',
    before: { title: 'A', status: 'publish' },
    after: { status: 'draft', title: 'B' },
  },
  {
    name: 'a custom field',
    kind: 'post',
    path: 'posts',
    field: 'meta[color]',
    api: 'meta',
    before: { title: 'A', meta: { color: 'red' } },
    after: { meta: { color: 'blue' }, title: 'B' },
  },
  {
    name: 'the name of a term',
    kind: 'term',
    path: 'tags',
    field: 'name',
    api: 'name',
    before: { name: 'Old' },
    after: { name: 'New', description: 'D' },
  },
];

test.each(CASES)(
  '$name is taken back alone, and not once it is another',
  ({ kind, path, field, api, before, after }) => {
    const item = must('POST', `/wp/v2/${path}`, before)['id'] as number;
    const own = `/wp/v2/${path}/${item}`;
    const old = read(own, api);
    const entry = write(own, after);
    const answer = undo(entry, { kind, item, field });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(answer.body).toMatchObject({ code: 'field.undone', undoes: null, items: [{ id: item }] });
    expect(read(own, api)).toEqual(old);
    for (const name of Object.keys(after))
      if (name !== api) expect(read(own, name), 'the rest of the change stays').toBe(after[name]);
    const again = undo(entry, { kind, item, field });
    expect(again).toMatchObject({
      status: 409,
      body: { code: 'polydesk_conflict', data: { conflicts: [{ kind, id: item, field }] } },
    });
    // Control: forced or not, another text is not written over.
    expect(undo(entry, { kind, item, field, force: true }).status).toBe(409);
  },
);

describe('one text of a content', () => {
  const make = (content: string): number => must('POST', '/wp/v2/posts', { title: 'A', content })['id'] as number;
  const content = (item: number): unknown => read(`/wp/v2/posts/${item}`, 'content');

  test('goes back, others stay, also those that were changed since', () => {
    const item = make(texts('One <b>b</b>', 'Two', 'Three'));
    const entry = write(`/wp/v2/posts/${item}`, { content: texts('Uno <b>b</b>', 'Two', 'Tres') });
    write(`/wp/v2/posts/${item}`, { content: texts('Uno <b>b</b>', 'Changed', 'Tres') });
    expect(undo(entry, { kind: 'post', item, field: 'content', unit: 0 }).status).toBe(200);
    expect(content(item)).toBe(texts('One <b>b</b>', 'Changed', 'Tres'));
  });

  test('wherever it was moved', () => {
    const item = make(texts('One', 'Two'));
    const entry = write(`/wp/v2/posts/${item}`, { content: texts('One', 'Dos') });
    write(`/wp/v2/posts/${item}`, { content: texts('New', 'Dos', 'One') });
    expect(undo(entry, { kind: 'post', item, field: 'content', unit: 1 }).status).toBe(200);
    expect(content(item)).toBe(texts('New', 'Two', 'One'));
  });

  test('with another value by now is left alone', () => {
    const item = make(texts('One', 'Two'));
    const entry = write(`/wp/v2/posts/${item}`, { content: texts('One', 'Dos') });
    write(`/wp/v2/posts/${item}`, { content: texts('One', 'Deux') });
    const refused = undo(entry, { kind: 'post', item, field: 'content', unit: 1 });
    expect(refused).toMatchObject({ status: 409, body: { data: { conflicts: [{ now: 'Deux', then: 'Dos' }] } } });
    expect(content(item)).toBe(texts('One', 'Deux'));
  });

  test('the same words twice: the one that is meant', () => {
    const item = make(texts('One', 'Two'));
    const entry = write(`/wp/v2/posts/${item}`, { content: texts('Same', 'Same') });
    expect(undo(entry, { kind: 'post', item, field: 'content', unit: 1 }).status).toBe(200);
    expect(content(item)).toBe(texts('Same', 'Two'));
  });
});

test.each<[string, Dict, number]>([
  ['a field the change did not touch', { kind: 'post', field: 'excerpt' }, 410],
  ['a field that follows others', { kind: 'post', field: 'modified' }, 400],
  ['a name every object has', { kind: 'post', field: 'constructor' }, 400],
  ['no field', { kind: 'post' }, 400],
  ['a part of a title', { kind: 'post', field: 'title', unit: 0 }, 400],
  ['a part that is not there', { kind: 'post', field: 'content', unit: 9 }, 410],
  ['an item that is not there', { kind: 'post', item: 999_999, field: 'title' }, 410],
])('%s is refused', (_name, body, status) => {
  const item = must('POST', '/wp/v2/posts', { title: 'A', content: texts('One') })['id'] as number;
  const entry = write(`/wp/v2/posts/${item}`, { title: 'B', content: texts('Two') });
  expect(undo(entry, { item, ...body }).status).toBe(status);
  expect(read(`/wp/v2/posts/${item}`, 'title')).toBe('B');
});
