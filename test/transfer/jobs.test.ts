import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { RestResponse } from '../../core/types.ts';
import { bodyOf, openBench, type Bench } from '../support/engine.ts';
import { FIXTURE, temporaryFolder } from './support.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

function upload(bench: Bench, path: string, query = {}, caller = bench.admin): RestResponse {
  const copy = join(folder.path, `upload-${crypto.randomUUID()}`);
  copyFileSync(path, copy);
  return bench.engine.dispatch(
    {
      method: 'POST',
      path: '/polydesk/v1/imports',
      query,
      headers: { 'content-disposition': 'attachment; filename="site.xml"', 'content-type': 'application/xml' },
      file: { path: copy, name: 'site.xml', type: 'application/xml', size: 1 },
    },
    caller,
  );
}

const jobOf = (bench: Bench, started: RestResponse): ReturnType<typeof bodyOf> =>
  bodyOf(bench.ask('GET', `/polydesk/v1/jobs/${String(bodyOf(started)['job'])}`));

test('a preview, then applied: its forecast comes true, as one entry that names the import', () => {
  const bench = openBench();
  const started = upload(bench, FIXTURE, { preview: '1' });
  expect(started.status).toBe(202);
  const preview = jobOf(bench, started);
  expect(preview).toMatchObject({
    kind: 'import-preview',
    state: 'done',
    entry: null,
    report: { posts: { created: 30 } },
  });
  expect(bench.ask('GET', '/wp/v2/posts').body).toEqual([]);
  const applied = jobOf(bench, bench.ask('POST', `/polydesk/v1/jobs/${String(preview['id'])}/apply`, {}));
  expect(applied).toMatchObject({ kind: 'import', state: 'done', report: { posts: { created: 30 } } });
  const entry = bodyOf(bench.ask('GET', `/polydesk/v1/history/${String(applied['entry'])}`));
  expect(entry).toMatchObject({ origin: 'import', author: 'admin' });
  bench.engine.close();
});

test('a file that cannot be read is the report of a failed job, with the line', () => {
  const bench = openBench();
  const job = jobOf(bench, upload(bench, folder.file('broken.xml', '<rss>\n<channel>')));
  expect(job).toMatchObject({
    state: 'failed',
    report: { code: 'polydesk_import_refused', data: { status: 400, line: 1 } },
  });
  bench.engine.close();
});

test('an export is a job with a file, which another site imports', () => {
  const [first, second] = [openBench(), openBench()];
  upload(first, FIXTURE);
  const job = jobOf(first, first.ask('POST', '/polydesk/v1/exports', { format: 'wxr' }));
  expect(job).toMatchObject({ kind: 'export', state: 'done', report: { items: 33 } });
  const { file } = first.ask('GET', `/polydesk/v1/jobs/${String(job['id'])}/file`);
  expect(file).toMatchObject({ name: 'multilingual-fixture.xml', type: 'application/xml' });
  expect(jobOf(second, upload(second, file?.path ?? ''))).toMatchObject({
    state: 'done',
    report: { media: { created: 3 } },
  });
  first.engine.close();
  second.engine.close();
});

test('an export of chosen items holds those and the images they show; by a filter, what the list shows', () => {
  const [first, second] = [openBench(), openBench()];
  upload(first, FIXTURE);
  const list = first.ask('GET', '/polydesk/v1/groups').body as { items: Record<string, { id: number }> }[];
  const ids = Object.values(list.find(({ items }) => Object.keys(items).length > 1)?.items ?? {}).map(({ id }) => id);
  const job = jobOf(first, first.ask('POST', '/polydesk/v1/exports', { format: 'wxr', scope: { ids } }));
  const { file } = first.ask('GET', `/polydesk/v1/jobs/${String(job['id'])}/file`);
  const taken = jobOf(second, upload(second, file?.path ?? ''));
  expect(taken).toMatchObject({ state: 'done', report: { posts: { created: ids.length } } });
  const filter = { type: 'post', lang: 'fr' };
  const french = jobOf(first, first.ask('POST', '/polydesk/v1/exports', { format: 'bundle', scope: { filter } }));
  const posts = first.engine.dispatch(
    {
      method: 'GET',
      path: '/wp/v2/posts',
      query: { lang: 'fr', status: 'any', per_page: 100, _fields: 'id,featured_media' },
    },
    first.admin,
  ).body as { id: number; featured_media: number }[];
  const images = new Set(posts.map(({ featured_media }) => featured_media).filter(Boolean));
  expect(french).toMatchObject({ state: 'done', report: { items: posts.length + images.size } });
  first.engine.close();
  second.engine.close();
});

test('a choice for an unknown item is rejected by the job', () => {
  const bench = openBench();
  const job = jobOf(bench, bench.ask('POST', '/polydesk/v1/exports', { format: 'wxr', scope: { languages: ['xx'] } }));
  expect(job).toMatchObject({ state: 'failed', report: { code: 'rest_invalid_param' } });
  bench.engine.close();
});

test.each(['editor', 'author', 'subscriber'] as const)('a %s can neither import nor export', (role) => {
  const bench = openBench();
  const caller = bench.as(role);
  expect(upload(bench, FIXTURE, {}, caller).status).toBe(403);
  expect(bench.ask('POST', '/polydesk/v1/exports', { format: 'wxr' }, caller).status).toBe(403);
  bench.engine.close();
});
