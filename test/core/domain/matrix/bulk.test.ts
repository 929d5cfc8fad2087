import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { bulkTargets } from '../../../../core/domain/matrix/bulk-targets.ts';
import type { Job } from '../../../../core/schema/site/job.ts';
import type { Dict, RestResponse } from '../../../../core/types.ts';
import { fillWithPosts } from '../../../support/many-posts.ts';
import { bodyOf, openBench, type Bench, type BenchOptions } from '../../../support/engine.ts';

/** English, French and German; posts 1 (en), 2 (fr, linked to 1), 3 (en, alone), 4 (de, alone). */
function bench(options: BenchOptions = {}): { desk: Bench; posts: number[] } {
  const desk = openBench(options);
  onTestFinished(() => desk.engine.close());
  for (const locale of ['en_US', 'fr_FR', 'de_DE']) desk.ask('POST', '/pll/v1/languages', { locale });
  const make = (lang: string, translations = {}): number =>
    bodyOf(
      desk.ask('POST', '/wp/v2/posts', {
        title: `Post ${lang}`,
        content: 'Text',
        status: 'publish',
        lang,
        translations,
      }),
    )['id'] as number;
  const first = make('en');
  return { desk, posts: [first, make('fr', { en: first }), make('en'), make('de')] };
}

/** Runs a change to its end; the job. */
function bulk(desk: Bench, body: Dict): Job {
  const answer = desk.ask('POST', '/polydesk/v1/bulk', body);
  expect(answer.status).toBe(202);
  return desk.ask('GET', `/polydesk/v1/jobs/${String(bodyOf(answer)['job'])}`).body as Job;
}

const look = (desk: Bench, path: string, query: Dict): RestResponse =>
  desk.engine.dispatch({ method: 'GET', path, query }, desk.admin);
const post = (desk: Bench, id = 0): Dict => bodyOf(look(desk, `/wp/v2/posts/${id}`, { context: 'edit' }));
const statuses = (desk: Bench, posts: number[]): unknown[] => posts.map((id) => post(desk, id)['status']);
const latest = (desk: Bench): Dict => (desk.ask('GET', '/polydesk/v1/history').body as Dict[])[0] ?? {};

test('status by numbers: one entry, and undone as one', () => {
  const { desk, posts } = bench();
  const job = bulk(desk, { action: 'status', ids: [...posts, 999], status: 'draft' });
  expect(job).toMatchObject({ kind: 'bulk', state: 'done', done: 5, total: 5 });
  expect(job.report).toEqual({
    action: 'status',
    matched: 5,
    changed: 4,
    skipped: 1,
    reasons: [{ id: 999, text: 'No item has this number.' }],
  });
  expect(statuses(desk, posts)).toEqual(['draft', 'draft', 'draft', 'draft']);
  expect(latest(desk)).toMatchObject({ id: job.entry, summary: 'Gave 4 items the status draft', author: 'admin' });
  desk.ask('POST', `/polydesk/v1/history/${String(job.entry)}/undo`, {});
  expect(statuses(desk, posts)).toEqual(['publish', 'publish', 'publish', 'publish']);
});

const filters: [name: string, filter: Dict, changed: number[]][] = [
  ['all of a type', {}, [0, 1, 2, 3]],
  ['a language', { lang: 'en' }, [0, 2]],
  ['the sources', { state: 'source' }, [0, 2, 3]],
  ['a state in a language', { lang: 'fr', state: 'translated' }, [1]],
  ['a search', { search: 'post fr' }, [0, 1]],
];

test.each(filters)('trash by filter: %s', (_name, filter, changed) => {
  const { desk, posts } = bench();
  bulk(desk, { action: 'trash', filter });
  const wanted = posts.map((_, at) => (changed.includes(at) ? 'trash' : 'publish'));
  expect(statuses(desk, posts)).toEqual(wanted);
});

