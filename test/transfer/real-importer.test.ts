// What the official importer would lose is kept out of our files (live-wordpress.md 6): a plain model of that importer, as
// observed, creates everything of a random site.
import * as fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { emptyReport, type Warning } from '../../core/transfer/report.ts';
import type { PostRecord, TermRecord } from '../../core/transfer/records.ts';
import { UNWATCHED } from '../../core/transfer/refusal.ts';
import { notCarried } from '../../core/transfer/wxr/not-carried.ts';
import { readWxr } from '../../core/transfer/wxr/read.ts';
import { writeWxr } from '../../core/transfer/wxr/write.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openBench, type Bench } from '../support/engine.ts';
import { holds, TIME } from '../fuzz/seed.ts';
import { FIXTURE, importInto, temporaryFolder } from './support.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

const NOW = new Date('2026-11-23T12:00:00Z');

interface File {
  terms: TermRecord[];
  posts: PostRecord[];
  notes: Warning[];
  text: string;
}

function exported({ engine }: Bench): File {
  const path = join(folder.path, 'out.xml');
  const file: File = { terms: [], posts: [], notes: [], text: '' };
  writeWxr(engine.site, path, { uuids: true }, { ...UNWATCHED, note: (one) => file.notes.push(one) });
  file.text = readFileSync(path, 'utf8');
  const nothing = (): void => undefined;
  const sink = { site: nothing, user: nothing, language: nothing, group: nothing };
  readWxr(
    path,
    { ...sink, term: (one) => file.terms.push(one), post: (one) => file.posts.push(one) },
    { report: emptyReport(), control: UNWATCHED, now: NOW },
  );
  return file;
}

/** As its database compares: without case, accents and blanks at the end. */
const same = (text: string): string =>
  text.replaceAll('\u00a0', ' ').trimEnd().normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss');

/** Terms the importer does not make: one that is there has their slug, or is called so. */
function lostTerms(terms: readonly TermRecord[]): string[] {
  const made: TermRecord[] = [];
  return terms.flatMap((term) => {
    const isThere = made.some(
      (one) => one.taxonomy === term.taxonomy && (one.slug === term.slug || same(one.name) === same(term.slug)),
    );
    if (!isThere) made.push(term);
    return isThere ? term.slug : [];
  });
}

/** Items it does not make: one that is there has their type, second and title; without a title any will do. */
function lostItems(posts: readonly PostRecord[]): string[] {
  const made: PostRecord[] = [];
  return posts.flatMap((post) => {
    const isThere = made.some(
      (one) =>
        one.type === post.type && one.date === post.date && (post.title === '' || same(one.title) === same(post.title)),
    );
    if (!isThere) made.push(post);
    return isThere ? post.title : [];
  });
}

const NAMES = ['News', 'news', 'Actualités', 'actualites', 'Law', 'Recht', 'Straße', 'strasse', 'Open Water', '2024'];
const TITLES = ['Home', 'home', 'Hôme ', 'Accueil', '', 'العربية'];
const DATES = ['2026-01-01T10:00:00', '2026-01-01T09:59:59', '2026-01-01T09:59:58', '2027-03-01T00:00:00'];

const sites = fc.record({
  terms: fc.array(
    fc.record({
      name: fc.constantFrom(...NAMES),
      slug: fc.constantFrom('news', 'actualites', 'law', 'recht', 'strasse', 'open-water', '2024', 'other', 'x1', 'x2'),
      taxonomy: fc.constantFrom('categories', 'tags'),
      below: fc.nat(5),
    }),
    { maxLength: 12 },
  ),
  posts: fc.array(
    fc.record({
      title: fc.constantFrom(...TITLES),
      date: fc.constantFrom(...DATES),
      status: fc.constantFrom('publish', 'draft'),
      type: fc.constantFrom('posts', 'pages'),
    }),
    { maxLength: 14 },
  ),
});

test(
  'the importer makes every term and every item of a random site, or the export says which not',
  () =>
    holds(
      fc.property(sites, ({ terms, posts }) => {
        const bench = openBench({ now: () => NOW });
        try {
          const categories: number[] = [];
          for (const { below, taxonomy, ...term } of terms) {
            const parent = taxonomy === 'categories' ? (categories[below] ?? 0) : 0;
            const body = { ...term, ...(parent > 0 && { parent }) };
            const made = bench.ask('POST', `/wp/v2/${taxonomy}`, body).body as { id?: number };
            if (taxonomy === 'categories' && made.id !== undefined) categories.push(made.id);
          }
          // A title or a text: an item has one.
          for (const { type, ...post } of posts) bench.ask('POST', `/wp/v2/${type}`, { ...post, content: 'Text' });
          const file = exported(bench);
          const noted = file.notes.filter(({ code }) => code === 'export_name').map(({ params }) => params?.['slug']);
          expect(lostTerms(file.terms).filter((slug) => !noted.includes(slug))).toEqual([]);
          expect(lostItems(file.posts)).toEqual([]);
          // Each that was moved is named, and only where it had to be.
          const stored = bench.engine.site.db.prepare('SELECT id, date FROM posts').all() as {
            id: number;
            date: string;
          }[];
          const dates = new Map(stored.map((row) => [row.id, row.date]));
          const moved = file.posts.filter((one) => dates.get(one.source ?? 0) !== one.date);
          expect(file.notes.filter(({ code }) => code === 'export_date')).toHaveLength(moved.length);
          expect(moved.every((one) => one.date < (dates.get(one.source ?? 0) ?? ''))).toBe(true);
          const [, date = ''] = /<pubDate>(.*?)<\/pubDate>/.exec(file.text) ?? [];
          expect(Date.parse(date)).toBeLessThanOrEqual(NOW.getTime());
        } finally {
          bench.engine.close();
        }
      }),
      60,
    ),
  TIME,
);

