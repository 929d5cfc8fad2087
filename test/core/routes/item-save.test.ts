// `PATCH polydesk/v1/items/{kind}/{id}`: how the interface saves (`contract/extras.md`).
import { beforeEach, expect, test } from 'vitest';
import type { Dict, RestResponse } from '../../../core/types.ts';
import { hashValue } from '../../../core/units/hash.ts';
import { textHash } from '../../../core/units/states/hash.ts';
import { openContentBench, type ContentBench } from '../../support/content-bench.ts';

let bench: ContentBench;
beforeEach(() => {
  bench = openContentBench(['en_US', 'fr_FR'], {
    contentModel: { post_meta: [{ key: 'color', type: 'string', single: true, object_types: ['post'] }] },
  });
  return () => bench.engine.close();
});

const must: ContentBench['must'] = (...request) => bench.must(...request);
const make = (path: string, body: Dict): number => must('POST', path, body)['id'] as number;
const save = (at: string, body: Dict, caller = bench.admin): RestResponse =>
  bench.engine.dispatch({ method: 'PATCH', path: `/polydesk/v1/items/${at}`, query: {}, body }, caller);
const raw = (value: unknown): unknown => (value as { raw?: string } | undefined)?.raw ?? value;

interface Kind {
  name: string;
  kind: 'post' | 'term';
  path: string;
  made: Dict;
  field: string;
}

const KINDS: Kind[] = [
  { name: 'a post', kind: 'post', path: '/wp/v2/posts', made: { title: 'One', content: 'A' }, field: 'title' },
  { name: 'a page', kind: 'post', path: '/wp/v2/pages', made: { title: 'One', content: 'A' }, field: 'content' },
  { name: 'a category', kind: 'term', path: '/wp/v2/categories', made: { name: 'One' }, field: 'name' },
  { name: 'a tag', kind: 'term', path: '/wp/v2/tags', made: { name: 'One' }, field: 'description' },
];

test.each(KINDS)('$name is saved over what was read, and not over what came since', ({ kind, path, made, field }) => {
  const id = make(path, { ...made, lang: 'en' });
  const read = (): unknown => {
    const request = { method: 'GET', path: `${path}/${id}`, query: { context: 'edit' } };
    return raw((bench.engine.dispatch(request, bench.admin).body as Dict)[field]);
  };
  const base = { [field]: hashValue(read()) };
  const saved = save(`${kind}/${id}`, { fields: { [field]: 'Mine' }, base });
  expect(saved.status).toBe(200);
  expect(raw((saved.body as Dict)[field])).toBe('Mine');
  // The same base once more: by now the field says something else.
  const refused = save(`${kind}/${id}`, { fields: { [field]: 'Late' }, base });
  expect(refused.status).toBe(409);
  expect(refused.body).toMatchObject({
    code: 'polydesk_conflict',
    data: { conflicts: [{ kind, id, field, now: 'Mine' }], total: 1 },
  });
  expect(read()).toBe('Mine');
  // Control: who says nothing of what was read writes over it, as wp/v2 does.
  expect(save(`${kind}/${id}`, { fields: { [field]: 'Late' } }).status).toBe(200);
  expect(read()).toBe('Late');
});

test('only fields that are sent are compared, and an equal value is not a conflict', () => {
  const id = make('/wp/v2/posts', { title: 'One', content: 'A', lang: 'en' });
  const base = { title: hashValue('One'), content: hashValue('A'), status: hashValue('draft') };
  must('POST', `/wp/v2/posts/${id}`, { title: 'Two' });
  expect(save(`post/${id}`, { fields: { content: 'B' }, base }).status).toBe(200);
  expect(save(`post/${id}`, { fields: { title: { raw: 'Two' }, content: 'B' }, base }).status).toBe(200);
  const both = save(`post/${id}`, { fields: { title: 'Three', content: 'C', status: 'publish' }, base });
  expect((both.body as { data: { conflicts: unknown[] } }).data.conflicts).toEqual([
    { kind: 'post', id, field: 'title', now: 'Two' },
    { kind: 'post', id, field: 'content', now: 'B' },
  ]);
  expect(must('GET', `/wp/v2/posts/${id}`)['status']).toBe('draft');
});

test('each key of meta is compared by itself', () => {
  const id = make('/wp/v2/posts', { title: 'One', lang: 'en', meta: { color: 'red' } });
  const base = { 'meta.color': hashValue('red') };
  expect(save(`post/${id}`, { fields: { meta: { color: 'blue' } }, base }).status).toBe(200);
  const late = save(`post/${id}`, { fields: { meta: { color: 'green' } }, base });
  expect(late.body).toMatchObject({ data: { conflicts: [{ field: 'meta.color', now: 'blue' }] } });
});

