import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openBench, type Bench } from '../support/engine.ts';
import { FIXTURE, temporaryFolder } from './support.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

interface Line {
  key: string;
  type: string;
  title: string;
  outcome: string;
  fields: string[];
  changes: { field: string; mine: string; file: string }[];
}

function upload(bench: Bench, path: string, query = {}): number {
  const copy = join(folder.path, `upload-${crypto.randomUUID()}`);
  copyFileSync(path, copy);
  const answer = bench.engine.dispatch(
    {
      method: 'POST',
      path: '/polydesk/v1/imports',
      query,
      headers: { 'content-disposition': 'attachment; filename="site.xml"', 'content-type': 'application/xml' },
      file: { path: copy, name: 'site.xml', type: 'application/xml', size: 1 },
    },
    bench.admin,
  );
  return (answer.body as { job: number }).job;
}

const get = <T>(bench: Bench, path: string, query = {}): T =>
  bench.engine.dispatch({ method: 'GET', path, query }, bench.admin).body as T;
const lines = (bench: Bench, job: number, query = {}): Line[] =>
  get<Line[]>(bench, `/polydesk/v1/jobs/${job}/items`, { per_page: 200, ...query });
const titleOf = (bench: Bench, id: number): string =>
  get<{ title: { raw: string } }>(bench, `/wp/v2/posts/${id}`, { context: 'edit' }).title.raw;

/** A site with the fixture and its own export, altered by `change`; two posts of the site to work with. */
function exported(
  bench: Bench,
  change: (xml: string) => string,
): { path: string; posts: { id: number; title: string }[] } {
  upload(bench, FIXTURE);
  const posts = get<{ id: number; title: { raw: string } }[]>(bench, '/wp/v2/posts', { context: 'edit', lang: 'en' });
  const job = (bench.ask('POST', '/polydesk/v1/exports', { format: 'wxr' }).body as { job: number }).job;
  const { file } = bench.ask('GET', `/polydesk/v1/jobs/${job}/file`);
  const path = join(folder.path, `${crypto.randomUUID()}.xml`);
  writeFileSync(path, change(readFileSync(file?.path ?? '', 'utf8')));
  return { path, posts: posts.map(({ id, title }) => ({ id, title: title.raw })) };
}

test('into an empty site everything is new, in the order of the file, with what it holds', () => {
  const bench = openBench();
  const job = upload(bench, FIXTURE, { preview: '1' });
  const { report } = get<{ report: { review: { counts: Record<string, number>; languages: unknown[] } } }>(
    bench,
    `/polydesk/v1/jobs/${job}`,
  );
  const all = lines(bench, job);
  expect(report.review.counts).toMatchObject({
    new: all.filter(({ outcome }) => outcome === 'new').length,
    changed: 0,
    conflict: 0,
  });
  expect(report.review.languages).toContainEqual(expect.objectContaining({ code: 'fr', here: false }));
  const post = all.find(({ type }) => type === 'post');
  const detail = get<Line>(bench, `/polydesk/v1/jobs/${job}/items/${post?.key ?? ''}`);
  expect(detail.changes).toContainEqual({ field: 'title', mine: '', file: post?.title });
  bench.engine.close();
});

test('omitted items are not imported, and do not reappear', () => {
  const bench = openBench();
  const job = upload(bench, FIXTURE, { preview: '1' });
  const [post] = lines(bench, job, { type: 'post' });
  const [category] = lines(bench, job, { type: 'category' });
  const items = { [post?.key ?? '']: 'mine', [category?.key ?? '']: 'mine' };
  bench.ask('POST', `/polydesk/v1/jobs/${job}/apply`, { choices: { items } });
  const again = lines(bench, upload(bench, FIXTURE, { preview: '1' }), { outcomes: ['new'] });
  expect(again.map(({ key }) => key).sort()).toEqual([post?.key, category?.key].sort());
  bench.engine.close();
});

test('differences are shown field by field; one field may keep its local value', () => {
  const bench = openBench();
  const { path, posts } = exported(bench, (xml) => xml.replaceAll('2026-', '2027-'));
  const [first] = posts;
  expect(first).toBeDefined();
  bench.ask('PATCH', `/wp/v2/posts/${first?.id ?? 0}`, { title: 'Another title', excerpt: 'Another excerpt' });
  const job = upload(bench, path, { preview: '1' });
  const line = lines(bench, job, { search: first?.title ?? '' }).find(({ fields }) => fields.includes('title'));
  const detail = get<Line>(bench, `/polydesk/v1/jobs/${job}/items/${line?.key ?? ''}`);
  expect(detail.changes).toContainEqual({ field: 'title', mine: 'Another title', file: first?.title });
  bench.ask('POST', `/polydesk/v1/jobs/${job}/apply`, {
    choices: { existing: 'update', items: { [line?.key ?? '']: { mine: ['title'] } } },
  });
  expect(titleOf(bench, first?.id ?? 0)).toBe('Another title');
  const post = get<{ excerpt: { raw: string } }>(bench, `/wp/v2/posts/${first?.id ?? 0}`, { context: 'edit' });
  expect(post.excerpt.raw).not.toBe('Another excerpt');
  bench.engine.close();
});

test('an item changed here after the file was written is a conflict, and stays unless a choice is made', () => {
  const bench = openBench();
  const { path, posts } = exported(bench, (xml) => xml);
  const [first, second] = posts;
  for (const post of [first, second])
    bench.ask('PATCH', `/wp/v2/posts/${post?.id ?? 0}`, { title: `${post?.title ?? ''}!` });
  const job = upload(bench, path, { preview: '1' });
  const conflicts = lines(bench, job, { outcomes: ['conflict'] });
  expect(conflicts).toHaveLength(2);
  const chosen = conflicts.find(({ title }) => title === first?.title);
  bench.ask('POST', `/polydesk/v1/jobs/${job}/apply`, { choices: { items: { [chosen?.key ?? '']: 'file' } } });
  expect(titleOf(bench, first?.id ?? 0)).toBe(first?.title);
  expect(titleOf(bench, second?.id ?? 0)).toBe(`${second?.title ?? ''}!`);
  bench.engine.close();
});