test('control: in the order of their numbers and with their own dates, the same site loses terms and items', () => {
  const bench = openBench({ now: () => NOW });
  bench.ask('POST', '/wp/v2/categories', { name: 'Actualités', slug: 'nouvelles' });
  bench.ask('POST', '/wp/v2/categories', { name: 'Latest', slug: 'actualites' });
  for (const title of ['Home', 'Home', 'home', 'Other'])
    bench.ask('POST', '/wp/v2/pages', { title, date: '2026-01-01T10:00:00', status: 'publish' });
  const { terms, posts, notes } = exported(bench);
  expect(lostTerms(terms)).toEqual([]);
  expect(lostTerms(terms.toSorted((a, b) => (a.source ?? 0) - (b.source ?? 0)))).toEqual(['actualites']);
  expect(posts.map(({ date }) => date.slice(11))).toEqual(['10:00:00', '09:59:59', '09:59:58', '10:00:00']);
  expect(lostItems(posts.map((one) => ({ ...one, date: '' })))).toEqual(['Home', 'home']);
  expect(notes).toMatchObject([
    { code: 'export_date', params: { title: 'Home', from: '2026-01-01 10:00:00', to: '2026-01-01 09:59:59' } },
    { code: 'export_date', params: { title: 'home', to: '2026-01-01 09:59:58' } },
  ]);
  bench.engine.close();
});

test('problems no order can solve are reported: two terms with equal written names, a child named like its parent', () => {
  const bench = openBench({ now: () => NOW });
  bench.ask('POST', '/wp/v2/tags', { name: 'Recht', slug: 'law' });
  bench.ask('POST', '/wp/v2/tags', { name: 'Law', slug: 'recht' });
  const { body } = bench.ask('POST', '/wp/v2/categories', { name: 'News', slug: 'all' });
  bench.ask('POST', '/wp/v2/categories', { name: 'Latest', slug: 'news', parent: (body as { id: number }).id });
  const { notes, terms } = exported(bench);
  expect(lostTerms(terms)).toEqual(['recht']);
  expect(notes.map(({ code, params }) => [code, params?.['slug']])).toEqual([
    ['export_parent', 'news'],
    ['export_name', 'recht'],
  ]);
  bench.engine.close();
});

test('a draft has the address of its language and no date of publication, as the real site writes it', () => {
  const bench = openBench({ now: () => NOW });
  importInto(bench.engine.site, { path: FIXTURE });
  const { body } = bench.ask('POST', '/wp/v2/posts', { title: 'Brouillon', lang: 'fr' });
  const { id } = body as { id: number };
  const [, item = ''] = exported(bench).text.split('<title><![CDATA[Brouillon]]></title>');
  expect(item.trimStart()).toMatch(new RegExp(`^<link>https?://[^<]+/fr/\\?p=${id}</link>\\s*<pubDate></pubDate>`));
  bench.engine.close();
});

test('files that only this site has are named, with the place they have to be uploaded to', () => {
  const bench = openBench({ now: () => NOW });
  importInto(bench.engine.site, { path: FIXTURE });
  expect(exported(bench).notes.filter(({ code }) => code === 'export_media')).toEqual([]);
  const path = folder.file('a.png', PIXEL);
  const file = { path, name: 'a.png', type: 'image/png', size: PIXEL.length };
  const headers = { 'content-disposition': 'attachment; filename="a.png"' };
  bench.engine.dispatch({ method: 'POST', path: '/wp/v2/media', headers, file }, bench.admin);
  const { notes, posts } = exported(bench);
  const [note] = notes.filter(({ code }) => code === 'export_media');
  expect(note?.params).toMatchObject({ count: 1, address: expect.stringMatching(/\/wp-content\/uploads$/) });
  expect(posts.find(({ media }) => media?.file.endsWith('a.png'))?.media?.source_url).toBe(
    `${String(note?.params?.['address'])}/2026/11/a.png`,
  );
  bench.engine.close();
});

test('values that a file cannot hold are reported; secrets are not among them', () => {
  const bench = openBench({ now: () => NOW });
  importInto(bench.engine.site, { path: FIXTURE });
  bench.ask('POST', '/wp/v2/settings', { title: 'My site', description: 'Words', timezone: 'Europe/Paris' });
  bench.ask('POST', '/pll/v1/settings', { sync: ['post_date'], browser: true });
  const named = notCarried(bench.engine.site);
  const values = Object.fromEntries(named.map(({ name, value }) => [name, value]));
  expect(values).toMatchObject({
    title: 'My site',
    description: 'Words',
    timezone: 'Europe/Paris',
    date_format: 'F j, Y',
    hide_default: true,
    browser: true,
    sync: ['post_date'],
    custom_post_types: ['book', 'manual'],
  });
  expect(named.map(({ name }) => name).filter((name) => /machine|email|version|activation/.test(name))).toEqual([]);
  bench.engine.close();
});

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
