import { copyFileSync, existsSync, renameSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isClockBehind } from '../../../../core/domain/site/clock.ts';
import { backups, isBackupDue, knownBackup, makeBackup } from '../../../../core/domain/site/backups.ts';
import { faultsOfBackup, pruneBackups } from '../../../../core/store/file/backup-files.ts';
import { keepDailyBackup } from '../../../../core/server/host/daily-backup.ts';
import { openBench, type Bench } from '../../../support/engine.ts';
import { temporaryFolder } from '../../../transfer/support.ts';

const DAY = 24 * 60 * 60 * 1000;

let bench: Bench;
let folder: ReturnType<typeof temporaryFolder>;
let ahead: number;
beforeEach(() => {
  ahead = 0;
  folder = temporaryFolder();
  bench = openBench({ file: join(folder.path, 'a.polydesk'), now: () => new Date(Date.now() + ahead) });
});
afterEach(() => {
  bench.engine.close();
  folder.remove();
});

const write = (title: string): unknown => bench.ask('POST', '/wp/v2/posts', { title });
const isDue = (): boolean => isBackupDue(bench.engine.site);

test('a copy is due a day after the last one, when something changed since', () => {
  const start = Date.now();
  vi.useFakeTimers({ toFake: ['Date'] });
  const passed = (days: number): void => void vi.setSystemTime(start + days * DAY);
  expect(isDue()).toBe(false);
  write('One');
  expect(isDue(), 'a new site').toBe(false);
  passed(1.1);
  expect(isDue()).toBe(true);
  makeBackup(bench.engine.site, 'daily');
  passed(1.2);
  write('Two');
  expect(isDue(), 'there is one of today').toBe(false);
  passed(2.2);
  expect(isDue()).toBe(true);
  makeBackup(bench.engine.site, 'daily');
  passed(4);
  expect(isDue(), 'nothing changed since').toBe(false);
  vi.useRealTimers();
});

test('a copy from a time to come does not stop those of today, and none is removed for its age', () => {
  const name = makeBackup(bench.engine.site, 'daily');
  const at = (file: string): string => join(folder.path, 'a.backups', file);
  renameSync(at(name), at('2036-01-01T00-00-00 daily.polydesk'));
  for (let day = 1; day <= 28; day++)
    copyFileSync(
      at('2036-01-01T00-00-00 daily.polydesk'),
      at(`2025-02-${String(day).padStart(2, '0')}T00-00-00 x.polydesk`),
    );
  write('One');
  ahead = 1.1 * DAY;
  write('Two');
  expect(isDue()).toBe(true);
  makeBackup(bench.engine.site, 'daily');
  expect(backups(bench.engine.site)).toHaveLength(30);
  rmSync(at('2036-01-01T00-00-00 daily.polydesk'));
  makeBackup(bench.engine.site, 'daily');
  expect(backups(bench.engine.site).length, 'the control').toBeLessThan(20);
});

test('with the clock behind the newest change none is removed for its age', () => {
  const name = makeBackup(bench.engine.site, 'daily');
  for (let day = 1; day <= 28; day++)
    copyFileSync(
      join(folder.path, 'a.backups', name),
      join(folder.path, 'a.backups', `2015-02-${String(day).padStart(2, '0')}T00-00-00 x.polydesk`),
    );
  ahead = 2 * DAY;
  write('One');
  ahead = 0;
  expect(isClockBehind(bench.engine.site)).toBe(true);
  makeBackup(bench.engine.site, 'daily');
  expect(backups(bench.engine.site)).toHaveLength(30);
  ahead = 2 * DAY;
  expect(isClockBehind(bench.engine.site)).toBe(false);
  makeBackup(bench.engine.site, 'daily');
  expect(backups(bench.engine.site).length, 'the control').toBeLessThan(20);
});

test('of three copies a day for sixty days: the newest ten, one a day for seven days, one a week for four weeks', () => {
  const path = join(folder.path, 'a.backups', makeBackup(bench.engine.site, 'daily'));
  const now = Date.UTC(2026, 5, 17, 20);
  const times = Array.from({ length: 180 }, (_, n) => new Date(now - n * (DAY / 3)).toISOString().slice(0, 19));
  for (const time of times)
    copyFileSync(path, join(folder.path, 'a.backups', `${time.replaceAll(':', '-')} daily.polydesk`));
  rmSync(path);
  pruneBackups(bench.engine.site.file, new Date(now));
  const kept = backups(bench.engine.site).map(({ date }) => date);
  const newestOf = (part: (time: string) => unknown, most: number): string[] =>
    times.filter((time, n) => times.findIndex((other) => part(other) === part(time)) === n).slice(0, most);
  // Weeks begin on Thursday, because 1970 did.
  const week = (time: string): number => Math.floor(Date.parse(`${time}Z`) / (7 * DAY));
  const wanted = new Set([...times.slice(0, 10), ...newestOf((time) => time.slice(0, 10), 7), ...newestOf(week, 4)]);
  expect(kept).toEqual([...wanted].sort().reverse());
  expect(kept).toHaveLength(16);
});

test('leftovers of an interrupted copy are removed after an hour, not before', () => {
  const name = makeBackup(bench.engine.site, 'daily');
  const part = (of: string): string => join(folder.path, 'a.backups', `2025-01-01T00-00-00 ${of}.polydesk.part`);
  for (const of of ['old', 'new']) copyFileSync(join(folder.path, 'a.backups', name), part(of));
  utimesSync(part('old'), new Date(), new Date(Date.now() - 2 * 3_600_000));
  makeBackup(bench.engine.site, 'daily');
  expect([existsSync(part('old')), existsSync(part('new'))]).toEqual([false, true]);
});

test('it is made by itself in the worker, whole and verified, once', async () => {
  write('One');
  ahead = DAY + 1000;
  const end = keepDailyBackup(bench.engine, () => undefined, { first: 1, every: 3_600_000 });
  try {
    await vi.waitFor(() => expect(backups(bench.engine.site)).toHaveLength(1), { timeout: 30_000 });
    const [one] = backups(bench.engine.site);
    expect(one).toMatchObject({ reason: 'daily', verified: true });
    expect(faultsOfBackup(knownBackup(bench.engine.site, one?.name ?? ''))).toEqual([]);
    await new Promise((done) => setTimeout(done, 100));
    expect(backups(bench.engine.site)).toHaveLength(1);
  } finally {
    end();
  }
});

test('nothing is made when nothing is due: the control of the one before', async () => {
  write('One');
  const end = keepDailyBackup(bench.engine, () => undefined, { first: 1, every: 3_600_000 });
  await new Promise((done) => setTimeout(done, 200));
  end();
  expect(backups(bench.engine.site)).toEqual([]);
});
