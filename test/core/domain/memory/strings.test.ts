// Strings of the site in the memory: learned with every change of their lists, found like the texts of items.
import Database from 'better-sqlite3';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { transact } from '../../../../core/domain/history/history.ts';
import { closeSite, openSite } from '../../../../core/site.ts';
import { APPLICATION_ID } from '../../../../core/store/file/database.ts';
import { migrate } from '../../../../core/store/file/migrate.ts';
import { migrations } from '../../../../core/store/file/migrations/index.ts';
import { setPragmas } from '../../../../core/store/file/pragmas.ts';
import { queuedForMemory } from '../../../../core/store/memory/queue.ts';
import { seedSite } from '../../../../core/store/site/site.ts';
import { run, sql, type Sql, type WriteDb } from '../../../../core/store/sql.ts';
import { openContentBench, type ContentBench } from '../../../support/content-bench.ts';
import { FIXTURE, importInto } from '../../../transfer/support.ts';

let bench: ContentBench;
beforeEach(() => {
  bench = openContentBench(['en_US', 'fr_FR', 'de_DE']);
  bench.must('POST', '/wp/v2/settings', { title: 'Bikes & more', description: 'Rides in the hills' });
  return () => bench.engine.close();
});

const translate = (source: string, translations: Record<string, string>) =>
  bench.must('PATCH', '/polydesk/v1/strings', { source, translations });
const undo = () => {
  const { latest } = bench.must('GET', '/polydesk/v1/changes');
  bench.must('POST', `/polydesk/v1/history/${String(latest)}/undo`, {});
};
/** The best matches of a text, as scores and translations. */
const matches = (text: string, [from, to] = ['en', 'fr']) =>
  (
    bench.must('POST', '/polydesk/v1/memory/lookup', { from, to, text }) as unknown as {
      score: number;
      target: string;
    }[]
  ).map(({ score, target }) => [score, target]);
const search = (query: Record<string, string>) =>
  bench.engine.dispatch({ method: 'GET', path: '/polydesk/v1/memory/search', query }, bench.admin).body;

test('a translated string is found, between its translations too, until its translation is taken away', () => {
  translate('Rides in the hills', { fr: 'Balades en collines', de: 'Touren im Hügelland' });
  expect(matches('Rides in the hills')).toEqual([[100, 'Balades en collines']]);
  expect(matches('Balades en collines', ['fr', 'de'])).toEqual([[100, 'Touren im Hügelland']]);
  translate('Rides in the hills', { fr: '' });
  expect(matches('Rides in the hills')).toEqual([]);
  expect(matches('Rides in the hills', ['en', 'de'])).toEqual([[100, 'Touren im Hügelland']]);
  undo();
  expect(matches('Rides in the hills')).toEqual([[100, 'Balades en collines']]);
});

test('a search shows a string with its place, and by the type “strings” only these', () => {
  translate('Rides in the hills', { fr: 'Balades en collines', de: 'Touren im Hügelland' });
  const en = bench.must('POST', '/wp/v2/posts', { title: 'Rides to come', lang: 'en', status: 'publish' });
  const french = { title: 'Balades à venir', lang: 'fr', status: 'publish', translations: { en: en['id'] } };
  bench.must('POST', '/wp/v2/posts', french);
  expect(search({ q: 'rides', from: 'en', to: 'fr', in: 'source' })).toMatchObject({ total: 2 });
  const origin = {
    ...{ kind: 'site', type: 'strings', id: 0, title: 'Rides in the hills', quality: 'published' },
    ...{ at: '', field: 'string', what: '', place: 0 },
  };
  const found = [{ source: 'Rides in the hills', target: 'Balades en collines', in_source: [[0, 5]], origin }];
  expect(search({ q: 'rides', from: 'en', to: 'fr', type: 'strings' })).toMatchObject({ total: 1, pairs: found });
  expect(search({ q: 'rides', from: 'en', to: 'fr', type: 'post' })).toMatchObject({
    pairs: [{ origin: { kind: 'post', title: 'Balades à venir' } }],
  });
  // The string is named by its text in the default language, whatever is searched.
  expect(search({ q: 'balades', from: 'fr', to: 'de' })).toMatchObject({ pairs: [{ origin }] });
});

