import { afterEach, expect, test } from 'vitest';
import { countPosts, listPostIds, type PostFilter } from '../../../../../core/store/content/post-list.ts';
import { all, run, sql } from '../../../../../core/store/sql.ts';
import { transact } from '../../../../../core/domain/history/history.ts';
import { bodyOf, openBench, type Bench } from '../../../../support/engine.ts';

let bench: Bench;
afterEach(() => {
  bench.engine.close();
});

interface Row {
  id: number;
  author: number;
  status: string;
  language_id: number;
}

/** Posts of three authors and without an author, in two languages, some of them drafts. */
function fill(): { rows: Row[]; languages: number[] } {
  const site = bench.engine.site;
  const languages = ['en_US', 'fr_FR'].map((locale) =>
    Number(bodyOf(bench.ask('POST', '/pll/v1/languages', { locale }))['term_id']),
  );
  const authors = [1, bench.as('author').userId, bench.as('editor').userId];
  const orphans: number[] = [];
  for (let at = 0; at < 24; at++) {
    const fields = { title: `Post ${at}`, author: authors[(at * 7) % 3], lang: at % 5 < 2 ? 'fr' : 'en' };
    const { id } = bodyOf(bench.ask('POST', '/wp/v2/posts', { ...fields, status: at % 6 === 5 ? 'draft' : 'publish' }));
    if (at % 8 === 3) orphans.push(Number(id));
  }
  transact(site, bench.admin, () => {
    for (const id of orphans) run(site.db, sql`UPDATE posts SET author = NULL WHERE id = ${id}`);
    return { value: undefined, keep: true };
  });
  const rows = all<Row>(
    site.db,
    sql`SELECT id, coalesce(author, 0) AS author, status, coalesce(language_id, 0) AS language_id FROM posts WHERE type = 'post'`,
  );
  return { rows, languages };
}

const STATUSES = [{ statuses: ['publish'] }, { statuses: ['draft'] }, { statuses: ['publish', 'draft'] }];
const WINDOWS = Array.from({ length: 26 }, (_, offset) => [1, 3, 100].map((limit) => ({ limit, offset }))).flat();

test.each(STATUSES)(
  'every page in the order of authors, and every number of their posts, is that of the rows: $statuses',
  ({ statuses }) => {
    bench = openBench();
    const { rows, languages } = fill();
    const { db } = bench.engine.site;
    const named = [...new Set(rows.map((row) => row.author))];
    expect(named).toHaveLength(4);
    for (const language of [undefined, ...languages]) {
      const filter: PostFilter = { type: 'post', statuses, language };
      const own = rows.filter(
        (row) => statuses.includes(row.status) && [undefined, row.language_id].includes(language),
      );
      for (const direction of ['asc', 'desc'] as const) {
        const sign = direction === 'asc' ? 1 : -1;
        const sorted = own.toSorted((a, b) => sign * (a.author - b.author) || a.id - b.id).map((row) => row.id);
        const order = { by: 'author', direction } as const;
        const pages = WINDOWS.map((window) => listPostIds(db, filter, { ...window, order }));
        expect(pages).toEqual(WINDOWS.map(({ limit, offset }) => sorted.slice(offset, offset + limit)));
      }
      const asked = [[0], [1], named.slice(1), named, [1, 1], [999]];
      const counted = asked.map((authors) => countPosts(db, { ...filter, authors }));
      expect(counted).toEqual(asked.map((authors) => own.filter((row) => authors.includes(row.author)).length));
    }
  },
);
