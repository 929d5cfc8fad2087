import { afterEach, expect, test, vi } from 'vitest';
import { followJob } from '../../../renderer/lib/api/jobs.ts';
import { fakeEngine } from '../helpers.ts';

const failing = (status: number) => ({ status, body: { code: 'rest_too_busy', message: 'Busy' } });
const running = { body: { id: 1, state: 'running', done: 1, total: 2 } };
const done = { body: { id: 1, state: 'done', done: 2, total: 2, report: { n: 5 }, entry: 7 } };

afterEach(() => {
  vi.useRealTimers();
  delete window.polydesk;
});

test('a job is followed through short outages', async () => {
  const answers = [running, failing(503), failing(503), done];
  fakeEngine(() => answers.shift());
  const told: number[] = [];
  expect(await followJob(1, (job) => told.push(job.done))).toEqual({ report: { n: 5 }, entry: 7 });
  expect(told).toEqual([1, 2]);
});

test('a longer outage ends the wait, and a refusal ends it immediately', async () => {
  vi.useFakeTimers();
  fakeEngine(() => failing(503));
  const lost = expect(followJob(1)).rejects.toMatchObject({ status: 503 });
  await vi.advanceTimersByTimeAsync(25_000);
  await lost;
  fakeEngine(() => failing(404));
  await expect(followJob(1)).rejects.toMatchObject({ status: 404 });
});
