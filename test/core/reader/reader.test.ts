import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { GUEST } from '../../../core/domain/access/capabilities.ts';
import { transact } from '../../../core/domain/history/history.ts';
import { insertPost } from '../../../core/store/content/posts.ts';
import type { Caller, RestRequest, RestResponse } from '../../../core/types.ts';
import { openBench, type Bench } from '../../support/engine.ts';

const POSTS = 400;
let folder = '';
let bench: Bench;

/** Every read of more than a few rows is slow. */
function open(longestRead = 0): Bench {
  return openBench({ file: join(folder, 'site.polydesk'), longestRead });
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'polydesk-reader-'));
  bench = open();
  const { site } = bench.engine;
  const write = (at: number): number =>
    insertPost(site.db, 'post', {
      title: `Post ${at}`,
      content: at % 3 === 0 ? 'holds qz' : 'holds nothing',
      status: at % 7 === 0 ? 'draft' : 'publish',
      date: `2026-01-01T00:00:${String(at % 60).padStart(2, '0')}`,
      date_gmt: '2026-01-01T00:00:00',
      modified: '2026-01-01T00:00:00',
      modified_gmt: '2026-01-01T00:00:00',
    });
  transact(site, bench.admin, () => ({
    value: Array.from({ length: POSTS }, (_, at) => write(at)),
    keep: true,
  }));
});

afterEach(() => {
  bench.engine.close();
  rmSync(folder, { recursive: true, force: true });
});

const get = (path: string, query: RestRequest['query'] = {}): RestRequest => ({ method: 'GET', path, query });

/** The answer, which must be one that came late. */
async function late(request: RestRequest, caller: Caller = bench.admin): Promise<RestResponse> {
  const answer = bench.engine.ask(request, caller);
  expect(answer).toBeInstanceOf(Promise);
  return answer;
}

const slow: [name: string, request: RestRequest][] = [
  ['a search of two letters', get('/wp/v2/posts', { search: 'qz' })],
  ['a search by relevance', get('/wp/v2/posts', { search: 'holds', orderby: 'relevance', page: '3' })],
  ['a search of everything', get('/wp/v2/search', { search: 'holds' })],
  ['a page far behind', get('/wp/v2/posts', { page: '30', status: 'any' })],
  ['an order without an index', get('/wp/v2/posts', { orderby: 'parent', status: 'any', _envelope: '1' })],
  ['a whole field', get('/wp/v2/posts', { search: 'holds nothing', search_semantics: 'exact' })],
  ['no such page', get('/wp/v2/posts', { page: '900', search: 'nothing' })],
];

test.each(slow)('%s is answered in the thread as it would be here', async (_name, request) => {
  const answer = await late(request);
  const { lasting: _lasting, ...here } = bench.engine.dispatch(request, bench.admin);
  expect(answer).toEqual(here);
});

test('a change of many rows is shown by the other thread too', async () => {
  const [entry] = bench.ask('GET', '/polydesk/v1/history').body as { id: number; item_count: number }[];
  expect(entry?.item_count).toBe(POSTS);
  const request = get(`/polydesk/v1/history/${entry?.id ?? 0}`);
  const answer = await late(request);
  expect(answer.body).toEqual(bench.engine.dispatch(request, bench.admin).body);
  expect((answer.body as { changes: unknown[] }).changes.length).toBeGreaterThan(POSTS);
});

test('a guest sees the same in the thread as here', async () => {
  const request = get('/wp/v2/posts', { search: 'holds', context: 'view' });
  const { lasting: _lasting, ...here } = bench.engine.dispatch(request, GUEST);
  expect(await late(request, GUEST)).toEqual(here);
  expect((await late(get('/wp/v2/posts', { search: 'qz', per_page: '5' }), GUEST)).headers['Allow']).toBe('GET');
});

