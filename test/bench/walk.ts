// `npm run bench -- walk [ITEMS]`: how many pages of the finished site are checked in a second of the processor, in each URL mode,
// with a generated site. The goal is 200. Prints, asserts nothing.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { previewHosts } from '../../core/preview/hosts.ts';
import { walkSite } from '../../core/preview/walk.ts';
import { openBench } from '../support/engine.ts';
import { generateWxr } from '../transfer/generate.ts';
import { importInto } from '../transfer/support.ts';

const GOAL = 200;
const HOME = 'https://example.org';
const items = Number(process.argv[2] ?? 10_000);
const folder = mkdtempSync(join(tmpdir(), 'polydesk-bench-'));
const bench = openBench({ homeUrl: HOME, file: join(folder, 'walk.polydesk') });
try {
  const file = join(folder, 'large.xml');
  generateWxr(file, items);
  importInto(bench.engine.site, { path: file });
  change('/wp/v2/settings', { permalink_structure: '/%postname%/' });
  const languages = bench.ask('GET', '/pll/v1/languages').body as { slug: string }[];
  const domains = Object.fromEntries(languages.map(({ slug }, at) => [slug, at === 0 ? HOME : `https://${slug}.test`]));
  for (const [name, settings] of Object.entries({
    directories: { force_lang: 1, hide_default: true },
    'with language/': { force_lang: 1, hide_default: false, rewrite: false },
    subdomains: { force_lang: 2, hide_default: true },
    domains: { force_lang: 3, domains },
  })) {
    change('/pll/v1/settings', settings);
    walk(name);
  }
} finally {
  bench.engine.close();
  rmSync(folder, { recursive: true, force: true });
}

function change(path: string, values: object): void {
  const { status, body } = bench.ask('POST', path, values);
  if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
}

function walk(name: string): void {
  const { site } = bench.engine;
  const before = process.cpuUsage();
  const { pages, found } = walkSite(site, previewHosts(site, 8000), () => undefined);
  const { user, system } = process.cpuUsage(before);
  const rate = (pages * 1e6) / (user + system);
  const missed = rate < GOAL ? '  MISSED' : '';
  console.log(
    `${name.padEnd(15)} ${pages} pages, ${found} findings: ${Math.round(rate)} pages a second of the processor  goal ${GOAL}${missed}`,
  );
}