test('the draft goes in the same change, or is replaced by what stays of it; a refused save leaves it', () => {
  const id = make('/wp/v2/posts', { title: 'One', lang: 'en' });
  const draft = `/polydesk/v1/drafts/post/${id}`;
  must('PUT', draft, { fields: { title: 'Kept' } });
  expect(save(`post/${id}`, { fields: { title: 'Mine' }, base: { title: hashValue('Other') } }).status).toBe(409);
  expect(must('GET', draft)['fields']).toEqual({ title: 'Kept' });
  expect(save(`post/${id}`, { fields: { title: 'Mine' }, draft: { machine: ['title'] } }).status).toBe(200);
  expect(must('GET', draft)['fields']).toEqual({ machine: ['title'] });
  expect(save(`post/${id}`, { fields: { title: 'Mine too' } }).status).toBe(200);
  expect(bench.ask('GET', draft).status).toBe(404);
});

test('a save does not confirm a translation; that is a separate request', () => {
  const en = make('/wp/v2/posts', { lang: 'en', title: 'Night', status: 'publish' });
  const fr = make('/wp/v2/posts', { lang: 'fr', title: 'Nuit', status: 'publish', translations: { en } });
  const state = (): unknown => must('GET', `/polydesk/v1/staleness/post/${fr}`)['state'];
  must('POST', `/wp/v2/posts/${en}`, { title: 'Day' });
  expect(save(`post/${fr}`, { fields: { title: 'Jour' }, base: { title: hashValue('Nuit') } }).status).toBe(200);
  expect(state()).toBe('needs_update');
  expect(save(`post/${fr}`, { fields: { title: 'Le jour' }, confirm: true }).status).toBe(200);
  expect(state()).toBe('translated');
  must('POST', `/wp/v2/posts/${en}`, { title: 'Dawn' });
  must('POST', `/wp/v2/posts/${fr}`, { title: 'Aube' });
  expect(state()).toBe('needs_update');
  // What was edited is said of the texts, and nothing else is right by it.
  must('POST', `/wp/v2/posts/${en}`, { title: 'Morning', excerpt: 'Bright' });
  const title = { source: textHash('Morning'), target: textHash('Matin'), word: 'edited' };
  expect(save(`post/${fr}`, { fields: { title: 'Matin' }, marks: [title] }).status).toBe(200);
  expect(state()).toBe('needs_update');
  const excerpt = { source: textHash('Bright'), target: '', word: 'omitted' };
  expect(save(`post/${fr}`, { marks: [excerpt] }).headers).toHaveProperty('X-Polydesk-Entry');
  expect(state()).toBe('translated');
  expect(save(`post/${fr}`, { marks: [{ ...title, source: 'no hash' }] }).status).toBe(400);
  must('POST', `/wp/v2/posts/${en}`, { title: 'Dusk' });
  save(`post/${fr}`, { fields: {}, confirm: true });
  expect(state()).toBe('translated');
  expect(bench.ask('GET', '/polydesk/v1/history').body).toMatchObject(
    expect.arrayContaining([expect.objectContaining({ code: 'translation.confirmed' })]),
  );
});

test.each([
  ['a status that does not exist', { status: 'nonsense' }, 400],
  ['a title of the wrong type', { title: [] }, 400],
  ['an emptied item', { title: '', content: '', excerpt: '' }, 400],
])('%s is refused as a write to wp/v2 is', (_name, fields, status) => {
  const id = make('/wp/v2/posts', { title: 'One', lang: 'en' });
  const own = bench.ask('POST', `/wp/v2/posts/${id}`, fields);
  const ours = save(`post/${id}`, { fields });
  expect(own.status).toBe(status);
  expect(ours.body).toEqual(own.body);
});

test.each(['editor', 'author', 'contributor', 'subscriber'] as const)('%s may save what they may write', (role) => {
  const caller = bench.as(role);
  const id = make('/wp/v2/posts', { title: 'One', lang: 'en', status: 'publish' });
  const own = bench.ask('POST', `/wp/v2/posts/${id}`, { title: 'Two' }, caller);
  const ours = save(`post/${id}`, { fields: { title: 'Two' } }, caller);
  expect([ours.status, (ours.body as Dict)['code']]).toEqual([own.status, (own.body as Dict)['code']]);
});

test('the history records the save once; an unknown item is 404, wrong hashes 400', () => {
  const id = make('/wp/v2/posts', { title: 'One', lang: 'en' });
  save(`post/${id}`, { fields: { title: 'Two' } });
  const [entry] = bench.ask('GET', '/polydesk/v1/history').body as Dict[];
  expect(entry).toMatchObject({ code: 'post.changed', params: { item: { id, title: 'Two' } } });
  expect(save('post/999999', { fields: {} }).status).toBe(404);
  expect(save(`post/${id}`, { fields: {}, base: { title: 'x' } }).status).toBe(400);
});
