import { expect, onTestFinished, test } from 'vitest';
import { GUEST } from '../../../../core/domain/access/capabilities.ts';
import { transact } from '../../../../core/domain/history/history.ts';
import { setComments } from '../../../../core/store/transfer/import.ts';
import type { Caller, Dict } from '../../../../core/types.ts';
import { openBench, type Bench } from '../../../support/engine.ts';

interface Shown extends Dict {
  id: number;
  content: { rendered: string };
}

/** A comment as an export records it. */
const comment = (id: number, more: Record<string, string> = {}) => ({
  fields: Object.entries({
    comment_id: String(id),
    comment_author: 'Reader',
    comment_author_url: 'https://reader.example',
    comment_author_email: 'reader@secret.example',
    comment_author_IP: '192.0.2.1',
    comment_date: `2026-01-0${id} 12:00:00`,
    comment_date_gmt: `2026-01-0${id} 11:00:00`,
    comment_content: `Text ${id}`,
    comment_approved: '1',
    comment_type: 'comment',
    comment_parent: '0',
    ...more,
  }),
  meta: [],
});

function open(): Bench & { open: number; hidden: number; guarded: number } {
  const bench = openBench({ homeUrl: 'https://example.org' });
  onTestFinished(() => bench.engine.close());
  const post = (body: Dict): number => (bench.ask('POST', '/wp/v2/posts', { title: 'T', ...body }).body as Shown).id;
  const ids = {
    open: post({ status: 'publish' }),
    hidden: post({ status: 'private' }),
    guarded: post({ status: 'publish', password: 'x' }),
  };
  const { site } = bench.engine;
  const keep = (id: number, list: readonly unknown[]) => setComments(site.db, id, list);
  transact(site, bench.admin, () => {
    keep(ids.open, [
      comment(1),
      comment(2, { comment_parent: '1', comment_content: 'Ünlike <b>the</b> first<script>x</script>' }),
      comment(3, { comment_approved: '0' }),
      comment(4, { comment_approved: 'spam' }),
    ]);
    keep(ids.hidden, [comment(5)]);
    keep(ids.guarded, [comment(6)]);
    return { value: null, keep: true, summary: { code: 'text', params: { text: 'Prepared' } } };
  });
  return { ...bench, ...ids };
}

const ids = (bench: Bench, query: string, caller: Caller): number[] => {
  const [path = '', search = ''] = query.split('?');
  const request = { method: 'GET', path, query: Object.fromEntries(new URLSearchParams(search)) };
  return (bench.engine.dispatch(request, caller).body as Shown[]).map(({ id }) => id);
};

test.each([
  ['all, newest first', '', [2, 1]],
  ['oldest first', '?order=asc', [1, 2]],
  ['of an item', '?post=OPEN', [2, 1]],
  ['of an item that cannot be read', '?post=HIDDEN', []],
  ['of one with a password', '?post=GUARDED', []],
  ['answers to one', '?parent=1', [2]],
  ['by a word, whatever its accents', '?search=unlike', [2]],
  ['a page', '?per_page=1&page=2', [1]],
  ['behind the last', '?page=9', []],
])('a guest reads approved comments of items that can be read: %s', (_what, query, found) => {
  const bench = open();
  const path = query
    .replace('OPEN', String(bench.open))
    .replace('HIDDEN', String(bench.hidden))
    .replace('GUARDED', String(bench.guarded));
  expect(ids(bench, `/wp/v2/comments${path}`, GUEST)).toEqual(found);
});

test('users who may edit the item also read the other comments; control of the rule above', () => {
  const bench = open();
  expect(ids(bench, '/wp/v2/comments', bench.as('editor'))).toEqual([6, 5, 4, 3, 2, 1]);
  expect(ids(bench, '/wp/v2/comments', bench.as('author'))).toEqual([2, 1]);
});

test('the public shape: no address of mail or network, no script', () => {
  const bench = open();
  const { status, body } = bench.ask('GET', '/wp/v2/comments/2', undefined, GUEST);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    id: 2,
    post: bench.open,
    parent: 1,
    author: 0,
    author_name: 'Reader',
    author_url: 'https://reader.example',
    date: '2026-01-02T12:00:00',
    date_gmt: '2026-01-02T11:00:00',
    content: { rendered: '<p>Ünlike <b>the</b> firstx</p>\n' },
    link: expect.stringMatching(/^https:\/\/example\.org\/.*#comment-2$/) as string,
    status: 'approved',
    type: 'comment',
    meta: {},
  });
  expect(JSON.stringify(body)).not.toMatch(/secret\.example|192\.0\.2/);
});

test.each([
  ['GET', '/wp/v2/comments/99', 404, 'rest_comment_invalid_id'],
  ['GET', '/wp/v2/comments/3', 401, 'rest_cannot_read'],
  ['GET', '/wp/v2/comments/5', 401, 'rest_cannot_read'],
  ['POST', '/wp/v2/comments', 404, 'rest_no_route'],
  ['DELETE', '/wp/v2/comments/1', 404, 'rest_no_route'],
])('%s %s: %i %s', (method, path, status, code) => {
  const bench = open();
  expect(bench.ask(method, path, method === 'GET' ? undefined : {}, GUEST)).toMatchObject({ status, body: { code } });
});

test('they are embedded in their item, and changes of the item show immediately', () => {
  const bench = open();
  const embedded = () =>
    (
      bench.engine.dispatch({ method: 'GET', path: `/wp/v2/posts/${bench.open}`, query: { _embed: 'replies' } }, GUEST)
        .body as {
        _embedded?: { replies: Shown[][] };
      }
    )._embedded?.replies[0];
  expect(embedded()?.map(({ id }) => id)).toEqual([2, 1]);
  expect(ids(bench, '/wp/v2/comments', GUEST)).toEqual([2, 1]);
  bench.ask('POST', `/wp/v2/posts/${bench.open}`, { status: 'draft' });
  expect(ids(bench, '/wp/v2/comments', GUEST)).toEqual([]);
});
