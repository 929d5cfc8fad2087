import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { openBench, type Bench } from '../support/engine.ts';
import { importFile, type ImportInput } from '../../core/transfer/import.ts';
import { UNWATCHED } from '../../core/transfer/refusal.ts';
import { REPORT_KINDS, type Report } from '../../core/transfer/report.ts';
import type { ReviewSummary } from '../../core/transfer/review.ts';
import { FIXTURE, importInto, temporaryFolder } from './support.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());
const original = readFileSync(FIXTURE, 'utf8');

/** A file of the folder with expected output. */
const file = (xml: string): string => folder.file(`${crypto.randomUUID()}.xml`, xml);

/** The fixture with other titles, by the title they have. */
function retitled(titles: Readonly<Record<string, string>>, xml = original): string {
  return Object.entries(titles).reduce(
    (text, [from, to]) => text.replace(`<title><![CDATA[${from}]]>`, `<title><![CDATA[${to}]]>`),
    xml,
  );
}

function preview(bench: Bench, path: string, more: Partial<ImportInput> = {}): Report & { review: ReviewSummary } {
  const review = `${folder.path}/${crypto.randomUUID()}`;
  const merge = (): never => {
    throw new Error('A preview writes nothing');
  };
  const input = { path, preview: true, review, ...more };
  return importFile(bench.engine.site, input, { control: UNWATCHED, merge }) as Report & { review: ReviewSummary };
}

/** How many things of all kinds were written or would be. */
function written(report: Report): number {
  return REPORT_KINDS.reduce((sum, kind) => sum + report[kind].created + report[kind].updated, 0);
}

const entries = (bench: Bench): number =>
  (bench.ask('GET', '/polydesk/v1/history').body as { id: number }[]).at(0)?.id ?? 0;
const post = (bench: Bench, id: number): { title: { raw: string }; modified: string; featured_media: number } =>
  bench.ask('GET', `/wp/v2/posts/${id}`, { context: 'edit' }).body as ReturnType<typeof post>;

function imported(path = FIXTURE): Bench {
  const bench = openBench();
  importInto(bench.engine.site, { path });
  return bench;
}

