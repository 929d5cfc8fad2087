import { copyFileSync, readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { backups, makeBackup, restoreBackup } from '../../../../core/domain/site/backups.ts';
import { findCaller, forgetCallers } from '../../../../core/domain/access/callers.ts';
import { transact } from '../../../../core/domain/history/history.ts';
import type { JobTools } from '../../../../core/domain/job-kind.ts';
import { drainSearchQueue } from '../../../../core/domain/content/posts/search-index.ts';
import { storedServerOptions, updateServerOptions } from '../../../../core/domain/site/server.ts';
import { createToken, revokeToken } from '../../../../core/domain/access/tokens.ts';
import { faultsOfBackup, pruneBackups } from '../../../../core/store/file/backup-files.ts';
import { checkForeignKeys, checkInvariants } from '../../../../core/store/file/invariants.ts';
import { counts, dump } from '../../../fuzz/dump.ts';
import { openBench, type Bench } from '../../../support/engine.ts';
import { FIXTURE, importInto, temporaryFolder } from '../../../transfer/support.ts';

let bench: Bench;
let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
  bench = openBench({ file: join(folder.path, 'a.polydesk') });
});
afterEach(() => {
  bench.engine.close();
  folder.remove();
});

const merge: JobTools['merge'] = (work) =>
  transact(bench.engine.site, bench.admin, () => ({ keep: true, ...work() })).value;
const restore = (name: string): unknown => restoreBackup(bench.engine.site, name, { merge });
const tables = (): unknown => {
  drainSearchQueue(bench.engine.site);
  return { ...dump(bench.engine.site.db, ['tokens', 'server_options']), ...counts(bench.engine.site.db) };
};
const sound = (): unknown => [...checkForeignKeys(bench.engine.site.db), ...checkInvariants(bench.engine.site.db)];

test('of copies made in one second the last one is the newest', () => {
  const { site } = bench.engine;
  const made = (['on request', 'before an import', 'on request', 'on request'] as const).map((why) =>
    makeBackup(site, why),
  );
  expect(backups(site).map(({ name }) => name)).toEqual(made.toReversed());
});

test('a restore brings the site back as one entry, and undoing it brings back what was there', () => {
  const { site } = bench.engine;
  importInto(site, { path: FIXTURE });
  const before = tables();
  const name = makeBackup(site, 'on request');
  bench.ask('DELETE', '/wp/v2/posts/4', { force: true });
  bench.ask('POST', '/wp/v2/posts/5', { title: 'Changed', lang: 'ar', sticky: true });
  bench.ask('POST', '/wp/v2/posts', { title: 'New', lang: 'fr', tags: [35] });
  bench.ask('POST', '/pll/v1/languages', { locale: 'de_DE' });
  bench.ask('POST', '/pll/v1/settings', { default_lang: 'fr', sync: ['sticky_posts'] });
  bench.ask('POST', '/wp/v2/settings', { title: 'Other' });
  bench.as('editor');
  const after = tables();
  expect(restore(name)).toMatchObject({ restored: name });
  expect(tables()).toEqual(before);
  expect(sound()).toEqual([]);
  const [entry] = bench.ask('GET', '/polydesk/v1/history').body as { id: number; summary: string }[];
  expect(entry?.summary).toMatch(/^Restored the backup “.* on request”$/);
  expect(bench.ask('POST', `/polydesk/v1/history/${entry?.id}/undo`, {}).status).toBe(200);
  expect(tables()).toEqual(after);
  expect(sound()).toEqual([]);
});

test('a restore makes a backup first, and restoring what is there changes nothing', () => {
  const { site } = bench.engine;
  importInto(site, { path: FIXTURE });
  const name = makeBackup(site, 'on request');
  const entries = (bench.ask('GET', '/polydesk/v1/history').body as unknown[]).length;
  restore(name);
  expect(bench.ask('GET', '/polydesk/v1/history').body).toHaveLength(entries);
  expect(
    backups(site)
      .map(({ reason }) => reason)
      .sort(),
  ).toEqual(['before a restore', 'on request']);
  expect(backups(site).every(({ verified, size }) => verified && size > 0)).toBe(true);
});

test('a token revoked after the backup stays revoked by a restore and its undo; so do closed server options', () => {
  const { site } = bench.engine;
  updateServerOptions(site, { anonymous_read: true, allowed_origins: ['http://localhost:5173'] });
  const { token, view } = createToken(site, { name: 'deploy', role: 'editor' });
  const comesIn = (): boolean => {
    forgetCallers(site);
    return typeof findCaller(site, new Map(), { kind: 'bearer', token: token.replaceAll(' ', '') }) === 'object';
  };
  expect(comesIn()).toBe(true);
  const name = makeBackup(site, 'on request');
  bench.ask('POST', '/wp/v2/posts', { title: 'New' });
  revokeToken(site, view.id);
  updateServerOptions(site, { anonymous_read: false, allowed_origins: [] });
  restore(name);
  const [entry] = bench.ask('GET', '/polydesk/v1/history').body as { id: number }[];
  for (const step of [() => undefined, () => bench.ask('POST', `/polydesk/v1/history/${entry?.id}/undo`, {})]) {
    step();
    expect(comesIn()).toBe(false);
    expect(storedServerOptions(site)).toMatchObject({ anonymous_read: false, allowed_origins: [] });
  }
});

test('a damaged backup is reported, and not restored', () => {
  const { site } = bench.engine;
  const name = makeBackup(site, 'on request');
  const path = join(folder.path, 'a.backups', name);
  expect(faultsOfBackup(path)).toEqual([]);
  expect(backups(site).map(({ verified }) => verified)).toEqual([true]);
  truncateSync(path, 8192);
  // The file consists of whole pages, but fewer than its header claims.
  expect(backups(site).map(({ verified }) => verified)).toEqual([false]);
  const before = tables();
  expect(faultsOfBackup(path)).not.toEqual([]);
  expect(() => restore(name)).toThrow('cannot be used');
  expect(tables()).toEqual(before);
});

test.each(['../a.polydesk', '2026-01-01T00-00-00 x.polydesk', '', 'a.polydesk'])('%j is not a backup', (name) => {
  expect(() => restore(name)).toThrow('No backup has this name.');
});

test('old copies go, but for one a day and a week, and never the last whole one', () => {
  const { site } = bench.engine;
  const name = makeBackup(site, 'daily');
  const at = (file: string): string => join(folder.path, 'a.backups', file);
  const hours = Array.from({ length: 30 }, (_, n) => new Date(Date.UTC(2026, 0, 31, 12) - n * 12 * 3_600_000));
  for (const time of hours)
    copyFileSync(at(name), at(`${time.toISOString().slice(0, 19).replaceAll(':', '-')} x.polydesk`));
  writeFileSync(at('2025-01-01T00-00-00 broken.polydesk'), 'no copy');
  pruneBackups(site.file);
  const left = readdirSync(at('.'));
  expect(left).toContain(name);
  expect(left).toContain('2025-01-01T00-00-00 broken.polydesk');
  expect(left.length).toBeGreaterThanOrEqual(10);
  expect(left.length).toBeLessThan(22);
});
