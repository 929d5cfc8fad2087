import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { checkInvariants } from '../../core/store/file/invariants.ts';
import { writeBundle } from '../../core/transfer/bundle/write.ts';
import { writeWxr } from '../../core/transfer/wxr/write.ts';
import { all, sql } from '../../core/store/sql.ts';
import type { Bench } from '../support/engine.ts';
import { bench } from './benches.ts';
import { FIXTURE, importInto, temporaryFolder } from './support.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

/** The fixture, with another source chosen in one group of items and one of terms: not the item of the default language. */
function filled(): Bench {
  const made = bench();
  importInto(made.engine.site, { path: FIXTURE });
  for (const kind of ['post', 'term']) {
    const [group] = all<{ id: number; item: number }>(
      made.engine.site.db,
      sql`SELECT g.id, max(i.item_id) AS item FROM groups AS g JOIN item_languages AS i ON i.group_id = g.id
          WHERE g.kind = ${kind} AND i.language_id <> (SELECT default_language_id FROM site) GROUP BY g.id HAVING count(*) > 1 LIMIT 1`,
    );
    expect(made.ask('PATCH', `/polydesk/v1/groups/${group?.id}`, { source: group?.item }).status).toBe(200);
  }
  return made;
}

/** The stable keys of the chosen sources. */
function sources({ engine }: Bench): unknown[] {
  return all(
    engine.site.db,
    sql`SELECT g.kind, coalesce(p.uuid, t.uuid) AS uuid FROM groups AS g
        LEFT JOIN posts AS p ON g.kind = 'post' AND p.id = g.source LEFT JOIN terms AS t ON g.kind = 'term' AND t.id = g.source
        WHERE g.source IS NOT NULL ORDER BY 1`,
  );
}

const write: Record<string, (from: Bench, path: string) => unknown> = {
  'a bundle': ({ engine }, path) => writeBundle(engine.site, path, {}),
  'an export': ({ engine }, path) => writeWxr(engine.site, path, { uuids: true }),
};

test.each(Object.keys(write))('%s carries the chosen sources', (what) => {
  const first = filled();
  expect(sources(first)).toHaveLength(2);
  const path = join(folder.path, what);
  write[what]?.(first, path);
  const second = bench();
  importInto(second.engine.site, { path });
  expect(sources(second)).toEqual(sources(first));
  expect(checkInvariants(second.engine.site.db)).toEqual([]);
  // As where it comes from: choosing a source made every translation right for it.
  const coverage = (of: Bench): unknown => of.ask('GET', '/polydesk/v1/coverage').body;
  expect(coverage(second)).toEqual(coverage(first));
});

test('without stable keys an export carries none: they are ours alone', () => {
  const first = filled();
  const path = join(folder.path, 'bare.xml');
  writeWxr(first.engine.site, path, { uuids: false });
  const second = bench();
  importInto(second.engine.site, { path });
  expect(sources(second)).toEqual([]);
});