describe('an export of the same site, imported again', () => {
  test('two titles edited: exactly two updates and no other difference; then there is nothing to do', () => {
    const bench = imported();
    const path = file(retitled({ 'Hello world': 'Hello, wide world', About: 'About us' }));
    const before = preview(bench, path);
    expect(before.review.counts).toMatchObject({ new: 0, changed: 2, conflict: 0, same: 54, skipped: 0, left: 0 });
    expect(written(before)).toBe(2);

    const report = importInto(bench.engine.site, { path });
    expect(report.posts).toMatchObject({ created: 0, updated: 2, skipped: 28, dropped: 0 });
    expect(written(report)).toBe(2);
    expect(post(bench, 4).title.raw).toBe('Hello, wide world');

    const latest = entries(bench);
    const third = preview(bench, path);
    expect(third.review.counts).toMatchObject({ new: 0, changed: 0, conflict: 0, same: 56, skipped: 0 });
    expect(written(third)).toBe(0);
    expect(written(importInto(bench.engine.site, { path }))).toBe(0);
    expect(entries(bench), 'what changes nothing leaves no entry').toBe(latest);
    bench.engine.close();
  });

  test('title, slug and date edited together: the item is recognised by the permanent name of its site', () => {
    const bench = imported();
    const xml = retitled({ 'Draft idea': 'Finished idea' })
      .replace('<wp:post_name><![CDATA[draft-idea]]>', '<wp:post_name><![CDATA[finished-idea]]>')
      .replace(/(<wp:post_id>15<[\s\S]*?<wp:post_date>)<!\[CDATA\[[^\]]*/, '$1<![CDATA[2026-11-25 08:00:00');
    const report = importInto(bench.engine.site, { path: file(xml) });
    expect(report.posts).toMatchObject({ created: 0, updated: 1 });
    bench.engine.close();
  });

  test('also where the first import had to give other numbers', () => {
    const bench = openBench();
    bench.ask('POST', '/wp/v2/posts', { title: 'Was here', status: 'publish' });
    importInto(bench.engine.site, { path: FIXTURE });
    const report = importInto(bench.engine.site, { path: file(retitled({ 'Hello world': 'Hello there' })) });
    expect(report.posts).toMatchObject({ created: 0, updated: 1 });
    bench.engine.close();
  });

  test('without permanent names, id and date identify it', () => {
    const bare = original.replace(/<guid[^>]*>[^<]*<\/guid>/g, '<guid></guid>');
    const bench = imported(file(bare));
    const report = importInto(bench.engine.site, { path: file(retitled({ 'Hello world': 'Hello there' }, bare)) });
    expect(report.posts).toMatchObject({ created: 0, updated: 1 });
    bench.engine.close();
  });

  test('another item with the same number is not taken for it', () => {
    const bench = imported();
    const other = original
      .replaceAll('multilingual.example', 'another.example')
      .replaceAll(/<wp:post_date>(<!\[CDATA\[)20/g, '<wp:post_date>$119')
      .replaceAll(/<wp:post_date_gmt>(<!\[CDATA\[)20/g, '<wp:post_date_gmt>$119');
    const report = importInto(bench.engine.site, { path: file(other) });
    expect(report.posts).toMatchObject({ created: 30, updated: 0 });
    expect(post(bench, 4).title.raw).toBe('Hello world');
    bench.engine.close();
  });

  test('an item created here with the next id is not taken for the next item of the other site', () => {
    const bench = imported();
    const own = bench.ask('POST', '/wp/v2/posts', { title: 'Written here' }).body as { id: number };
    const xml = original.replace('<wp:post_id>4</wp:post_id>', `<wp:post_id>${own.id}</wp:post_id>`);
    importInto(bench.engine.site, { path: file(retitled({ 'Hello world': 'Written there' }, xml)) });
    expect(post(bench, own.id).title.raw).toBe('Written here');
    bench.engine.close();
  });

  test('changed here after the file was written: a conflict; unasked it stays, and the report names it', () => {
    const bench = imported();
    bench.ask('PATCH', '/wp/v2/posts/4', { title: 'Edited here' });
    expect(preview(bench, FIXTURE).review.counts).toMatchObject({ conflict: 1, changed: 0 });
    const report = importInto(bench.engine.site, { path: FIXTURE });
    expect(report.posts).toMatchObject({ created: 0, updated: 0 });
    expect(report.posts.warnings.map(({ code }) => code)).toContain('changed_here');
    expect(post(bench, 4).title.raw).toBe('Edited here');
    importInto(bench.engine.site, { path: FIXTURE, choices: { existing: 'update' } });
    expect(post(bench, 4).title.raw).toBe('Hello world');
    bench.engine.close();
  });

  test('a choice of items takes no pictures and parents away', () => {
    const bench = imported();
    const withPicture = (
      bench.ask('GET', '/wp/v2/posts', { per_page: 100, lang: '' }).body as { id: number; featured_media: number }[]
    ).find((one) => one.featured_media > 0);
    expect(withPicture).toBeDefined();
    const posts = original.replaceAll(
      /<item>(?:(?!<\/item>)[\s\S])*<wp:post_type><!\[CDATA\[(?:attachment|page|manual)\]\]>[\s\S]*?<\/item>/g,
      '',
    );
    const { review } = preview(bench, file(posts));
    expect(review.counts).toMatchObject({ new: 0, changed: 0, conflict: 0, skipped: 0 });
    importInto(bench.engine.site, { path: file(posts) });
    expect(post(bench, withPicture?.id ?? 0).featured_media).toBe(withPicture?.featured_media);
    bench.engine.close();
  });

  test('a category that was renamed is the same category', () => {
    const bench = imported();
    const xml = original.replace('<wp:cat_name><![CDATA[News]]>', '<wp:cat_name><![CDATA[Latest news]]>');
    expect(xml).not.toBe(original);
    expect(importInto(bench.engine.site, { path: file(xml) }).terms).toMatchObject({ created: 0, updated: 1 });
    expect(written(importInto(bench.engine.site, { path: file(xml) }))).toBe(0);
    bench.engine.close();
  });
});
