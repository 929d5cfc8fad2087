import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { commandLineCaller } from '../../../../../core/domain/access/callers.ts';
import { transact } from '../../../../../core/domain/history/history.ts';
import type { ChangeNotice, Dict } from '../../../../../core/types.ts';
import { bodyOf, openBench, type Bench, type BenchOptions } from '../../../../support/engine.ts';

function bench(options: BenchOptions): Bench {
  const desk = openBench(options);
  onTestFinished(() => desk.engine.close());
  return desk;
}

const plan = (desk: Bench, title: string, date_gmt: string): number =>
  bodyOf(desk.ask('POST', '/wp/v2/posts', { title, status: 'publish', date_gmt }))['id'] as number;
const titles = (desk: Bench): unknown[] =>
  (desk.ask('GET', '/wp/v2/posts').body as { title: { rendered: string } }[]).map(({ title }) => title.rendered);

test('a planned item is public at its time, whoever looks first; one entry, nothing else changes', () => {
  let now = '2026-05-01T10:00:00Z';
  const desk = bench({ now: () => new Date(now) });
  const id = plan(desk, 'Later', '2026-05-01T12:00:00');
  plan(desk, 'Much later', '2026-05-02T12:00:00');
  const heard: ChangeNotice[] = [];
  desk.engine.onChange((notice) => heard.push(notice));
  const modified = bodyOf(desk.ask('GET', `/wp/v2/posts/${id}`))['modified'];
  expect(titles(desk)).toEqual([]);
  now = '2026-05-01T11:59:59Z';
  expect(titles(desk)).toEqual([]);
  now = '2026-05-01T12:00:00Z';
  expect(titles(desk)).toEqual(['Later']);
  expect(bodyOf(desk.ask('GET', `/wp/v2/posts/${id}`))).toMatchObject({ status: 'publish', modified });
  expect(heard).toMatchObject([
    { summary: 'Published “Later” as scheduled', items: [{ kind: 'post', id, op: 'update' }] },
  ]);
  now = '2026-05-03T00:00:00Z';
  expect(titles(desk)).toEqual(['Much later', 'Later']);
  expect((desk.ask('GET', '/polydesk/v1/history').body as Dict[]).length).toBe(4);
});

test.each(['', '0000-00-00T00:00:00', 'soon'])(
  'an item with the date “%s” keeps none of the others waiting',
  (date) => {
    let now = '2026-05-01T10:00:00Z';
    const desk = bench({ now: () => new Date(now) });
    const broken = plan(desk, 'Never', '2026-05-01T11:00:00');
    const { site } = desk.engine;
    transact(site, commandLineCaller(site), () => {
      site.db.prepare('UPDATE posts SET date_gmt = ? WHERE id = ?').run(date, broken);
      return { value: null, keep: true, summary: { code: 'posts.published', params: { count: 1 } } };
    });
    plan(desk, 'Later', '2026-05-01T12:00:00');
    now = '2026-05-01T12:00:00Z';
    expect(titles(desk)).toEqual(['Later']);
  },
);

test('what becomes due while a worker writes waits for it at rest, and is published then', () => {
  // Only the timers that the schedule uses, and no spies: test files share this process.
  vi.useFakeTimers({ now: new Date('2026-05-01T10:00:00Z'), toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  let asked = 0;
  const desk = bench({ now: () => (asked++, new Date()) });
  plan(desk, 'Later', '2026-05-01T10:00:05');
  desk.engine.site.merging = true;
  asked = 0;
  vi.advanceTimersByTime(15_000);
  expect(asked).toBeLessThan(100);
  desk.engine.site.merging = false;
  vi.advanceTimersByTime(2000);
  expect(titles(desk)).toEqual(['Later']);
});

test('what is put off, or becomes a draft, is not published', () => {
  let now = '2026-05-01T10:00:00Z';
  const desk = bench({ now: () => new Date(now) });
  const id = plan(desk, 'Later', '2026-05-01T12:00:00');
  const other = plan(desk, 'Never', '2026-05-01T12:00:00');
  desk.ask('POST', `/wp/v2/posts/${id}`, { date_gmt: '2026-05-01T15:00:00' });
  desk.ask('POST', `/wp/v2/posts/${other}`, { status: 'draft' });
  now = '2026-05-01T13:00:00Z';
  expect(titles(desk)).toEqual([]);
  now = '2026-05-01T15:00:00Z';
  expect(titles(desk)).toEqual(['Later']);
});

test('without anybody looking, by the clock; and at the start what became due meanwhile', () => {
  vi.useFakeTimers({ now: new Date('2026-05-01T10:00:00Z'), toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const folder = mkdtempSync(join(tmpdir(), 'polydesk-planned-'));
  const file = join(folder, 'a.polydesk');
  const desk = openBench({ file });
  const id = plan(desk, 'Soon', '2026-05-01T10:00:02');
  const later = plan(desk, 'Later', '2026-05-01T11:00:00');
  const status = (of: number): unknown =>
    desk.engine.site.db.prepare('SELECT status FROM posts WHERE id = ?').pluck().get(of);
  expect(status(id)).toBe('future');
  vi.advanceTimersByTime(1999);
  expect(status(id)).toBe('future');
  vi.advanceTimersByTime(1);
  expect([status(id), status(later)]).toEqual(['publish', 'future']);
  desk.engine.close();
  vi.setSystemTime('2026-05-01T12:00:00Z');
  const again = openBench({ file });
  onTestFinished(() => {
    again.engine.close();
    rmSync(folder, { recursive: true, force: true });
  });
  expect(again.engine.site.db.prepare('SELECT status FROM posts WHERE id = ?').pluck().get(later)).toBe('publish');
});
