// Text that a user may not read is not revealed by search totals or by file addresses.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { GUEST } from '../../../../core/domain/access/capabilities.ts';
import { fileAt } from '../../../../core/server/http/files.ts';
import type { Caller, Dict } from '../../../../core/types.ts';
import { bodyOf, openBench, type Bench } from '../../../support/engine.ts';

let bench: Bench;
beforeEach(() => {
  bench = openBench();
  onTestFinished(() => bench.engine.close());
});

const create = (fields: Dict, caller = bench.admin): number => {
  const made = bench.ask('POST', '/wp/v2/posts', { status: 'draft', title: 'Something', ...fields }, caller);
  expect(made.status).toBe(201);
  return Number(bodyOf(made)['id']);
};

/** What a list says it found: its status, total and items. */
function found(query: Dict, caller: Caller, path = '/wp/v2/posts'): [unknown, number] {
  const { headers, body } = bench.engine.dispatch({ method: 'GET', path, query }, caller);
  return [headers['X-WP-Total'], (body as unknown[]).length];
}

/** An uploaded file: its number and the path of its address. */
function upload(query: Dict = {}): { id: number; path: string } {
  const folder = mkdtempSync(join(tmpdir(), 'polydesk-hidden-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'upload');
  writeFileSync(path, Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;', 'latin1'));
  const headers = { 'content-type': 'image/gif', 'content-disposition': 'attachment; filename="secret-plan.gif"' };
  const file = { path, name: 'secret-plan.gif', type: 'image/gif', size: 14 };
  const request = { method: 'POST', path: '/wp/v2/media', query, headers, file };
  const { id, source_url } = bodyOf(bench.engine.dispatch(request, bench.admin));
  return { id: Number(id), path: new URL(String(source_url)).pathname };
}

describe('the totals of a search', () => {
  const HIDDEN = ['private', 'draft', 'pending', 'future', 'any'];
  const SEARCHES: Dict[] = [{}, { search_semantics: 'exact', search_columns: 'post_title' }, { orderby: 'relevance' }];

  test.each(HIDDEN.flatMap((status) => SEARCHES.map((how) => [status, how] as const)))(
    'of what is %s, %j: a contributor finds own items, an editor all',
    (status, how) => {
      const own = status === 'any' ? 'private' : status;
      const date = own === 'future' ? { date: '2099-01-01T00:00:00' } : {};
      const contributor = bench.as('contributor');
      create({ title: 'Xylophone', status: own, ...date });
      const query = { status, search: 'xylophone', ...how };
      expect(found(query, contributor)).toEqual(['0', 0]);
      // Control: it is found by whoever may read it.
      expect(found(query, bench.as('editor'))).toEqual(['1', 1]);
      create({ title: 'Xylophone', status: own, ...date, author: contributor.userId });
      expect(found(query, contributor)).toEqual(['1', 1]);
    },
  );

  test.each(['/wp/v2/posts', '/wp/v2/search'])('%s reveals nothing that is hidden by a password', (path) => {
    const author = bench.as('author');
    create({ content: 'xylophone', password: 'pw', status: 'publish' });
    create({ content: 'xylophone', password: 'pw', status: 'publish' }, author);
    const query = { search: 'xylophone' };
    expect(found(query, GUEST, path)).toEqual(['0', 0]);
    expect(found(query, bench.as('subscriber'), path)).toEqual(['0', 0]);
    expect(found(query, author, path)).toEqual(['1', 1]);
    expect(found(query, bench.as('editor'), path)).toEqual(['2', 2]);
  });

  test('media of a draft are found by whoever may read the draft', () => {
    const draft = create({});
    upload({ post: draft, title: 'Xylophone' });
    upload({ title: 'Xylophone alone' });
    const query = { search: 'xylophone' };
    expect(found(query, GUEST, '/wp/v2/media')).toEqual(['1', 1]);
    expect(found(query, bench.as('editor'), '/wp/v2/media')).toEqual(['2', 2]);
    bench.ask('POST', `/wp/v2/posts/${draft}`, { status: 'publish' });
    expect(found(query, GUEST, '/wp/v2/media')).toEqual(['2', 2]);
  });
});

describe('the address of a public page below a private one', () => {
  const page = (fields: Dict): number =>
    Number(bodyOf(bench.ask('POST', '/wp/v2/pages', { status: 'publish', ...fields }))['id']);
  const answer = (id: number, caller: Caller): string => {
    const { headers, body } = bench.ask('GET', `/wp/v2/pages/${id}`, undefined, caller);
    return JSON.stringify([headers, body]);
  };

  test('names its parents only to users who may read them', () => {
    const top = page({ title: 'Top', slug: 'secret-top', status: 'private' });
    const middle = page({ title: 'Middle', slug: 'middle', parent: top });
    const child = page({ title: 'Child', slug: 'child', parent: middle });
    for (const caller of [GUEST, bench.as('subscriber'), bench.as('author')]) {
      const told = answer(child, caller);
      expect(told).not.toContain('secret-top');
      expect(told).toContain(`?page_id=${child}`);
    }
    expect(answer(child, bench.as('editor'))).toContain('/secret-top/middle/child/');
    bench.ask('POST', `/wp/v2/pages/${top}`, { status: 'publish' });
    expect(answer(child, GUEST)).toContain('/secret-top/middle/child/');
  });
});

describe('the address of a file', () => {
  const seen = (path: string, caller: Caller): boolean =>
    fileAt(bench.engine.site, caller, { method: 'GET', path }) !== undefined;

  test('of a draft is there for whoever may read the draft', () => {
    const author = bench.as('author');
    const draft = create({}, author);
    const { path } = upload({ post: draft });
    const callers = [GUEST, bench.as('subscriber'), author, bench.as('editor')];
    expect(callers.map((caller) => seen(path, caller))).toEqual([false, false, true, true]);
    bench.ask('POST', `/wp/v2/posts/${draft}`, { status: 'publish' });
    expect(seen(path, GUEST)).toBe(true);
  });

  test('of no item at all is there for everybody, of a private record not', () => {
    const { id, path } = upload();
    expect(seen(path, GUEST)).toBe(true);
    expect(bench.ask('POST', `/wp/v2/media/${id}`, { status: 'private' }).status).toBe(200);
    expect(seen(path, GUEST)).toBe(false);
  });

  test.each([
    ['is the image of', (file: { id: number }) => ({ featured_media: file.id })],
    ['stands in', (file: { path: string }) => ({ content: `<img src="http://x.test${file.path}">` })],
  ])('of a draft is there for everybody once it %s a published item', (_, fieldsOf) => {
    const file = upload({ post: create({}) });
    const other = create(fieldsOf(file));
    expect(seen(file.path, GUEST)).toBe(false);
    bench.ask('POST', `/wp/v2/posts/${other}`, { status: 'publish' });
    expect(seen(file.path, GUEST)).toBe(true);
  });
});
