// Through the engine: connected over the REST API, checked and pulled by workers with connections of their own.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createCaller } from '../../../core/domain/access/capabilities.ts';
import { live } from '../../../core/domain/live/live.ts';
import type { Live } from '../../../core/schema/live/live.ts';
import type { Run } from '../../../core/schema/live/run.ts';
import { trustInMemory, NEW_SITE_TRUSTED } from '../../../core/store/access/trust.ts';
import type { RestResponse } from '../../../core/types.ts';
import { openBench, type Bench } from '../../support/engine.ts';
import { openLiveSite, type LiveSite, type LiveSiteOptions } from '../../support/live-site.ts';
import { make } from './support/pair.ts';

let folder: string;
let here: Bench;
let there: LiveSite;
let delay: NonNullable<LiveSiteOptions['delay']>;
let fault: LiveSiteOptions['fault'];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'polydesk-live-'));
  here = openBench({ file: join(folder, 'site.polydesk'), homeUrl: 'http://127.0.0.1:24180' });
  delay = () => 0;
  fault = undefined;
  there = await openLiveSite({
    hides: ['polydesk/v1'],
    delay: (...request) => delay(...request),
    fault: (method, path) => fault?.(method, path),
  });
  for (const locale of ['en_US', 'fr_FR']) there.bench.ask('POST', '/pll/v1/languages', { locale });
  for (let n = 0; n < 3; n++) make(there.bench, '/wp/v2/posts', { title: `Post ${n}`, status: 'publish', lang: 'en' });
});
afterEach(async () => {
  here.engine.close();
  await there.close();
  rmSync(folder, { recursive: true, force: true });
});

const ask = async (method: string, path: string, body?: unknown, caller = here.admin): Promise<RestResponse> =>
  here.engine.ask({ method, path: `/polydesk/v1${path}`, ...(body !== undefined && { body }) }, caller);
const connect = (password = there.passwords['admin']): Promise<RestResponse> =>
  ask('PUT', '/live', { url: there.url, user: 'admin', password });

/** Waits until the run that goes on is in another state. */
async function ended(): Promise<Run> {
  for (;;) {
    const { run } = (await ask('GET', '/live')).body as Live;
    if (run && run.state !== 'running') return run;
    await new Promise((soon) => setTimeout(soon, 30));
  }
}

async function run(path: string, body: object = {}): Promise<Run> {
  const started = await ask('POST', `/live/${path}`, body);
  expect(started).toMatchObject({ status: 202, body: { job: expect.any(Number) as number } });
  return ended();
}

test('connected, checked and pulled by workers; the password is in no file, answer or log', async () => {
  const password = there.passwords['admin'] ?? '';
  expect(await ask('GET', '/live')).toMatchObject({ status: 200, body: { state: 'none', site: null } });
  const probed = await ask('POST', '/live/probe', { url: there.url, user: 'admin', password });
  expect(probed).toMatchObject({ status: 200, body: { mode: 'full', user: 'admin', network: 'loopback' } });
  expect(await ask('GET', '/live')).toMatchObject({ body: { state: 'none' } });
  const connected = await connect();
  expect(connected).toMatchObject({ status: 200, body: { state: 'connected', site: { born_from: 1_000_000_000 } } });
  expect(await run('checks')).toMatchObject({ kind: 'check', state: 'done', report: { full: true, gone: 0 } });
  const plan = await ask('GET', '/live/plan');
  const fresh = (plan.body as { state: string; title: string }[]).filter(({ state }) => state === 'new_there');
  expect(fresh.map((one) => one.title).sort()).toEqual([
    'English',
    'Français',
    'Post 0',
    'Post 1',
    'Post 2',
    'Uncategorized',
  ]);
  const pulled = await run('pulls');
  expect(pulled).toMatchObject({ kind: 'pull', state: 'done', report: { created: fresh.length } });
  expect(pulled.entry).toBeGreaterThan(0);
  expect(await ask('GET', '/live')).toMatchObject({ body: { counts: { to_pull: 0, conflicts: 0 } } });
  const history = here.ask('GET', '/polydesk/v1/history').body as { id: number; origin: string; code: string }[];
  expect(history[0]).toMatchObject({ id: pulled.entry, origin: 'pull', code: 'live.pulled' });
  expect(readdirSync(join(folder, 'site.backups'))).toHaveLength(1);
  // Nothing is left of what was read, and whoever looks for the password finds it in the store of secrets only.
  expect(readdirSync(join(folder, 'site.live'))).toEqual([]);
  const files = readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name)));
  for (const file of files.filter((one) => statSync(one).isFile()))
    expect(readFileSync(file).includes(password), file).toBe(false);
  expect([...here.secrets.values()]).toEqual([password]);
  for (const path of ['/live', '/history', '/jobs', '/diagnostics', '/requests'])
    expect(JSON.stringify((await ask('GET', path)).body)).not.toContain(password);
  expect((await ask('DELETE', '/live')).body).toMatchObject({ state: 'none' });
  await expect.poll(() => here.secrets.size).toBe(0);
});