test('all that a filter finds is meant, however many they are', () => {
  const desk = openBench();
  onTestFinished(() => desk.engine.close());
  desk.ask('POST', '/pll/v1/languages', { locale: 'en_US' });
  fillWithPosts(desk, 10_001);
  const listed = look(desk, '/polydesk/v1/groups', { state: 'no_language', per_page: 1 });
  expect(listed.headers?.['X-WP-Total']).toBe('10001');
  const filter = { state: 'no_language' } as const;
  const targets = bulkTargets(desk.engine.site, { action: 'trash', kind: 'post', filter });
  expect(targets).toHaveLength(10_001);
});

test('sets a language; conflicting versions become groups of their own', () => {
  const { desk, posts } = bench();
  const [en = 0, fr = 0, other = 0] = posts;
  expect(bulk(desk, { action: 'language', ids: [en, other], lang: 'fr' }).report).toMatchObject({ changed: 2 });
  expect(post(desk, en)).toMatchObject({ lang: 'fr', translations: { fr: en } });
  expect(post(desk, fr)).toMatchObject({ lang: 'fr', translations: { fr } });
  expect(post(desk, other)).toMatchObject({ lang: 'fr' });
});

test('move-language takes all of a language along, but for groups that have the other', () => {
  const { desk, posts } = bench();
  const [en = 0, fr = 0, other = 0, de = 0] = posts;
  const { report } = bulk(desk, { action: 'move-language', filter: {}, from: 'en', lang: 'fr' });
  expect(report).toMatchObject({
    matched: 2,
    changed: 1,
    reasons: [{ id: en, text: `There is a version in the other language: ${fr}.` }],
  });
  expect([en, fr, other, de].map((id) => post(desk, id)['lang'])).toEqual(['en', 'fr', 'fr', 'de']);
  expect(post(desk, en)['translations']).toEqual({ en, fr });
});

test('duplicate makes drafts with the texts of the source, linked to it', () => {
  const { desk, posts } = bench();
  const [en = 0, fr = 0] = posts;
  const { report } = bulk(desk, { action: 'duplicate', filter: {}, lang: 'de' });
  expect(report).toMatchObject({ matched: 3, changed: 2, skipped: 1 });
  const { translations } = post(desk, en) as { translations: Record<string, number> };
  expect(translations).toEqual({ en, fr, de: expect.any(Number) as number });
  expect(post(desk, translations['de'])).toMatchObject({
    status: 'draft',
    title: { raw: 'Post en' },
    content: { raw: 'Text' },
  });
});

test('confirm: stale versions become up to date, the source and the rest are unchanged', () => {
  const { desk, posts } = bench();
  const [en = 0, fr = 0] = posts;
  desk.ask('POST', `/wp/v2/posts/${en}`, { content: 'Another text' });
  const state = (): unknown => bodyOf(desk.ask('GET', `/polydesk/v1/staleness/post/${fr}`))['state'];
  expect(state()).toBe('needs_update');
  expect(bulk(desk, { action: 'confirm', filter: {} }).report).toMatchObject({ matched: 1, changed: 1 });
  expect(state()).toBe('translated');
  expect(bulk(desk, { action: 'confirm', filter: {} })).toMatchObject({ report: { changed: 0 }, entry: null });
});

test('terms have languages too', () => {
  const { desk } = bench();
  const make = (name: string): number =>
    bodyOf(desk.ask('POST', '/wp/v2/tags', { name, description: 'About', lang: 'en' }))['id'] as number;
  const ids = [make('A'), make('B')];
  expect(bulk(desk, { action: 'duplicate', kind: 'term', ids, lang: 'fr' }).report).toMatchObject({ changed: 2 });
  expect(bulk(desk, { action: 'language', kind: 'term', ids, lang: 'de' }).report).toMatchObject({ changed: 2 });
  const term = bodyOf(desk.ask('GET', `/wp/v2/tags/${String(ids[0])}`));
  expect(term).toMatchObject({ lang: 'de', translations: { de: ids[0], fr: expect.any(Number) as number } });
});

