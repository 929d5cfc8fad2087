// A push as started by the interface: through the routes, on a file, in a worker.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { Dict } from '../../../../core/types.ts';
import { openBench, type Bench } from '../../../support/engine.ts';
import { openFaultyProxy, type FaultyProxy } from '../../../support/faulty-proxy.ts';
import { openWordPress, type WordPress } from '../../../support/wordpress/server.ts';
import type { WpOptions } from '../../../support/wordpress/site.ts';

let folder = '';
let here: Bench | undefined;
let wp: WordPress | undefined;
let line: FaultyProxy | undefined;
afterEach(async () => {
  here?.engine.close();
  await line?.close();
  await wp?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function ask(method: string, path: string, body?: Dict): Promise<{ status: number; body: Dict }> {
  if (!here) throw new Error('Nothing is open');
  const request = { method, path: `/polydesk/v1${path}`, ...(body && { body }) };
  return (await here.engine.ask(request, here.admin)) as { status: number; body: Dict };
}

/** Orders something and waits for the end of its job. */
async function work(path: string, body: Dict): Promise<Dict> {
  const started = await ask('POST', path, body);
  expect(started).toMatchObject({ status: 202 });
  for (;;) {
    const job = (await ask('GET', `/jobs/${String((started.body as { job: number }).job)}`)).body;
    if (job['state'] !== 'queued' && job['state'] !== 'running') return job;
    await new Promise((done) => setTimeout(done, 20));
  }
}

const writes = (): number => line?.seen.filter(({ method }) => method === 'POST').length ?? 0;

async function connected(options: WpOptions = { surface: 'pro' }): Promise<void> {
  folder = mkdtempSync(join(tmpdir(), 'polydesk-push-'));
  wp = await openWordPress(options);
  line = await openFaultyProxy(wp.url);
  wp.site.home = line.url;
  here = openBench({ file: join(folder, 'site.polydesk') });
  await wp.ask('POST', '/wp/v2/posts?lang=en', { title: 'Hello', slug: 'hello', status: 'publish' });
  const order = { url: line.url, user: 'admin', password: wp.passwords['admin'] };
  expect(await ask('PUT', '/live', order)).toMatchObject({ status: 200, body: { state: 'connected' } });
}

test('connect, check, pull, edit, push, cut, resume, undo', async () => {
  await connected();
  expect(await ask('POST', '/live/pushes', {})).toMatchObject({
    status: 409,
    body: { code: 'polydesk_live_unchecked' },
  });
  expect(await work('/live/checks', { full: true })).toMatchObject({ state: 'done' });
  expect(await work('/live/pulls', {})).toMatchObject({ state: 'done' });
  const posts = here?.ask('GET', '/wp/v2/posts').body as { id: number }[];
  here?.ask('POST', `/wp/v2/posts/${posts[0]?.id}`, { title: 'Hello again' });
  here?.ask('POST', '/wp/v2/posts', { title: 'New', slug: 'new', status: 'publish', lang: 'en' });

  // Nothing of what is written is answered: what each request did is looked for.
  if (line) line.rule = ({ method }) => (method === 'GET' ? undefined : 'before');
  expect(await work('/live/pushes', {})).toMatchObject({ state: 'failed', report: { code: 'polydesk_live_offline' } });
  const [run] = (await ask('GET', '/live/pushes')).body as unknown as { id: number; state: string }[];
  expect(run).toMatchObject({ state: 'failed' });
  if (line) line.rule = () => undefined;
  expect(await work(`/live/pushes/${run?.id}/resume`, {})).toMatchObject({
    state: 'done',
    report: { open: 0, failed: 0, conflict: 0, skipped: 0 },
  });
  const titles = (): string[] =>
    [...(wp?.site.posts.values() ?? [])].map(({ title, status, slug }) => `${title} ${status} ${slug}`);
  expect(titles()).toEqual(['Hello again publish hello', 'New publish new']);
  expect((await ask('GET', '/live')).body['counts']).toMatchObject({ to_push: 0, to_pull: 0, conflicts: 0 });

  const { body: pushed } = await ask('GET', `/live/pushes/${run?.id}`);
  expect(new Set((pushed['steps'] as { state: string }[]).map(({ state }) => state))).toEqual(new Set(['done']));
  const undo = await ask('POST', `/history/${(pushed as { entry: number }).entry}/undo`, {});
  expect(undo).toMatchObject({ status: 410, body: { code: 'polydesk_gone' } });
  expect(await work(`/live/pushes/${run?.id}/undo`, {})).toMatchObject({ state: 'done' });
  expect(titles()).toEqual(['Hello publish hello', 'New trash new__trashed']);
}, 120_000);

test('a push that is stopped ends after its write; the next check takes what it stored for what was sent', async () => {
  await connected({ surface: 'pro', filtersHtml: true });
  await wp?.ask('POST', '/wp/v2/posts?lang=en', { title: 'Other', slug: 'other', status: 'publish' });
  await work('/live/checks', { full: true });
  await work('/live/pulls', {});
  const posts = here?.ask('GET', '/wp/v2/posts').body as { id: number; title: { rendered: string } }[];
  const content = '<p>Ours</p><script>x()</script>';
  for (const { id } of posts) here?.ask('POST', `/wp/v2/posts/${id}`, { content });
  const { promise: until, resolve: goOn } = Promise.withResolvers<void>();
  if (line) line.rule = ({ method }) => (method === 'POST' ? { until } : undefined);
  const before = writes();
  expect(await ask('POST', '/live/pushes', {})).toMatchObject({ status: 202 });
  await expect.poll(() => writes() - before).toBe(1);
  const [run] = (await ask('GET', '/live/pushes')).body as unknown as { id: number }[];
  expect(await ask('POST', `/live/runs/${run?.id}/stop`, {})).toMatchObject({ body: { state: 'stopped' } });
  goOn();
  const states = async (): Promise<string[]> => {
    const { body } = await ask('GET', `/live/pushes/${run?.id}`);
    return (body['steps'] as { state: string }[]).map(({ state }) => state);
  };
  await expect.poll(states).toEqual(['done', 'planned']);
  if (line) line.rule = () => undefined;
  expect(await work('/live/checks', { full: true })).toMatchObject({ state: 'done' });
  expect((await ask('GET', '/live')).body['counts']).toMatchObject({ to_push: 1, to_pull: 0, conflicts: 0 });
  const list = { method: 'GET', path: '/wp/v2/posts', query: { context: 'edit' } };
  expect(here?.engine.dispatch(list, here.admin).body).toMatchObject(posts.map(() => ({ content: { raw: content } })));
  expect(await work('/live/pushes', {})).toMatchObject({ state: 'done', report: { done: 1, conflict: 0, skipped: 0 } });
  expect((await ask('GET', '/live')).body['counts']).toMatchObject({ to_push: 0, to_pull: 0, conflicts: 0 });
}, 120_000);

test('many deletions are sent once their number is confirmed', async () => {
  await connected();
  for (let n = 0; n < 25; n++) await wp?.ask('POST', '/wp/v2/tags?lang=en', { name: `Tag ${n}`, slug: `tag-${n}` });
  await work('/live/checks', { full: true });
  await work('/live/pulls', {});
  const list = { method: 'GET', path: '/wp/v2/tags', query: { per_page: '100' } };
  const known = here?.engine.dispatch(list, here.admin).body as { id: number }[];
  for (const { id } of known)
    here?.engine.dispatch({ method: 'DELETE', path: `/wp/v2/tags/${id}`, query: { force: 'true' } }, here.admin);
  const plan = (await ask('GET', '/live/plan')).body as unknown as { key: string; state: string }[];
  const deletes = plan.filter(({ state }) => state === 'deleted_here').map(({ key }) => key);
  const tags = (): number =>
    [...(wp?.site.terms.values() ?? [])].filter(({ taxonomy }) => taxonomy === 'post_tag').length;
  for (const more of [{}, { confirm_deletes: deletes.length - 1 }])
    expect(await ask('POST', '/live/pushes', { deletes, ...more })).toMatchObject({
      status: 409,
      body: { code: 'polydesk_live_many_deletes', data: { deletes: deletes.length } },
    });
  expect(tags()).toBe(25);
  expect(await work('/live/pushes', { deletes, confirm_deletes: deletes.length })).toMatchObject({ state: 'done' });
  expect(tags()).toBe(0);
}, 120_000);

test('names that are not lines are rejected', async () => {
  await connected();
  await work('/live/checks', { full: true });
  expect(await ask('POST', '/live/pushes', { lines: ['nothing'] })).toMatchObject({ status: 400 });
  expect(await ask('POST', '/live/pushes/99/undo', {})).toMatchObject({ status: 404 });
});

test('a push by rule sends what was reviewed, and names what came since', async () => {
  await connected();
  await work('/live/checks', { full: true });
  await work('/live/pulls', {});
  const [post] = (here?.ask('GET', '/wp/v2/posts').body ?? []) as { id: number }[];
  here?.ask('POST', `/wp/v2/posts/${post?.id}`, { title: 'Hello again' });
  // As the window does: it compares what was changed here.
  await ask('GET', '/live');
  const reviewed = await ask('POST', '/live/pushes/review', { except: [] });
  expect(reviewed).toMatchObject({ status: 200, body: { changed: { count: 1 }, fresh: { count: 0 } } });
  here?.ask('POST', '/wp/v2/posts', { title: 'Later', slug: 'later', status: 'publish', lang: 'en' });
  const { seen } = reviewed.body;
  expect(await work('/live/pushes', { except: [], seen })).toMatchObject({
    state: 'done',
    report: { done: 1, skipped: 1 },
  });
  expect([...(wp?.site.posts.values() ?? [])].map(({ title }) => title)).toEqual(['Hello again']);
}, 120_000);
