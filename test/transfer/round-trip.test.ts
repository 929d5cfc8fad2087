import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exportTo } from '../../core/transfer/kinds.ts';
import { emptyReport } from '../../core/transfer/report.ts';
import { UNWATCHED } from '../../core/transfer/refusal.ts';
import { readWxr } from '../../core/transfer/wxr/read.ts';
import { writeWxr } from '../../core/transfer/wxr/write.ts';
import type { Bench } from '../support/engine.ts';
import { bench } from './benches.ts';
import { FIXTURE, importInto, temporaryFolder } from './support.ts';

const folder = temporaryFolder();

interface Written {
  languages: { code: string; source: number | null; twin: number | null }[];
  terms: { taxonomy: string; slug: string; source: number | null; parent: string }[];
  groups: { kind: string; source: number | null; members: [string, number][] }[];
  posts: { source: number | null; lang: string; group: string }[];
}

function read(path: string): Written {
  const found: Written = { languages: [], terms: [], groups: [], posts: [] };
  const sink = {
    site: () => undefined,
    user: () => undefined,
    language: (one: Written['languages'][number]) => found.languages.push(one),
    term: (one: Written['terms'][number]) => found.terms.push(one),
    group: (one: Written['groups'][number]) => found.groups.push(one),
    post: (one: Written['posts'][number]) => found.posts.push(one),
  };
  readWxr(path, sink, { report: emptyReport(), control: UNWATCHED, now: new Date(0) });
  return found;
}

function exported(from: Bench, name: string, scope: Parameters<typeof writeWxr>[2] = { uuids: true }): string {
  const path = join(folder.path, name);
  writeWxr(from.engine.site, path, scope);
  return path;
}

test('an export, imported into an empty site and exported again, is the same file byte by byte', () => {
  const [first, second] = [bench(), bench()];
  importInto(first.engine.site, { path: FIXTURE });
  const one = exported(first, 'one.xml');
  const report = importInto(second.engine.site, { path: one });
  expect(Object.values(report).flatMap(({ dropped }) => dropped)).toEqual(Array(10).fill(0));
  expect(readFileSync(exported(second, 'two.xml'), 'utf8')).toBe(readFileSync(one, 'utf8'));
});

test('every item of the real export comes back out as it was', () => {
  const site = bench();
  importInto(site.engine.site, { path: FIXTURE });
  const before = read(FIXTURE);
  const after = read(exported(site, 'back.xml', { uuids: false }));
  const bySource = (list: Written['posts']) => [...list].sort((a, b) => (a.source ?? 0) - (b.source ?? 0));
  const comparable = (one: object): object => ({ ...one, line: 0, group: '', terms: [], meta: [] });
  expect(bySource(after.posts).map(comparable)).toEqual(bySource(before.posts).map(comparable));
});

test('what the real importer relies on: languages first, the default lowest, one group a term, none stale', () => {
  const site = bench();
  importInto(site.engine.site, { path: FIXTURE });
  site.ask('POST', '/pll/v1/settings', { default_lang: 'fr' });
  const file = read(exported(site, 'french.xml'));
  expect(file.languages.map(({ code, source, twin }) => [code, source, twin])).toEqual([
    ['fr', 2, 3],
    ['en', 5, 6],
    ['ar', 10, 11],
  ]);
  const ids = [
    ...file.languages.flatMap(({ source, twin }) => [source, twin]),
    ...file.terms.map(({ source }) => source),
  ];
  const all = [...ids, ...file.groups.map(({ source }) => source)];
  expect(new Set(all).size).toBe(all.length);
  const terms = file.groups.filter(({ kind }) => kind === 'term').flatMap(({ members }) => members.map(([, id]) => id));
  expect(new Set(terms).size).toBe(terms.length);
  // 22 terms of translated taxonomies; "topic" is not translated.
  expect(terms).toHaveLength(22);
  for (const { members } of file.groups.filter(({ kind }) => kind === 'post'))
    expect(members.length).toBeGreaterThan(1);
  const position = new Map(file.terms.map(({ taxonomy, slug }, at) => [`${taxonomy} ${slug}`, at]));
  for (const { taxonomy, slug, parent } of file.terms.filter((term) => term.parent !== ''))
    expect(position.get(`${taxonomy} ${parent}`)).toBeLessThan(position.get(`${taxonomy} ${slug}`) ?? 0);
});

test('the default language of the file is that of the site it is imported into', () => {
  const [first, second] = [bench(), bench()];
  importInto(first.engine.site, { path: FIXTURE });
  first.ask('POST', '/pll/v1/settings', { default_lang: 'fr' });
  importInto(second.engine.site, { path: exported(first, 'default.xml') });
  expect(second.ask('GET', '/pll/v1/settings').body).toMatchObject({ default_lang: 'fr' });
  expect(second.ask('GET', '/wp/v2/settings').body).toMatchObject({ default_category: 7 });
});

test('a choice holds its items, their images and the terms they carry, and no group with one member', () => {
  const site = bench();
  importInto(site.engine.site, { path: FIXTURE });
  const file = read(exported(site, 'books.xml', { uuids: true, types: ['book'], languages: [2] }));
  expect(file.posts.map(({ source }) => source)).toEqual([1, 30, 32]);
  expect(file.terms.map(({ slug }) => slug)).toEqual(['novel', 'sea', 'crime']);
  expect(file.groups.filter(({ kind }) => kind === 'post')).toEqual([]);
  expect(file.posts.map(({ group }) => group)).toEqual(['', '', '']);
});

test.each(['xml', 'tar'])('of one language alone, as %s: the default category is of the default language', (ending) => {
  const [first, second] = [bench(), bench()];
  importInto(first.engine.site, { path: FIXTURE });
  const { ask } = second;
  const path = join(folder.path, `french.${ending}`);
  const scope = { languages: ['fr'] };
  exportTo(first.engine.site, path, { format: ending === 'xml' ? 'wxr' : 'bundle', scope, uuids: true }, UNWATCHED);
  importInto(second.engine.site, { path });
  const found = ask('GET', '/polydesk/v1/check').body as { severity: string; text: string }[];
  expect(found.filter(({ severity }) => severity === 'error')).toEqual([]);
  const { default_category } = ask('GET', '/wp/v2/settings').body as { default_category: number };
  const { default_lang } = ask('GET', '/pll/v1/settings').body as { default_lang: string };
  expect(ask('GET', `/wp/v2/categories/${default_category}`).body).toMatchObject({ lang: default_lang });
});

test('an end of CDATA inside a text is split, and comes back whole', () => {
  const [first, second] = [bench(), bench()];
  const content = 'a ]]> b ]]]]> c ]]]]><![CDATA[> \u{1f600}';
  first.ask('POST', '/wp/v2/posts', { title: 'x]]>y', content, status: 'publish' });
  importInto(second.engine.site, { path: exported(first, 'cdata.xml') });
  expect(second.ask('GET', '/wp/v2/posts').body).toMatchObject([{ title: {}, slug: 'xy' }]);
  const edit = second.engine.dispatch(
    { method: 'GET', path: '/wp/v2/posts', query: { context: 'edit' } },
    second.admin,
  );
  expect(edit.body).toMatchObject([{ title: { raw: 'x]]>y' }, content: { raw: content } }]);
});
