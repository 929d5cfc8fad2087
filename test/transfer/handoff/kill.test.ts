import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { closeSite, openSite } from '../../../core/site.ts';
import { checkForeignKeys, checkInvariants } from '../../../core/store/file/invariants.ts';
import { writeHandoff } from '../../../core/transfer/handoff/export.ts';
import { UNWATCHED } from '../../../core/transfer/refusal.ts';
import { dump } from '../../fuzz/dump.ts';
import { programOf } from '../../support/bundles.ts';
import { openContentBench } from '../../support/content-bench.ts';
import { killedAfter, temporaryFolder } from '../support.ts';
import { translated } from './bench.ts';

const CYCLES = Number(process.env['KILL_CYCLES'] ?? 6);
const ITEMS = 150;
const folder = temporaryFolder();
afterAll(() => folder.remove());
const PROGRAM = programOf(join(import.meta.dirname, 'killed-taking.ts'));

/** A site, and a file of a translator for all of it. */
function siteAndFile(): { site: string; file: string } {
  const site = join(folder.path, 'site.polydesk');
  const bench = openContentBench(['en_US', 'fr_FR'], { file: site });
  for (let n = 0; n < ITEMS; n++)
    bench.must('POST', '/wp/v2/posts', {
      ...{ title: `Ride ${n} by night`, lang: 'en', status: 'publish' },
      content: `<!-- wp:paragraph -->\n<p>Number <b>${n}</b> of many</p>\n<!-- /wp:paragraph -->`,
    });
  const sent = join(folder.path, 'sent.xlf');
  writeHandoff(bench.engine.site, sent, { format: 'xliff12', lang: 'fr' }, UNWATCHED);
  bench.engine.close();
  return {
    site,
    file: folder.file(
      'back.xlf',
      translated(readFileSync(sent, 'utf8'), (text) => text.toUpperCase()),
    ),
  };
}

const rowsOf = (path: string): { rows: string; posts: number } => {
  const site = openSite(path, { version: '0.0.0' });
  expect([...checkForeignKeys(site.db), ...checkInvariants(site.db)]).toEqual([]);
  const tables = dump(site.db);
  closeSite(site);
  return { rows: JSON.stringify(tables), posts: tables['posts']?.length ?? 0 };
};

test(
  'a file that is being taken in while the program is killed is there whole, or not at all',
  { timeout: 60_000 + CYCLES * 10_000 },
  async () => {
    const { site, file } = siteAndFile();
    const before = rowsOf(site);
    const seen = new Set<number>();
    // The first one runs to its end and says how long there is to be killed in.
    let length = 0;
    for (let n = 0; n < CYCLES; n += 1) {
      const path = join(folder.path, `${n}.polydesk`);
      copyFileSync(site, path);
      const start = performance.now();
      const said = await killedAfter(PROGRAM, [path, file], n === 0 ? 60_000 : Math.round((length * n) / CYCLES / 2));
      const after = rowsOf(path);
      seen.add(after.posts);
      if (said.includes('done')) expect(after.posts).toBe(before.posts + ITEMS);
      else if (after.posts === before.posts) expect(after.rows).toBe(before.rows);
      expect([before.posts, before.posts + ITEMS]).toContain(after.posts);
      if (n === 0) length = performance.now() - start;
    }
    expect([...seen].toSorted((a, b) => a - b)).toEqual([before.posts, before.posts + ITEMS]);
  },
);
