import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { GUEST } from '../../../../../core/domain/access/capabilities.ts';
import type { Caller, Dict } from '../../../../../core/types.ts';
import { bodyOf, openBench, type Bench } from '../../../../support/engine.ts';

/** Rights of limited roles on their own items (`content.md` 1.3, 2.5). */
let bench: Bench;
beforeEach(() => {
  bench = openBench();
});
afterEach(() => {
  bench.engine.close();
});

function answer(method: string, path: string, body: Dict, caller: Caller): [number, unknown] {
  const { status, body: said } = bench.ask(method, path, body, caller);
  return [status, (said as Dict)['code']];
}

/** The id of an uploaded file, with these fields. */
function media(query: Dict): number {
  const folder = mkdtempSync(join(tmpdir(), 'polydesk-own-'));
  try {
    const [path, name] = [join(folder, 'upload'), 'a.gif'];
    writeFileSync(path, Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;', 'latin1'));
    const file = { path, name, type: 'image/gif', size: 14 };
    const headers = { 'content-type': 'image/gif', 'content-disposition': `attachment; filename="${name}"` };
    const request = { method: 'POST', path: '/wp/v2/media', query, headers, file };
    return Number(bodyOf(bench.engine.dispatch(request, bench.admin))['id']);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test.each([
  ['draft', [200, undefined]],
  ['pending', [200, undefined]],
  ['publish', [403, 'rest_cannot_edit']],
  ['future', [403, 'rest_cannot_edit']],
  ['private', [403, 'rest_cannot_edit']],
])('whoever may not publish changes an item of his own that is %s: %j', (status, expected) => {
  const writer = bench.as('contributor');
  const { id } = bodyOf(bench.ask('POST', '/wp/v2/posts', { title: 'Mine' }, writer));
  const path = `/wp/v2/posts/${String(id)}`;
  bench.ask('POST', path, { status, ...(status === 'future' && { date: '2099-01-01T00:00:00' }) });
  expect(bodyOf(bench.ask('GET', path))['status']).toBe(status);
  expect(answer('POST', path, { title: 'Other' }, writer)).toEqual(expected);
});

test.each([['POST', { author: 1 }, 'rest_cannot_edit_others']])(
  'an author does not give an item to another: %s %j',
  (method, fields, code) => {
    const author = bench.as('author');
    expect(answer(method, '/wp/v2/posts', { title: 'New', ...fields }, author)).toEqual([403, code]);
    const { id } = bodyOf(bench.ask('POST', '/wp/v2/posts', { title: 'Mine' }, author));
    expect(answer(method, `/wp/v2/posts/${String(id)}`, fields, author)).toEqual([403, code]);
  },
);

test('a file belongs to whoever may upload: its owner without that right does not change it', () => {
  const [author, contributor] = [bench.as('author'), bench.as('contributor')];
  for (const [owner, expected] of [
    [author, [200, undefined]],
    [contributor, [403, 'rest_cannot_edit']],
  ] as const) {
    const id = media({ author: owner.userId });
    expect(answer('POST', `/wp/v2/media/${id}`, { title: 'Other' }, owner)).toEqual(expected);
  }
});

test('a file is accessible to users who may read the item it is attached to', () => {
  const { id } = bodyOf(bench.ask('POST', '/wp/v2/posts', { title: 'Not yet', status: 'draft' }));
  const path = `/wp/v2/media/${media({ post: id })}`;
  const statusFor = (caller: Caller): number => bench.ask('GET', path, undefined, caller).status;
  expect([GUEST, bench.as('editor')].map(statusFor)).toEqual([401, 200]);
  bench.ask('POST', `/wp/v2/posts/${String(id)}`, { status: 'publish' });
  expect(statusFor(GUEST)).toBe(200);
});

// Found by test/fuzz/shapes.test.ts: it was a fault of the server.
test('a signed-in user whose creation is undone writes items without an author', () => {
  const bench = openBench();
  const author = bench.as('author');
  const [entry] = bench.ask('GET', '/polydesk/v1/history').body as { id: number }[];
  expect(bench.ask('POST', `/polydesk/v1/history/${entry?.id}/undo`, {}).status).toBe(200);
  const made = bench.ask('POST', '/wp/v2/posts', { title: 'Left behind' }, author);
  bench.engine.close();
  expect([made.status, (made.body as { author: number }).author]).toEqual([201, 0]);
});
