import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { backups, isBackupDue, makeBackup, verifyBackup } from '../../../core/domain/backups.ts';
import { keepDailyBackup } from '../../../core/server/daily-backup.ts';
import { openBench, type Bench } from '../../support/engine.ts';
import { temporaryFolder } from '../../transfer/support.ts';

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

test('it is made by itself in the worker, whole and verified, once', async () => {
  write('One');
  ahead = DAY + 1000;
  const end = keepDailyBackup(bench.engine, () => undefined, { first: 1, every: 3_600_000 });
  try {
    await vi.waitFor(() => expect(backups(bench.engine.site)).toHaveLength(1), { timeout: 30_000 });
    const [one] = backups(bench.engine.site);
    expect(one).toMatchObject({ reason: 'daily', verified: true });
    expect(verifyBackup(bench.engine.site, one?.name ?? '')).toEqual([]);
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
