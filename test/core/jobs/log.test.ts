import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { openSite } from '../../../core/site.ts';
import { leavesLog } from '../../../core/store/file/pragmas.ts';
import { bodyOf, openBench, type Bench } from '../../support/engine.ts';
import { fillWithPosts } from '../../support/many-posts.ts';

const POSTS = 2100;

/** A site in a file, with many posts created in one entry. */
function benchWithPosts(): Bench & { file: string } {
  const folder = mkdtempSync(join(tmpdir(), 'polydesk-log-'));
  const file = join(folder, 'a.polydesk');
  const bench = openBench({ file });
  onTestFinished(() => {
    bench.engine.close();
    rmSync(folder, { recursive: true, force: true });
  });
  fillWithPosts(bench, POSTS);
  return { ...bench, file };
}

/** Pages that are in the log only. A small write after a complete checkpoint begins the log anew. */
function onlyInLog({ engine }: Bench): number {
  const [{ log, checkpointed }] = engine.site.db.pragma('wal_checkpoint(NOOP)') as [
    { log: number; checkpointed: number },
  ];
  return log - checkpointed;
}

function settlesItself({ engine }: Bench): boolean {
  return engine.site.db.pragma('wal_autocheckpoint', { simple: true }) === 1000;
}

/** Takes all posts back, with a worker, and returns when that is told. */
async function undo(bench: Bench): Promise<void> {
  bench.ask('POST', '/polydesk/v1/history/1/undo', {});
  while (bodyOf(bench.ask('GET', '/polydesk/v1/jobs/1'))['state'] !== 'done') await wait(1);
}

test('the log of a job is checkpointed after the job was reported, not by the next write', async () => {
  const bench = benchWithPosts();
  await undo(bench);
  while (!settlesItself(bench)) await wait(1);
  expect(onlyInLog(bench)).toBeLessThan(10);
});

test('control: without a checkpoint it stays in the log', () => {
  const bench = benchWithPosts();
  leavesLog(bench.engine.site.db, true);
  bench.ask('POST', '/wp/v2/posts', { title: 'One more', content: 'x'.repeat(5_000_000) });
  expect(onlyInLog(bench)).toBeGreaterThan(1000);
});

test('a site that is closed as soon as a job is over is let go of when the worker has', async () => {
  const bench = benchWithPosts();
  await undo(bench);
  bench.engine.close();
  const again = openSite(bench.file, { version: '0.0.0' });
  expect(again.readOnly).toBe(false);
  expect(again.db.prepare('SELECT count(*) FROM posts').pluck().get()).toBe(0);
  again.close();
});
