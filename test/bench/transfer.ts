// `npm run bench -- transfer [ITEMS]`: how fast a large export is imported and exported, and how much memory that takes. Prints,
// asserts nothing. The goals: 5,000 items a second, 300 MB. To account for slow machines, it also prints the time of a program
// that only inserts the same rows. Then the large jobs in a server, and their effect on concurrent readers and writers.
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closeSite, openSite } from '../../core/site.ts';
import { leavesLog, settleLog } from '../../core/store/file/pragmas.ts';
import { writeWxr } from '../../core/transfer/wxr/write.ts';
import { generateWxr } from '../transfer/generate.ts';
import { peakMemory } from '../support/peak-memory.ts';
import { importInto } from '../transfer/support.ts';
import { floorOf } from './transfer-floor.ts';
import { holdsOf } from './transfer-hold.ts';

const items = Number(process.argv[2] ?? 10_300);
const folder = mkdtempSync(join(tmpdir(), 'polydesk-bench-'));
try {
  const file = join(folder, 'large.xml');
  generateWxr(file, items);
  process.stdout.write(`${items} items, ${Math.round(statSync(file).size / 2 ** 20)} MiB\n`);
  const path = join(folder, 'large.polydesk');
  const site = openSite(path, { version: '0.0.0' });
  timed('preview', () => importInto(site, { path: file, preview: true }));
  // As in a job: over when it is on the disk, in the log, and told.
  leavesLog(site.db, true);
  const took = timed('import', () => importInto(site, { path: file }));
  timed('then its log', () => settleLog(site.db));
  leavesLog(site.db, false);
  timed('export', () => writeWxr(site, join(folder, 'out.xml'), { uuids: true }));
  process.stdout.write(`most memory: ${Math.round(peakMemory() / 1024 / 1024)} MiB\n`);
  closeSite(site);
  const floor = floorOf(path, join(folder, 'floor.sqlite'));
  const least = floor.rows + floor.search;
  process.stdout.write(
    `the rows alone take ${floor.rows.toFixed(2)} s, their search index ${floor.search.toFixed(2)} s: the import takes ${(took / least).toFixed(1)} times that\n`,
  );
  for (const { job, seconds, longest, worked, read, refused, memory, before } of await holdsOf(folder, file))
    process.stdout.write(
      `${job.padEnd(7)} in a server: ${seconds.toFixed(1)} s; the main process was held for ${ms(longest)} at most, work of its own in one go took ${ms(worked)}; a read took ${ms(read)}, a refused write ${ms(refused)}; ${memory} MiB, ${before} before\n`,
    );
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function ms(value: number): string {
  return `${Math.round(value)} ms`;
}

/** Seconds of the processor. */
function timed(what: string, work: () => unknown): number {
  const start = performance.now();
  const before = process.cpuUsage();
  work();
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(before);
  const cpu = (user + system) / 1e6;
  process.stdout.write(
    `${what.padEnd(14)} ${seconds.toFixed(2)} s, ${Math.round(items / seconds)} items/s; of the processor ${cpu.toFixed(2)} s, ${Math.round(items / cpu)} items/s\n`,
  );
  return cpu;
}
