// Files that are being fetched while somebody pauses the run: what has come is not fetched again.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { Live } from '../../../../core/schema/live/live.ts';
import { openBench, type Bench } from '../../../support/engine.ts';
import { openFaultyProxy, type FaultyProxy } from '../../../support/faulty-proxy.ts';
import { openWordPress, type WordPress } from '../../../support/wordpress/server.ts';
import { png } from './pictures.ts';

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

const ask = async (method: string, path: string, body?: object): Promise<{ status: number; body: unknown }> => {
  if (!here) throw new Error('Nothing is open');
  return here.engine.ask({ method, path: `/polydesk/v1${path}`, ...(body && { body }) }, here.admin);
};
const runNow = async (): Promise<Live['run']> => ((await ask('GET', '/live')).body as Live).run;

async function ended(path: string, body: object): Promise<Live['run']> {
  expect(await ask('POST', path, body)).toMatchObject({ status: 202 });
  await expect.poll(async () => (await runNow())?.state).not.toBe('running');
  return runNow();
}

const fetched = (): string[] =>
  (line?.seen ?? []).flatMap(({ path }) => (path.includes('/uploads/') ? [path.split('/').at(-1) ?? ''] : []));

test('a run that is paused goes on with the file it was at', async () => {
  folder = mkdtempSync(join(tmpdir(), 'polydesk-files-'));
  wp = await openWordPress({ surface: 'pro' });
  line = await openFaultyProxy(wp.url);
  wp.site.home = line.url;
  for (const name of ['one.png', 'two.png', 'three.png'])
    await wp.ask('POST', '/wp/v2/media?lang=en', undefined, {
      raw: png(name),
      headers: { 'content-type': 'image/png', 'content-disposition': `attachment; filename="${name}"` },
    });
  here = openBench({ file: join(folder, 'site.polydesk') });
  here.ask('POST', '/pll/v1/settings', { media_support: true });
  await ask('PUT', '/live', { url: line.url, user: 'admin', password: wp.passwords['admin'] });
  await ended('/live/checks', { full: true });
  await ended('/live/pulls', {});

  // The second one never comes.
  line.rule = ({ path }) => (path.includes('/uploads/two') ? { until: new Promise(() => undefined) } : undefined);
  await ask('POST', '/live/files', {});
  await expect.poll(fetched).toEqual(['one.png', 'two.png']);
  const id = (await runNow())?.id ?? 0;
  await ask('POST', `/live/runs/${id}/pause`);
  await expect
    .poll(async () => ((await ask('GET', '/jobs')).body as { kind: string; state: string }[])[0]?.state)
    .toBe('cancelled');
  line.rule = () => undefined;
  expect(await ended(`/live/runs/${id}/resume`, {})).toMatchObject({
    state: 'done',
    report: { fetched: 3, left: [] },
  });
  expect(fetched()).toEqual(['one.png', 'two.png', 'two.png', 'three.png']);
  // Nothing is left beside the site.
  expect(readdirSync(join(folder, 'site.live'))).toEqual([]);
  expect(here.engine.site.db.prepare(`SELECT count(*) FROM media WHERE source_url = ''`).pluck().get()).toBe(3);
});