const titleOf = (id: number): string => `Post ${id} edited`;

test('edits made here while the site was disconnected are to be pushed once it is connected again', async () => {
  await connect();
  await run('checks', { full: true });
  await run('pulls');
  const [first, second, gone] = here.ask('GET', '/wp/v2/posts').body as { id: number; title: { rendered: string } }[];
  const edit = (id = 0) => here.ask('POST', `/wp/v2/posts/${id}`, { title: titleOf(id) });
  const planned = async (): Promise<unknown[]> =>
    ((await ask('GET', '/live/plan')).body as { title: string }[]).map(({ title }) => title).toSorted();
  // Not compared yet when the site is disconnected, or when a new password is entered.
  edit(first?.id);
  await ask('DELETE', '/live');
  edit(second?.id);
  here.engine.dispatch({ method: 'DELETE', path: `/wp/v2/posts/${gone?.id}`, query: { force: 'true' } }, here.admin);
  await connect();
  const expected = [titleOf(first?.id ?? 0), titleOf(second?.id ?? 0), gone?.title.rendered].toSorted();
  expect(await planned()).toEqual(expected);
  const third = make(here, '/wp/v2/posts', { title: 'Third', lang: 'en' });
  await connect();
  expect(await planned()).toEqual([...expected, 'Third'].toSorted());
  expect(third).toBeGreaterThanOrEqual(1_000_000_000);
});

test('a check that begins while another site is asked keeps its site', async () => {
  await connect();
  const { promise, resolve: goOn } = Promise.withResolvers<void>();
  let asked = 0;
  delay = () => (asked++, promise);
  const connecting = connect();
  await expect.poll(() => asked).toBeGreaterThan(0);
  expect(await ask('POST', '/live/checks', {})).toMatchObject({ status: 202 });
  // The check has more to ask.
  delay = () => 100;
  goOn();
  expect(await connecting).toMatchObject({ status: 409, body: { code: 'polydesk_live_running' } });
  expect(await ended()).toMatchObject({ state: 'done' });
});

test('a wrong password connects nothing and is not kept', async () => {
  expect(await connect('wrong')).toMatchObject({ status: 502 });
  expect(await ask('GET', '/live')).toMatchObject({ body: { state: 'none' } });
  await expect.poll(() => here.secrets.size).toBe(0);
});

test('a check that is paused goes on where it was; one that is stopped is over', async () => {
  await connect();
  delay = () => new Promise(() => undefined);
  const { body } = await ask('POST', '/live/checks', {});
  expect(await ask('POST', '/live/checks', {})).toMatchObject({ status: 409, body: { code: 'polydesk_live_running' } });
  const { run: running } = (await ask('GET', '/live')).body as Live;
  expect(body).toEqual({ job: expect.any(Number) as number });
  const id = running?.id ?? 0;
  expect(await ask('POST', `/live/runs/${id}/pause`)).toMatchObject({ body: { state: 'paused' } });
  await expect
    .poll(async () => ((await ask('GET', '/jobs')).body as { state: string }[]).map(({ state }) => state))
    .toEqual(['cancelled']);
  delay = () => 0;
  expect(await ask('POST', `/live/runs/${id}/resume`, {})).toMatchObject({ status: 202 });
  expect(await ended()).toMatchObject({ id, state: 'done' });
  expect(await ask('POST', `/live/runs/${id}/resume`, {})).toMatchObject({ status: 409 });
});