const refused: [name: string, body: Dict][] = [
  ['neither numbers nor filter', { action: 'trash' }],
  ['both', { action: 'trash', ids: [1], filter: {} }],
  ['no status', { action: 'status', ids: [1] }],
  ['the trash as status', { action: 'status', ids: [1], status: 'trash' }],
  ['an unknown language', { action: 'language', ids: [1], lang: 'xx' }],
  ['no language to move from', { action: 'move-language', filter: {}, lang: 'fr' }],
  ['terms into the trash', { action: 'trash', kind: 'term', ids: [1] }],
  ['a type without languages', { action: 'trash', filter: { type: 'wp_block' } }],
  ['an unknown action', { action: 'explode', ids: [1] }],
];

test.each(refused)('400 for %s, and no job', (_name, body) => {
  const { desk } = bench();
  expect(desk.ask('POST', '/polydesk/v1/bulk', body).status).toBe(400);
  expect(desk.ask('GET', '/polydesk/v1/jobs').body).toEqual([]);
});

test('only administrators', () => {
  const { desk } = bench();
  const answer = desk.ask('POST', '/polydesk/v1/bulk', { action: 'trash', filter: {} }, desk.as('editor'));
  expect(answer.status).toBe(403);
});

test('more than a hundred items in a file: in the worker, after a backup', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'polydesk-bulk-'));
  const { desk } = bench({ file: join(folder, 'a.polydesk') });
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (let n = 0; n < 101; n++) desk.ask('POST', '/wp/v2/posts', { title: `More ${n}`, lang: 'en' });
  desk.ask('POST', '/polydesk/v1/bulk', { action: 'trash', filter: { lang: 'en' } });
  const job = (): Job => desk.ask('GET', '/polydesk/v1/jobs/1').body as Job;
  while (job().state === 'queued' || job().state === 'running') await wait(10);
  expect(job()).toMatchObject({ state: 'done', report: { changed: 103 } });
  expect(look(desk, '/wp/v2/posts', { status: 'draft' }).headers['X-WP-Total']).toBe('0');
  expect(readdirSync(join(folder, 'a.backups'))).toEqual([expect.stringContaining('before a bulk change')]);
});

test('translations are started in several languages in one change, with the texts of their sources; undone as one', () => {
  const { desk, posts } = bench();
  const [en = 0, fr = 0, other = 0] = posts;
  const job = bulk(desk, { action: 'translate', ids: [en, other], langs: ['fr', 'de'] });
  expect(job.report).toMatchObject({ matched: 4, changed: 3, skipped: 1 });
  const { translations } = post(desk, en) as { translations: Record<string, number> };
  expect(translations).toEqual({ en, fr, de: expect.any(Number) as number });
  const texts = { title: { raw: 'Post en' }, content: { raw: 'Text' } };
  expect(post(desk, translations['de'])).toMatchObject({ status: 'draft', ...texts });
  expect(latest(desk)).toMatchObject({ summary: 'Started 3 translations into French and German' });
  desk.ask('POST', `/polydesk/v1/history/${String(job.entry)}/undo`, {});
  expect(post(desk, en)).toMatchObject({ translations: { en, fr } });
});

test('all that has something to do, by what is missing: the sources are duplicated, the groups go to the trash', () => {
  const { desk, posts } = bench();
  const [en = 0, fr = 0, other = 0, de = 0] = posts;
  const filter = { state: 'missing', lang: 'fr' };
  expect(bulk(desk, { action: 'duplicate', filter, langs: ['fr'] }).report).toMatchObject({ changed: 2 });
  expect(post(desk, other)).toMatchObject({ translations: { fr: expect.any(Number) as number } });
  expect(bulk(desk, { action: 'trash', filter: { state: 'todo' }, from: 'de' }).report).toMatchObject({ changed: 1 });
  expect(statuses(desk, [en, fr, de])).toEqual(['publish', 'publish', 'trash']);
});