test('earlier writes are visible in the thread: an item, a language, another name of the server', async () => {
  const search = get('/wp/v2/posts', { search: 'qz' });
  const before = Number((await late(search)).headers['X-WP-Total']);
  bench.ask('POST', '/pll/v1/languages', { locale: 'fr_FR' });
  bench.ask('POST', '/wp/v2/posts', { title: 'New qz', status: 'publish', lang: 'fr' });
  bench.engine.site.serverUrl = 'http://127.0.0.1:24181';
  const after = await late(search);
  expect(Number(after.headers['X-WP-Total'])).toBe(before + 1);
  const [first] = after.body as { title: { rendered: string }; lang: string; _links: { self: { href: string }[] } }[];
  expect(first?.title.rendered).toBe('New qz');
  expect(first?.lang).toBe('fr');
  expect(first?._links.self[0]?.href).toContain('24181');
});

test('a fast read is answered immediately, and so is every read with enough time', () => {
  expect(bench.engine.ask(get('/pll/v1/settings'), bench.admin)).not.toBeInstanceOf(Promise);
  expect(bench.engine.ask(get('/wp/v2/posts'), bench.admin)).not.toBeInstanceOf(Promise);
  bench.engine.close();
  bench = open(60_000);
  expect(bench.engine.ask(get('/wp/v2/posts', { search: 'qz' }), bench.admin)).not.toBeInstanceOf(Promise);
});

test('several are answered one after another, and a write goes on meanwhile', async () => {
  const asked = slow.map(([, request]) => late(request));
  const written = bench.ask('POST', '/wp/v2/posts', { title: 'Meanwhile', status: 'publish' });
  expect(written.status).toBe(201);
  const statuses = (await Promise.all(asked)).map(({ status }) => status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 400]);
});

test('an answer of the thread is one snapshot, whatever is written meanwhile', async () => {
  const { site } = bench.engine;
  const write = (text: string, ...values: (string | number)[]): void =>
    void transact(site, bench.admin, () => ({
      value: site.db.prepare(text).run(values),
      keep: true,
    }));
  write(`UPDATE posts SET content = content || ?`, ' long'.repeat(4000));
  const search = get('/wp/v2/search', { search: 'qz', per_page: '1' });
  const first = await late(search);
  const [{ id }] = first.body as [{ id: number }];
  // Posts and pages are looked for one after the other: what moves from one to the other is found once, and only once.
  const seen = new Set<string | undefined>();
  for (let n = 0; n < 40; n++) {
    const answer = late(search);
    await sleep(n / 2);
    write(`UPDATE posts SET type = CASE type WHEN 'post' THEN 'page' ELSE 'post' END WHERE id = ?`, id);
    seen.add((await answer).headers['X-WP-Total']);
  }
  expect([...seen]).toEqual([first.headers['X-WP-Total']]);
});

test('of very many groups some are worked out at a time, and whoever asks waits until all are', async () => {
  const codes = ['fr_FR', 'en_US'].map((locale) => bench.ask('POST', '/pll/v1/languages', { locale }).body);
  const [fr, en] = (codes as { slug: string }[]).map(({ slug }) => slug);
  const { db } = bench.engine.site;
  const posts = bench.ask('GET', '/wp/v2/posts').body as { id: number }[];
  for (const { id } of posts) bench.ask('POST', `/wp/v2/posts/${id}`, { lang: fr });
  transact(bench.engine.site, bench.admin, () => {
    db.exec(`INSERT INTO groups (id, kind, type) SELECT 10000 + id, 'post', 'post' FROM posts WHERE language_id IS NULL;
      INSERT INTO item_languages (kind, item_id, type, language_id, group_id, pos)
      SELECT 'post', id, 'post', (SELECT id FROM terms WHERE slug = '${en}'), 10000 + id, 1 FROM posts WHERE language_id IS NULL`);
    return { value: undefined, keep: true };
  });
  const left = (): number => Number(db.prepare('SELECT count(*) FROM matrix_queue').pluck().get());
  const before = left();
  expect(before).toBeGreaterThan(300);
  const answers = ['/polydesk/v1/coverage', '/polydesk/v1/groups'].map((path) => late(get(path)));
  const after = left();
  expect(after).toBeGreaterThan(0);
  expect(after).toBeLessThan(before);
  const [coverage, groups] = await Promise.all(answers);
  expect(left()).toBe(0);
  expect(coverage?.body).toEqual(bench.ask('GET', '/polydesk/v1/coverage').body);
  expect(groups?.headers['X-WP-Total']).toBe(String(POSTS));
});