test.each([
  ['a title as it reads, whatever form its list has', 'Bikes & more', 'Vélos & plus', [[100, 'Vélos &amp; plus']]],
  ['not a format of dates', 'F j, Y', 'j F Y', []],
  ['not what still says the same', 'Rides in the hills', 'Rides in the hills', []],
])('%s', (_, source, fr, found) => {
  translate(source, { fr });
  expect(matches(source.replace('&', '&amp;'))).toEqual(found);
});

test('another tagline takes its matches along, another default language has none', () => {
  translate('Rides in the hills', { fr: 'Balades en collines' });
  bench.must('POST', '/wp/v2/settings', { description: 'Trips by the sea' });
  expect([matches('Rides in the hills'), matches('Trips by the sea')]).toEqual([[], [[100, 'Balades en collines']]]);
  bench.must('POST', '/pll/v1/settings', { default_lang: 'de' });
  expect(matches('Trips by the sea')).toEqual([]);
  expect(matches('Trips by the sea', ['de', 'fr'])).toEqual([[100, 'Balades en collines']]);
});

test('a title that is taken away and set again is found as it reads', () => {
  translate('Bikes & more', { fr: 'Vélos & plus' });
  for (const title of ['', 'Bikes & more']) {
    bench.must('POST', '/wp/v2/settings', { title });
    expect(matches('Bikes &amp; more').length, title).toBe(title === '' ? 0 : 1);
  }
});

/** Nothing in the program updates a row of meta in place; a repair or another program that does must be followed as well. */
const updateLists = (set: Sql) =>
  transact(bench.engine.site, bench.admin, () => {
    const key = '_pll_strings_translations';
    const { changes } = run(bench.engine.site.db, sql`UPDATE term_meta SET ${set} WHERE key IN (${key}, 'aside')`);
    expect(changes).toBe(1);
    return { keep: true, value: undefined };
  });

test('a list that is updated in place is learned again, also when it becomes one or is one no longer', () => {
  translate('Rides in the hills', { fr: 'Balades en collines' });
  expect(matches('Rides in the hills')).toEqual([[100, 'Balades en collines']]);
  updateLists(sql`value = replace(value, 'Balades', 'Voyages')`);
  expect(matches('Rides in the hills')).toEqual([[100, 'Voyages en collines']]);
  updateLists(sql`key = 'aside'`);
  expect(matches('Rides in the hills')).toEqual([]);
  updateLists(sql`key = '_pll_strings_translations'`);
  expect(matches('Rides in the hills')).toEqual([[100, 'Voyages en collines']]);
});

test('imported strings are found', () => {
  bench.engine.close();
  bench = openContentBench([]);
  importInto(bench.engine.site, { path: FIXTURE });
  expect(matches('A small site in three languages')).toEqual([[100, 'Un petit site en trois langues']]);
});

/** A file of the format before strings were learned, with a list of strings and a group that waits. */
function olderFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'polydesk-strings-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'a.polydesk');
  const db = new Database(file) as unknown as WriteDb;
  db.pragma(`application_id = ${APPLICATION_ID}`);
  setPragmas(db, 'file');
  migrate(db, migrations.slice(0, 28), () => undefined);
  seedSite(db, { version: '1.0.0', now: new Date(0) });
  db.exec(`INSERT INTO terms (id, uuid, taxonomy, name, slug) VALUES (10, 'u', 'language', 'English', 'en');
    INSERT INTO memory_queue (turn, kind, id) VALUES (7, 'group', 12), (9, 'entry', 3)`);
  db.close();
  return file;
}

test.each([
  ['with strings: these wait as well', true, [['strings', 0]]],
  ['without: nothing else waits', false, []],
])('a file of the format before keeps what waits to be learned; %s', (_, hasStrings, more) => {
  const file = olderFile();
  const older = new Database(file);
  if (hasStrings)
    older.exec(`INSERT INTO term_meta (term_id, key, value) VALUES (10, '_pll_strings_translations', 'a:0:{}')`);
  older.close();
  const site = openSite(file, { version: '1.0.0' });
  expect(queuedForMemory(site.db, 10).map(({ kind, id }) => [kind, id])).toEqual([
    ...more,
    ['entry', 3],
    ['group', 12],
  ]);
  closeSite(site);
});
