import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { checkInvariants } from '../../core/store/file/invariants.ts';
import { openBundle } from '../../core/transfer/bundle/files.ts';
import { writeArchive } from '../../core/transfer/bundle/tar.ts';
import { UNWATCHED } from '../../core/transfer/refusal.ts';
import type { TreeLine } from '../../core/transfer/tree/lines.ts';
import { planTreeFile } from '../../core/transfer/tree/run.ts';
import type { Bench } from '../support/engine.ts';
import { state } from '../fuzz/dump.ts';
import { bench } from './benches.ts';
import { writeBundle } from './bundles.ts';
import { FIXTURE, importInto, temporaryFolder } from './support.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

function filled(): Bench {
  const made = bench();
  importInto(made.engine.site, { path: FIXTURE });
  made.ask('POST', '/pll/v1/settings', { sync: ['sticky_posts'], hide_default: false });
  made.ask('POST', '/wp/v2/settings', { show_on_front: 'page', page_on_front: 24, timezone: 'Europe/Berlin' });
  return made;
}

function written(from: Bench, name: string): string {
  const path = join(folder.path, name);
  writeBundle(from.engine.site, path, {});
  return path;
}

/** All files of a folder, by their paths. */
function filesOf(path: string): Record<string, string> {
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(json|html)$/.test(name));
  return Object.fromEntries(names.sort().map((name) => [name, readFileSync(join(path, name), 'utf8')]));
}

test.each(['one', 'one.tar'])('%s: imported into an empty site and exported again, it is the same', (name) => {
  const first = filled();
  const one = written(first, name);
  const second = bench();
  importInto(second.engine.site, { path: one });
  expect(checkInvariants(second.engine.site.db)).toEqual([]);
  expect(filesOf(written(second, 'again'))).toEqual(filesOf(written(first, 'folder')));
  expect(second.ask('GET', '/pll/v1/settings').body).toMatchObject({ sync: ['sticky_posts'], hide_default: false });
  if (name.endsWith('.tar')) expect(readFileSync(written(second, 'again.tar'))).toEqual(readFileSync(one));
});