test('a check says list by list how much of it was read, until it ends', async () => {
  await connect();
  delay = () => 120;
  fault = (_method, path) => (path.includes('/wp/v2/tags') ? { status: 403 } : undefined);
  await ask('POST', '/live/checks', {});
  const seen: Run['lists'][] = [];
  for (;;) {
    const { run: now } = (await ask('GET', '/live')).body as Live;
    if (now?.state !== 'running') break;
    expect(now.report).toBe(null);
    if (now.lists.length > 0) seen.push(now.lists);
    await new Promise((soon) => setTimeout(soon, 30));
  }
  const rows = seen.map((lists) => lists.map(({ type, state, done }) => `${type} ${state} ${done}`));
  expect(rows.some((one) => one.some((row) => row.includes('waiting')))).toBe(true);
  expect(rows.at(-1)).toContain('post_tag forbidden 0');
  // As the site calls them.
  expect(seen.at(-1)?.find(({ type }) => type === 'post')?.label).toBe('Posts');
  expect(rows.flat().some((row) => row.startsWith('post read 3') || row.startsWith('post reading 3'))).toBe(true);
  const { run: last } = (await ask('GET', '/live')).body as Live;
  expect(last).toMatchObject({ state: 'done', lists: [], report: { forbidden_types: ['post_tag'] } });
});

test('how long a site asks to wait is reported, and no longer than that', async () => {
  await connect();
  let isBusy = true;
  fault = (_method, path) =>
    isBusy && path.includes('/wp/v2/posts?') ? { status: 429, headers: { 'retry-after': '2' } } : undefined;
  await ask('POST', '/live/checks', {});
  await expect
    .poll(async () => ((await ask('GET', '/live')).body as Live).run?.waiting_until)
    .toMatch(/^\d{4}-\d\d-\d\dT/);
  isBusy = false;
  expect(await ended()).toMatchObject({ state: 'done', waiting_until: '' });
});

test('nothing is sent for a token of a tool, nor where the password was not entered here', async () => {
  await connect();
  const tool = createCaller({ name: 'admin', userId: 1, role: 'administrator', origin: 'token', token: 't' });
  for (const [method, path] of [
    ['POST', '/live/checks'],
    ['POST', '/live/pulls'],
    ['DELETE', '/live'],
  ] as const)
    expect(await ask(method, path, {}, tool)).toMatchObject({ status: 403 });
  // The same file as another computer sees it, which knows nothing of the connection.
  Object.assign(here.engine.site, { trust: trustInMemory(NEW_SITE_TRUSTED) });
  expect(live(here.engine.site)).toMatchObject({ state: 'asleep' });
  expect(await ask('POST', '/live/checks', {})).toMatchObject({ status: 409, body: { code: 'polydesk_live_asleep' } });
  // Not even a password of its own is sent: the file names the address, and it may be anybody's.
  const password = there.passwords['admin'];
  const asked: string[] = [];
  fault = (_method, path) => void asked.push(path);
  expect(await ask('POST', '/live/checks', { password })).toMatchObject({
    status: 409,
    body: { code: 'polydesk_live_asleep' },
  });
  expect(asked).toEqual([]);
  // Entered here it is awake.
  expect(await connect()).toMatchObject({ body: { state: 'connected' } });
  // Control: now something is sent.
  expect(await run('checks')).toMatchObject({ state: 'done' });
  expect(asked).not.toEqual([]);
});

test('a password that is not stored is sent to the address that was connected with it, and to no other', async () => {
  Object.assign(here.engine.site, { trust: trustInMemory(NEW_SITE_TRUSTED) });
  const password = there.passwords['admin'];
  await ask('PUT', '/live', { url: there.url, user: 'admin', password_once: password });
  expect(here.secrets.size).toBe(0);
  expect(await ask('POST', '/live/checks', {})).toMatchObject({ status: 409, body: { code: 'polydesk_live_asleep' } });
  expect(await run('checks', { password })).toMatchObject({ state: 'done' });
  expect(here.secrets.size).toBe(0);
  // Somebody changes the address in the file.
  here.engine.site.db.prepare(`UPDATE live_sites SET url = 'https://example.org'`).run();
  expect(await ask('POST', '/live/checks', { password })).toMatchObject({
    status: 409,
    body: { code: 'polydesk_live_asleep' },
  });
});
