import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openSite } from '../../core/site.ts';
import { faultLibrary, points, runTask, type Fault, type Ran } from './faults/faults.ts';
import { freshSites } from './faults/fresh.ts';
import { openEngine, postsRequest, statusOf } from './faults/requests.ts';

/** Failing disk calls, over all kinds; `npm run test:long` runs a thousand. */
const POINTS = Number(process.env['FAULT_POINTS'] ?? 10);
/** Writes on a disk that is full. */
const WRITES = Number(process.env['FULL_DISK_WRITES'] ?? 60);

const freshSite = freshSites();

interface Answer {
  status: number;
  titles: string[];
}

const answersOf = ({ lines }: Ran): Answer[] =>
  lines.map((line) => {
    const [status = '', ...titles] = line.trim().split(' ');
    return { status: Number(status), titles };
  });

/** Titles in the file as the next start finds it; its rules hold. */
function stored(file: string): string[] {
  const site = openSite(file, { version: '1.0.0', create: false });
  expect({ findings: site.findings, integrity: site.db.pragma('integrity_check', { simple: true }) }).toEqual({
    findings: [],
    integrity: 'ok',
  });
  const titles = site.db.prepare('SELECT title FROM posts ORDER BY id').pluck().all() as string[];
  site.close();
  return titles;
}

const titlesOf = (answers: readonly Answer[], isWanted: (status: number) => boolean): string[] =>
  answers.filter(({ status }) => isWanted(status)).flatMap(({ titles }) => titles);
const isStored = (status: number): boolean => status < 300;

/** What is wrong with a run: answered and not there, there and never asked for, half a batch. */
function wrongs(file: string, answers: readonly Answer[]): string[] {
  const there = new Set(stored(file));
  const lost = titlesOf(answers, isStored).filter((title) => !there.has(title));
  const asked = new Set(answers.flatMap(({ titles }) => titles));
  const half = answers.filter(
    ({ titles: [a, b] }) => a !== undefined && b !== undefined && there.has(a) !== there.has(b),
  );
  return [
    ...lost.map((title) => `${title} was answered and is lost`),
    ...[...there].filter((title) => !asked.has(title)).map((title) => `${title} came from nowhere`),
    ...half.map(({ titles }) => `${titles.join(' and ')} are half there`),
  ];
}

const KINDS = (['eio', 'enospc', 'edquot', 'short', 'fsync'] as const).flatMap((kind) => [
  { kind, sticky: false },
  { kind, sticky: true },
]);

const counted = new Map<string, Promise<Ran>>();
/** How many calls there are when nothing fails; of an fsync only those are counted. */
async function callsOf(kind: Fault['kind']): Promise<number> {
  const quiet: Fault = kind === 'fsync' ? { kind, at: 1e9 } : {};
  const key = quiet.kind ?? 'any';
  const run = counted.get(key) ?? runTask('requests', freshSite(), quiet);
  counted.set(key, run);
  return (await run).calls;
}

describe.runIf(faultLibrary() !== undefined)('a disk that fails', () => {
  test.each(KINDS)('$kind, for good: $sticky', { timeout: 3_600_000 }, async ({ kind, sticky }) => {
    const calls = await callsOf(kind);
    let [failures, early] = [0, 0];
    for (const at of points(calls, Math.ceil(POINTS / KINDS.length))) {
      const fault: Fault = { kind, at, sticky };
      const file = freshSite();
      const ran = await runTask('requests', file, fault);
      const answers = answersOf(ran);
      expect({ fault, code: ran.code, answers: answers.length }).toEqual({ fault, code: 0, answers: 40 });
      const failed = answers.filter(({ status }) => !isStored(status));
      failures += failed.length;
      // Later ones may meet the closing of the file only, which nobody is told of.
      if (at < calls * 0.7) early++;
      expect([503, 507]).toEqual(expect.arrayContaining(failed.map(({ status }) => status)));
      // Once: it works again, or nothing more is written.
      const after = answers.slice(answers.findIndex(({ status }) => !isStored(status)) + 1);
      if (!sticky && failed.length > 1) expect(after.every(({ status }) => status === 503)).toBe(true);
      expect({ fault, wrong: wrongs(file, answers) }).toEqual({ fault, wrong: [] });
    }
    // The rest of a short write is written by a second call.
    if (kind !== 'short' && sticky) expect(failures).toBeGreaterThanOrEqual(early);
  });

  test('control: with failures swallowed, answered writes are missing', async () => {
    const file = freshSite();
    const answers = answersOf(await runTask('requests careless', file, { kind: 'enospc', at: 30, sticky: true }));
    expect(wrongs(file, answers)).toContainEqual(expect.stringMatching(/was answered and is lost/));
  });
});

/** A disk of its own, so large; undefined where this user may not mount one. */
function smallDisk(size: string): string | undefined {
  const at = mkdtempSync(join(tmpdir(), 'polydesk-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=700`, 'polydesk-test', at], { stdio: 'ignore' });
    return at;
  } catch {
    rmSync(at, { recursive: true });
    return undefined;
  }
}

function unmount(at: string): void {
  execFileSync('umount', [at], { stdio: 'ignore' });
  rmSync(at, { recursive: true });
}

const mayMount = ((): boolean => {
  const at = process.platform === 'linux' ? smallDisk('1m') : undefined;
  if (at !== undefined) unmount(at);
  return at !== undefined;
})();

describe.runIf(mayMount)('a full disk of 3 MiB', () => {
  test(
    `of ${WRITES} writes what was answered is stored, exactly, and with room it goes on`,
    { timeout: 600_000 },
    () => {
      const disk = smallDisk('3m') ?? '';
      onTestFinished(() => unmount(disk));
      const ballast = join(disk, 'ballast');
      writeFileSync(ballast, Buffer.alloc(1_000_000));
      const file = join(disk, 'a.polydesk');
      const engine = openEngine(file, 0);
      const answers = Array.from({ length: WRITES }, (_, n) => {
        const titles = n % 4 === 3 ? [`t${n}a`, `t${n}b`] : [`t${n}`];
        return { status: statusOf(engine, postsRequest(titles)), titles };
      });
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 507]));
      expect(statusOf(engine, { method: 'GET', path: '/wp/v2/posts' })).toBe(200);
      rmSync(ballast);
      const again = ['more', 'and more'].map((title) => ({
        status: statusOf(engine, postsRequest([title])),
        titles: [title],
      }));
      expect(again.map(({ status }) => status)).toEqual([201, 201]);
      engine.close();
      expect(stored(file)).toEqual(titlesOf([...answers, ...again], isStored));
    },
  );
});

describe.runIf(mayMount)('a disk of 96 MiB', () => {
  test('of the last 32 MiB only deletes and settings take; with more free it goes on', () => {
    const disk = smallDisk('96m') ?? '';
    onTestFinished(() => unmount(disk));
    const engine = openEngine(join(disk, 'a.polydesk'));
    const ballast = join(disk, 'ballast');
    const post = (title: string): number => statusOf(engine, postsRequest([title]));
    expect(post('before')).toBe(201);
    writeFileSync(ballast, Buffer.alloc(70_000_000));
    expect([post('no'), post('neither')]).toEqual([507, 507]);
    expect(statusOf(engine, { method: 'POST', path: '/wp/v2/settings', body: { title: 'Full' } })).toBe(200);
    expect(statusOf(engine, { method: 'DELETE', path: '/wp/v2/posts/1', query: { force: 'true' } })).toBe(200);
    rmSync(ballast);
    expect(post('after')).toBe(201);
    engine.close();
    expect(stored(join(disk, 'a.polydesk'))).toEqual(['after']);
  });
});