test('a site with the same keys and other ids becomes equal to the bundle', () => {
  const first = filled();
  const shuffled = bench();
  for (const title of ['A', 'B', 'C']) {
    const { id } = shuffled.ask('POST', '/wp/v2/posts', { title, status: 'publish' }).body as { id: number };
    shuffled.ask('DELETE', `/wp/v2/posts/${id}`, { force: true });
    shuffled.ask(
      'DELETE',
      `/wp/v2/tags/${(shuffled.ask('POST', '/wp/v2/tags', { name: title }).body as { id: number }).id}`,
      { force: true },
    );
  }
  importInto(shuffled.engine.site, { path: written(first, 'before') });
  // What somebody did meanwhile, here and there.
  first.ask('POST', '/wp/v2/posts/4', {
    title: 'Changed',
    content: 'Other\ntext',
    tags: [43],
    translations: { fr: 5 },
  });
  first.ask('POST', '/wp/v2/posts/12', { lang: 'fr' });
  first.ask('POST', '/wp/v2/categories/15', { name: 'Renamed', description: '' });
  const strays = shuffled.ask('GET', '/wp/v2/posts').body as { id: number; slug: string }[];
  for (const { id } of strays.slice(0, 3))
    shuffled.ask('POST', `/wp/v2/posts/${id}`, { title: 'Stray', translations: {} });
  const one = written(first, 'after');
  importInto(shuffled.engine.site, { path: one });
  expect(checkInvariants(shuffled.engine.site.db)).toEqual([]);
  const [here, there] = [filesOf(written(shuffled, 'shuffled')), filesOf(one)];
  // When a person changes an item the clock of the site is what it is.
  const timeless = (files: Record<string, string>): Record<string, string> =>
    Object.fromEntries(
      Object.entries(files).map(([name, text]) => [name, text.replace(/"modified(_gmt)?": "[^"]*"/g, '')]),
    );
  expect(timeless(here)).toEqual(timeless(there));
  const numbers = (of: Bench): number[] => (of.ask('GET', '/wp/v2/posts').body as { id: number }[]).map(({ id }) => id);
  expect(numbers(shuffled)).not.toEqual(numbers(first));
});

test('a preview counts the options, settings and comments of a bundle: as many as the import then writes', () => {
  const path = written(filled(), 'told');
  const empty = bench();
  const changed = bench();
  importInto(changed.engine.site, { path });
  changed.ask('POST', '/pll/v1/settings', { sync: [], hide_default: true });
  changed.ask('POST', '/wp/v2/settings', { timezone: 'UTC' });
  for (const [{ engine }, site, comments] of [
    [empty, { updated: 11 }, { created: 1, updated: 0 }],
    [changed, { updated: 3 }, { created: 0, updated: 0, skipped: 1 }],
  ] as const) {
    const preview = importInto(engine.site, { path, preview: true });
    expect(preview).toMatchObject({ site, comments });
    expect(importInto(engine.site, { path })).toEqual(preview);
  }
});

test('a bundle equal to the site changes nothing', () => {
  const site = filled();
  const one = written(site, 'same');
  const before = state(site.engine.site.db);
  importInto(site.engine.site, { path: one });
  expect(state(site.engine.site.db)).toBe(before);
});

test('when an item was changed counts for new items only: one that a bundle changes was changed now', () => {
  const site = filled();
  const one = written(site, 'times');
  const before = site.ask('GET', '/wp/v2/posts/5').body as Timed;
  const edit = (start: string, change: (text: string) => string): void => {
    const name = Object.keys(filesOf(one)).find((path) => path.includes(start) && path.endsWith('.json')) ?? '';
    writeFileSync(join(one, name), change(readFileSync(join(one, name), 'utf8')));
  };
  const old = (text: string): string =>
    text.replaceAll(/"modified(_gmt)?": "[^"]*"/g, '"modified$1": "2001-02-03T04:05:06"');
  edit('hello-world.en', (text) => old(text).replace('"title": "Hello world"', '"title": "Hello again"'));
  edit('bonjour-le-monde.fr', old);
  expect(importInto(site.engine.site, { path: one, preview: true }).posts).toMatchObject({ updated: 1 });
  importInto(site.engine.site, { path: one });
  expect(site.ask('GET', '/wp/v2/posts/5').body, 'the same but for its time').toEqual(before);
  const changed = site.ask('GET', '/wp/v2/posts/4').body as Timed;
  expect(changed).toMatchObject({ title: { rendered: 'Hello again' } });
  expect(Math.abs(Date.parse(`${changed.modified_gmt}Z`) - site.engine.site.now().getTime())).toBeLessThan(600_000);
  // Control: of a new item the file says it.
  const empty = bench();
  importInto(empty.engine.site, { path: one });
  const same = empty.engine.site.db.prepare("SELECT title FROM posts WHERE modified_gmt = '2001-02-03T04:05:06'").all();
  expect(same).toHaveLength(2);
});

interface Timed {
  modified_gmt: string;
}

test('writing over an older bundle removes deleted items and leaves foreign files', () => {
  const site = filled();
  const one = written(site, 'kept');
  mkdirSync(join(one, '.git'));
  writeFileSync(join(one, '.git/config'), 'x');
  writeFileSync(join(one, 'README.md'), 'y');
  const count = Object.keys(filesOf(one)).length;
  site.ask('DELETE', '/wp/v2/posts/4', { force: true });
  written(site, 'kept');
  expect(Object.keys(filesOf(one))).toHaveLength(count - 2);
  expect(readFileSync(join(one, '.git/config'), 'utf8')).toBe('x');
  expect(readFileSync(join(one, 'README.md'), 'utf8')).toBe('y');
});

test('no secret is in a bundle', () => {
  const site = filled();
  site.secrets.set('id-1', 'top-secret');
  const text = Object.values(filesOf(written(site, 'secrets'))).join('\n');
  expect(text).not.toContain('api_key');
});

test.each<[name: string, files: { path: string; text: string }[], reason: string]>([
  ['no mark', [{ path: 'site.json', text: '{}' }], 'not_bundle'],
  ['a newer version', [{ path: 'polydesk.json', text: '{"format":"polydesk-bundle","version":3}' }], 'version'],
  ['no JSON', [{ path: 'polydesk.json', text: '{' }], 'broken_json'],
  ['a list for a map', [{ path: 'polydesk.json', text: '[]' }], 'broken_bundle'],
  ['a way out', [{ path: '../../etc/x.json', text: '{}' }], 'archive_path'],
  ['a file of more than 8 MiB', [{ path: 'polydesk.json', text: 'a'.repeat(8 * 2 ** 20 + 1) }], 'giant_text'],
  ['an absolute path', [{ path: '/etc/x.json', text: '{}' }], 'archive_path'],
])('an archive with %s is refused', (_name, files, reason) => {
  const path = join(folder.path, `${reason}.tar`);
  writeArchive(
    path,
    files.map(({ path: name, text }) => ({ path: name, data: Buffer.from(text) })),
    () => undefined,
  );
  expect(() => importInto(bench().engine.site, { path })).toThrow(expect.objectContaining({ reason }));
});

test('links in a folder are not followed', () => {
  const one = written(filled(), 'links');
  symlinkSync('/etc/hostname', join(one, 'posts/post/x.json'));
  expect(openBundle(one).paths).not.toContain('posts/post/x.json');
  expect(() => importInto(bench().engine.site, { path: one })).toThrow('posts/post/x.json: It is not a file');
});

test.each([
  ['pages', 'posts', 'title', 'p'],
  ['categories', 'terms', 'name', 't'],
] as const)('%s: what a person keeps of a file makes no circle of parents', (rest, place, field, sign) => {
  const one = bench();
  const { site } = one.engine;
  const make = (name: string, parent = 0): number =>
    (one.ask('POST', `/wp/v2/${rest}`, { [field]: name, parent, status: 'publish' }).body as { id: number }).id;
  const above = make('Above');
  const below = make('Below', above);
  const path = written(one, `circle-${rest}`);
  // Here it is the other way round.
  one.ask('POST', `/wp/v2/${rest}/${below}`, { parent: 0 });
  one.ask('POST', `/wp/v2/${rest}/${above}`, { parent: below });
  const parentOf = (id: number): number => (one.ask('GET', `/wp/v2/${rest}/${id}`).body as { parent: number }).parent;
  const names = Object.keys(filesOf(path)).filter((name) => name.startsWith(`${place}/`) && name.endsWith('.json'));
  const key = `${sign}${names.findIndex((name) => filesOf(path)[name]?.includes('Above')) + 1}`;
  for (const choice of ['mine', { mine: ['parent'] }] as const) {
    const report = importInto(site, { path, choices: { items: { [key]: choice } } });
    expect(checkInvariants(site.db)).toEqual([]);
    expect([parentOf(above), parentOf(below)]).toEqual([below, 0]);
    expect(report[place].warnings.map(({ code }) => code)).toContain('parent_circle');
  }
  importInto(site, { path });
  expect([parentOf(above), parentOf(below)]).toEqual([0, above]);
});

test('a term below one of another taxonomy is refused', () => {
  const one = bench();
  const parent = (one.ask('POST', '/wp/v2/categories', { name: 'Above' }).body as { id: number }).id;
  one.ask('POST', '/wp/v2/categories', { name: 'Below', parent });
  const path = written(one, 'other-taxonomy');
  const [[name, text] = ['', '']] = Object.entries(filesOf(path)).filter(([, json]) => json.includes('"Above"'));
  mkdirSync(join(path, 'terms/shelf'));
  rmSync(join(path, name));
  writeFileSync(join(path, 'terms/shelf/above.json'), text.replace('"category"', '"shelf"'));
  const { site } = bench().engine;
  expect(() => importInto(site, { path })).toThrow(
    /^terms\/category\/below\.[0-9a-f]{8}\.json:7:3: This is not a term/,
  );
});

test('what was chosen, as a file and back again: translations, parents and the front page that are not in it stay', () => {
  const one = filled();
  const { site } = one.engine;
  const pages = one.engine.dispatch(
    { method: 'GET', path: '/wp/v2/pages', query: { per_page: '100', status: 'any' } },
    one.admin,
  ).body as { id: number; parent: number; translations: Record<string, number> }[];
  expect(pages.filter(({ parent }) => parent > 0).length).toBeGreaterThan(1);
  expect(pages.filter(({ translations }) => Object.keys(translations).length > 2).length).toBeGreaterThan(1);
  const before = JSON.stringify(state(site.db));
  for (const { id } of pages) {
    const path = join(folder.path, `chosen-${id}.tar`);
    writeBundle(site, path, { ids: [id] });
    importInto(site, { path });
    expect(JSON.stringify(state(site.db))).toBe(before);
  }
});

test("a folder with somebody else's files where those of a bundle lie is left as it is", () => {
  const path = join(folder.path, 'blog');
  mkdirSync(join(path, 'posts'), { recursive: true });
  writeFileSync(join(path, 'posts/first.html'), 'mine');
  const one = filled();
  expect(() => writeBundle(one.engine.site, path, {})).toThrow('Nothing was written');
  expect(filesOf(path)).toEqual({ 'posts/first.html': 'mine' });
  // Where there are only others, they stay beside it.
  mkdirSync(join(folder.path, 'notes'));
  writeFileSync(join(folder.path, 'notes/readme.json'), '{}');
  written(one, 'notes');
  expect(filesOf(written(one, 'notes'))).toMatchObject({ 'readme.json': '{}' });
});

test('a bundle of version 1 is imported as it always was', () => {
  const { engine, ask } = bench();
  importInto(engine.site, { path: join(import.meta.dirname, '../fixtures/bundle-1.tar') });
  expect(checkInvariants(engine.site.db)).toEqual([]);
  const pages = ask('GET', '/wp/v2/pages').body as { slug: string; translations: object }[];
  expect(pages.map(({ slug }) => slug)).toContain('contact');
  expect(pages.filter(({ translations }) => Object.keys(translations).length === 3)).not.toEqual([]);
});

test('readable names and slugs; the name of an item stays, and equal content is not rewritten', () => {
  const site = filled();
  site.ask('POST', '/pll/v1/settings', { sync: [] });
  const path = written(site, 'names');
  const before = filesOf(path);
  const [arabic = ''] = Object.keys(before).filter((name) =>
    /^terms\/category\/ثقافة\.ar\.[0-9a-f]{8}\.json$/.test(name),
  );
  expect(before[arabic]).toContain('"slug": "ثقافة"');
  site.ask('POST', '/wp/v2/posts/4', { title: 'Another title', content: 'Another text' });
  site.ask('POST', '/wp/v2/posts/5', { content: '' });
  written(site, 'names');
  const after = filesOf(path);
  const touched = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => before[name] !== after[name],
  );
  expect(touched).toHaveLength(4);
  const json = touched.filter((name) => name.endsWith('.json') && after[name]?.includes('"Another title"'));
  const modified = (text = ''): string => /"modified": "([^"]*)"/.exec(text)?.[1] ?? '';
  expect(json).toHaveLength(1);
  expect(json[0]).not.toContain('another');
  expect(modified(after[json[0] ?? ''])).toBe(modified(before[json[0] ?? '']));
  expect(touched.filter((name) => after[name] === undefined)).toEqual([expect.stringMatching(/\.fr\..*\.html$/)]);
});