test('after a change of the default language the matrix follows in batches, and a single item immediately, also in a write', async () => {
  const codes = ['en_US', 'fr_FR'].map((locale) => bench.ask('POST', '/pll/v1/languages', { locale }).body);
  const [en, fr] = (codes as { slug: string }[]).map(({ slug }) => slug);
  const { db } = bench.engine.site;
  // Pairs of an English and a French post, whose source is the English one.
  transact(bench.engine.site, bench.admin, () => {
    const first = Number(db.prepare('SELECT min(id) FROM posts').pluck().get());
    db.exec(`INSERT INTO groups (id, kind, type) SELECT 10000 + id, 'post', 'post' FROM posts WHERE (id - ${first}) % 2 = 0;
      INSERT INTO item_languages (kind, item_id, type, language_id, group_id, pos)
      SELECT 'post', id, 'post', (SELECT id FROM terms WHERE taxonomy = 'language' AND slug = iif((posts.id - ${first}) % 2 = 0, '${en}', '${fr}')),
        10000 + id - (id - ${first}) % 2, 1 + (id - ${first}) % 2 FROM posts`);
    return { value: undefined, keep: true };
  });
  const rows = (): { source: number; items: Record<string, { id: number; state: string }> }[] =>
    bench.ask('GET', '/polydesk/v1/groups', {}).body as ReturnType<typeof rows>;
  const sourceOf = (row: ReturnType<typeof rows>[number] | undefined): string | undefined =>
    Object.entries(row?.items ?? {}).find(([, { state }]) => state === 'source')?.[0];
  expect(new Set(rows().map(sourceOf))).toEqual(new Set([en]));
  const last = rows().reduce((most, row) => Math.max(most, row.source), 0);
  bench.ask('POST', '/pll/v1/settings', { default_lang: fr });
  const isBehind = (): boolean => db.prepare('SELECT count(*) FROM matrix_sweep').pluck().get() === 1;
  expect(isBehind()).toBe(true);
  const coverage = late(get('/polydesk/v1/coverage'));
  const one = bench.engine.dispatch(get(`/polydesk/v1/staleness/post/${last}`), bench.admin).body;
  expect(one).toMatchObject({ state: 'translated', source: { lang: fr } });
  const chosen = bench.ask('PATCH', `/polydesk/v1/groups/${(one as { group: number }).group}`, { source: last });
  expect(sourceOf(chosen.body as ReturnType<typeof rows>[number])).toBe(en);
  expect(isBehind()).toBe(true);
  const [posts] = (await coverage).body as { languages: Record<string, unknown> }[];
  expect(isBehind()).toBe(false);
  expect(posts?.languages[fr ?? '']).toMatchObject({ source: POSTS / 2 - 1 });
  expect(posts?.languages[en ?? '']).toMatchObject({ source: 1 });
  expect(
    rows()
      .map(sourceOf)
      .filter((lang) => lang === en).length,
  ).toBeLessThan(2);
});

test('closing a site during a read releases its file', async () => {
  const asked = late(get('/wp/v2/posts', { search: 'qz' }));
  const ended = expect(asked).rejects.toThrow();
  bench.engine.close();
  await ended;
  bench = open();
  expect((await late(get('/wp/v2/posts', { search: 'qz' }))).status).toBe(200);
});

test('a close waits for the question that is being read, not for all that are queued', async () => {
  const { site } = bench.engine;
  transact(site, bench.admin, () => ({
    value: site.db.prepare('UPDATE posts SET content = content || ?').run(' long'.repeat(4000)),
    keep: true,
  }));
  const search = get('/wp/v2/search', { search: 'qz' });
  await late(search);
  const worked = async (work: () => unknown): Promise<number> => {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  const one = await worked(() => late(search));
  const asked = Array.from({ length: 60 }, () => late(search));
  const ended = Promise.allSettled(asked);
  // Of all processor time of this process, that of its threads too.
  const closing = await worked(() => bench.engine.close());
  expect((await ended).some(({ status }) => status === 'rejected')).toBe(true);
  expect(closing).toBeLessThan(20 * one);
  bench = open();
});
