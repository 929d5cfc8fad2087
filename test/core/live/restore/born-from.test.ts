// What is born here has numbers that the live site does not give out, whatever the file was brought back from.
import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { transact } from '../../../../core/domain/history/history.ts';
import { makeBackup, restoreBackup } from '../../../../core/domain/site/backups.ts';
import { connectLive } from '../../../../core/live/connect.ts';
import type { SiteFacts } from '../../../../core/live/probe.ts';
import { recoverSite } from '../../../../core/store/file/recover.ts';
import { salvageSite } from '../../../../core/store/salvage/salvage.ts';
import { openBench, type Bench } from '../../../support/engine.ts';
import { temporaryFolder } from '../../../transfer/support.ts';

const BORN_FROM = 1_000_000_000;

let bench: Bench;
let file: string;
let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
  file = join(folder.path, 'a.polydesk');
  bench = openBench({ file });
});
afterEach(() => {
  bench.engine.close();
  folder.remove();
});

function connect(): void {
  const url = 'https://site.example';
  const facts = { root: '/wp-json', mode: 'full', types: [], taxonomies: [], languages: [], user: { slug: 'admin' } };
  connectLive(
    bench.engine.site,
    { address: { url, origin: url, host: 'site.example' }, network: 'public', facts: facts as unknown as SiteFacts },
    { user: 'admin', secret: 'secret', highest: 5000 },
  );
}

/** Closes the file, changes it, and opens what it has become. */
function reopened(change: () => string): void {
  bench.engine.close();
  bench = openBench({ file: change() });
}

const WAYS: Record<string, () => void> = {
  'a backup from before it was connected is restored': () => {
    const { site } = bench.engine;
    const name = makeBackup(site, 'on request');
    connect();
    const { admin } = bench;
    restoreBackup(site, name, { merge: (work) => transact(site, admin, () => ({ keep: true, ...work() })).value });
  },
  'a backup has taken the place of the damaged file': () => {
    connect();
    makeBackup(bench.engine.site, 'on request');
    reopened(() => {
      truncateSync(file, 100);
      expect(recoverSite(file)).toMatchObject({ how: 'backup' });
      return file;
    });
  },
  'a damaged file was salvaged': () => {
    connect();
    reopened(() => {
      const to = join(folder.path, 'b.polydesk');
      salvageSite(file, to);
      return to;
    });
  },
};

test.each(Object.keys(WAYS))('new items are numbered as since the site was connected: %s', (way) => {
  WAYS[way]?.();
  for (const path of ['/wp/v2/posts', '/wp/v2/categories']) {
    const { status, body } = bench.ask('POST', path, path.endsWith('posts') ? { title: 'New' } : { name: 'New' });
    expect(status).toBe(201);
    expect((body as { id: number }).id).toBeGreaterThanOrEqual(BORN_FROM);
  }
});

test('control: without a live site the numbers go on from the lowest', () => {
  const { body } = bench.ask('POST', '/wp/v2/posts', { title: 'New' });
  expect((body as { id: number }).id).toBeLessThan(BORN_FROM);
});
