import Database from 'better-sqlite3';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { touchedOf } from '../../../core/store/sql.ts';
import type { Dict, RestResponse } from '../../../core/types.ts';
import { openBench, type Bench, type BenchOptions } from '../../support/engine.ts';
import { temporaryFolder } from './support.ts';

const LANGUAGES = '/pll/v1/languages';
const SETTINGS = '/pll/v1/settings';
const BOOKS: BenchOptions = {
  homeUrl: 'https://example.org',
  contentModel: {
    post_types: [{ name: 'book', supports: ['title'], taxonomies: [], hierarchical: false, has_archive: false }],
  },
};

type Item = { method?: string; path: string; body: Dict };

function open(options: BenchOptions = BOOKS): Bench & { en: number; fr: number } {
  const bench = openBench(options);
  onTestFinished(() => bench.engine.close());
  const add = (locale: string): number =>
    (bench.ask('POST', LANGUAGES, { locale }).body as { term_id: number }).term_id;
  const ids = { en: add('en_US'), fr: add('fr_FR') };
  const post = (path: string, body: Dict): RestResponse => bench.ask('POST', path, body);
  post(`/wp/v2/posts`, { title: 'Hello', status: 'publish', lang: 'fr' });
  return { ...bench, ...ids };
}

/** A write between two reads of site data: the second read must see it. */
const BETWEEN: [name: string, (ids: { en: number; fr: number }) => Item][] = [
  ['a mode of addresses', () => ({ path: SETTINGS, body: { force_lang: 2 } })],
  ['the default shown in addresses', () => ({ path: SETTINGS, body: { hide_default: false } })],
  [
    'a domain',
    () => ({ path: SETTINGS, body: { force_lang: 3, domains: { en: 'https://a.test', fr: 'https://b.test' } } }),
  ],
  ['the default language', () => ({ path: SETTINGS, body: { default_lang: 'fr' } })],
  ['a code', ({ en }) => ({ path: `${LANGUAGES}/${en}`, body: { slug: 'eng' } })],
  ['a language more', () => ({ path: LANGUAGES, body: { locale: 'de_DE' } })],
  ['a language less', ({ en }) => ({ method: 'DELETE', path: `${LANGUAGES}/${en}`, body: {} })],
  ['what is translated', () => ({ path: SETTINGS, body: { post_types: ['book'] } })],
  ['media', () => ({ path: SETTINGS, body: { media_support: true } })],
  ['a post', () => ({ path: '/wp/v2/posts', body: { title: 'New', status: 'publish', lang: 'fr' } })],
];

test.each(BETWEEN)('in a batch each request sees what those before it wrote: %s', (_name, between) => {
  const bench = open();
  const [first, , last] = batch(bench, between(bench));
  expect(first).toMatchObject({ name: 'Un' });
  expect(last).toEqual(bench.ask('GET', `${LANGUAGES}/${bench.fr}`).body);
  const settings = bench.ask('POST', SETTINGS, { language_taxonomies: ['x'] }).body;
  expect(settings).toEqual(bench.ask('GET', SETTINGS).body);
});

test('that test fails if writes are not counted', () => {
  const bench = open();
  stopCounting(bench);
  const change: Item = { path: SETTINGS, body: { default_lang: 'fr' } };
  const [, , last] = batch(bench, change);
  const [, , counted] = batch(open(), change);
  expect(last).not.toEqual(counted);
  expect([last, counted]).toMatchObject([{ is_default: false }, { is_default: true }]);
});

test('values stored by a rejected request of a batch are discarded with it', () => {
  const bench = open();
  const refused = { path: SETTINGS, body: { hide_default: false, force_lang: 2, domains: { xx: 'https://x.test' } } };
  const [, middle, last] = batch(bench, refused);
  expect(middle).toMatchObject({ code: expect.stringContaining('pll_') as string });
  expect(last).toEqual(bench.ask('GET', `${LANGUAGES}/${bench.fr}`).body);
  const settings = bench.ask('POST', SETTINGS, { language_taxonomies: ['x'] }).body;
  expect(settings).toMatchObject({ force_lang: 1, hide_default: true });
});

test('values stored by a preview are discarded with it', () => {
  const bench = open();
  bench.ask('POST', SETTINGS, { language_taxonomies: ['x'] });
  expect(bench.ask('POST', '/polydesk/v1/settings/impact', { force_lang: 2 }).status).toBe(200);
  expect(bench.ask('POST', SETTINGS, { language_taxonomies: ['y'] }).body).toMatchObject({ force_lang: 1 });
});

test('a write sees what was undone before it', () => {
  const bench = open();
  const entry = bench.ask('POST', SETTINGS, { force_lang: 2 }).headers['X-Polydesk-Entry'];
  expect(bench.ask('POST', `/polydesk/v1/history/${String(entry)}/undo`, {}).status).toBe(200);
  expect(bench.ask('POST', SETTINGS, { language_taxonomies: ['y'] }).body).toMatchObject({ force_lang: 1 });
});

test('a write sees what another connection wrote since the last', () => {
  const file = join(temporaryFolder(), 'site.polydesk');
  const bench = open({ ...BOOKS, file });
  bench.ask('POST', SETTINGS, { force_lang: 2 });
  const other = new Database(file);
  other.exec('PRAGMA foreign_keys = OFF');
  for (const { name } of other
    .prepare<[], { name: string }>("SELECT name FROM sqlite_schema WHERE type = 'trigger'")
    .all())
    if (name.startsWith('journal_of_settings')) other.exec(`DROP TRIGGER ${name}`);
  other.exec("UPDATE settings SET value = '3' WHERE name = 'force_lang'");
  other.close();
  const { body } = bench.ask('POST', SETTINGS, { language_taxonomies: ['x'] });
  expect(body).toMatchObject({ force_lang: 3, language_taxonomies: ['x'] });
});

/** A name, what stands between, another name: what each answered. */
function batch(bench: ReturnType<typeof open>, between: Item): unknown[] {
  const rename = (name: string): Item => ({ path: `${LANGUAGES}/${bench.fr}`, body: { name } });
  const requests = [rename('Un'), between, rename('Deux')];
  const { body } = bench.ask('POST', '/batch/v1', { requests });
  return (body as { responses: { body: unknown }[] }).responses.map((one) => one.body);
}

function stopCounting({ engine }: Bench): void {
  const still = { get: (): number => 0, set: (): void => undefined };
  Object.defineProperties(touchedOf(engine.site.db), { settings: still, rest: still });
}
