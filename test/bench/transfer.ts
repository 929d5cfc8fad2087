// `npm run bench -- transfer [ITEMS]`: how fast a large export comes in and goes out, and how much memory that takes. Prints,
// asserts nothing. The goals: 5,000 items a second, 300 MB.
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drainMatrix } from '../../core/domain/matrix.ts';
import { drainSearchQueue } from '../../core/domain/posts/search-index.ts';
import { closeSite, openSite } from '../../core/site.ts';
import { writeWxr } from '../../core/transfer/wxr-write.ts';
import { generateWxr } from '../transfer/generate.ts';
import { importInto } from '../transfer/support.ts';

const items = Number(process.argv[2] ?? 10_300);
const folder = mkdtempSync(join(tmpdir(), 'polydesk-bench-'));
try {
  const file = join(folder, 'large.xml');
  generateWxr(file, items);
  process.stdout.write(`${items} items, ${Math.round(statSync(file).size / 2 ** 20)} MiB\n`);
  const site = openSite(join(folder, 'large.polydesk'), { version: '0.0.0' });
  timed('import', () => importInto(site, { path: file }));
  timed('search index', () => drainSearchQueue(site));
  timed('matrix', () => drainMatrix(site));
  timed('export', () => writeWxr(site, join(folder, 'out.xml'), { uuids: true }));
  closeSite(site);
  process.stdout.write(`most memory: ${Math.round(process.resourceUsage().maxRSS / 1024)} MiB\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function timed(what: string, work: () => unknown): void {
  const start = performance.now();
  const before = process.cpuUsage();
  work();
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(before);
  const cpu = ((user + system) / 1e6).toFixed(2);
  process.stdout.write(`${what.padEnd(14)} ${seconds.toFixed(2)} s, ${Math.round(items / seconds)} items/s (${cpu} s of the processor)\n`);
}