test('files of media are in it, and come back where they are missing', () => {
  const one = bench();
  const png = readFileSync(join(import.meta.dirname, '../../build/resources/languages.png'));
  const { engine, admin } = one;
  const upload = join(folder.path, 'upload.png');
  writeFileSync(upload, png);
  const made = engine.dispatch(
    {
      ...{
        method: 'POST',
        path: '/wp/v2/media',
        headers: { 'content-disposition': 'attachment; filename="näme.png"' },
      },
      file: { path: upload, name: 'näme.png', type: 'image/png', size: png.length },
    },
    admin,
  );
  expect(made.status).toBe(201);
  const file = (made.body as { media_details: { file: string } }).media_details.file;
  const path = join(folder.path, 'with-media');
  writeBundle(engine.site, path, { media: true });
  expect(readFileSync(join(path, 'media', file)).equals(png)).toBe(true);
  const two = bench().engine.site;
  importInto(two, { path });
  expect(readFileSync(two.files.find(file)?.path ?? '').equals(png)).toBe(true);
  const plan = (): TreeLine[] => planTreeFile(engine.site, { path, prune: false }, { control: UNWATCHED }).lines;
  expect(plan()).toEqual([]);
  writeFileSync(join(path, 'media', file), 'another picture');
  expect(plan).toThrow('The site has another file of this name');
});
