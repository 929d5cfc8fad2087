import { expect, onTestFinished, test, vi } from 'vitest';
import { transact } from '../../../core/domain/history/history.ts';
import { createQueue, type QueuedJob } from '../../../core/jobs/queue.ts';
import { openSite } from '../../../core/site.ts';
import { writeOption } from '../../../core/store/settings/settings.ts';
import { openBench } from '../../support/engine.ts';

test('a failing listener neither rolls back a write nor affects other listeners', () => {
  const bench = openBench();
  onTestFinished(() => bench.engine.close());
  const told = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => told.mockRestore());
  const heard: number[] = [];
  bench.engine.onChange(() => {
    throw new Error('the window is gone');
  });
  bench.engine.onChange((notice) => heard.push(notice.id));
  expect(bench.ask('POST', '/wp/v2/posts', { title: 'One' }).status).toBe(201);
  expect(heard).toHaveLength(1);
  expect(told.mock.calls.join()).toContain('the window is gone');
});

test('job files that cannot be removed block nothing', () => {
  const site = openSite(':memory:', { version: '0.0.0-test' });
  onTestFinished(() => site.close());
  const lines: string[] = [];
  const queue = createQueue(site, { changed: () => undefined, log: (line) => lines.push(line) });
  const kind: QueuedJob['kind'] = {
    name: 'test',
    screen: 'activity',
    run: () => ({ report: null }),
    discard: () => {
      throw new Error('EBUSY');
    },
  };
  const facts = { input: null, kept: undefined, report: null, entry: null, progress: { done: 0, total: 0 } };
  const caller = openCaller();
  const jobs = Array.from({ length: 102 }, (_, n): QueuedJob => {
    return { ...facts, id: n + 1, kind, caller, state: 'queued', isDiscarded: false };
  });
  for (const job of jobs) queue.add(job);
  expect(queue.all()).toHaveLength(100);
  queue.close();
  expect(queue.all()).toEqual([]);
  expect(lines).toHaveLength(102);
});

test('types that cannot be read are missed in the log, once', () => {
  const bench = openBench();
  onTestFinished(() => bench.engine.close());
  const told = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => told.mockRestore());
  const { site } = bench.engine;
  const invalid = { post_types: [{ name: 'No Name' }] };
  transact(site, bench.admin, () => ({
    value: writeOption(site.db, 'content_model', invalid),
    keep: true,
  }));
  for (let n = 0; n < 2; n++) expect(bench.ask('GET', '/wp/v2/posts').status).toBe(200);
  expect(told.mock.calls.map(([line]) => line)).toEqual([
    'custom types cannot be read and are not shown, their items are safe; the site check can repair this\n',
  ]);
});

function openCaller(): QueuedJob['caller'] {
  const bench = openBench();
  onTestFinished(() => bench.engine.close());
  return bench.admin;
}
