import { transact } from '../../core/domain/history/history.ts';
import { run, sql } from '../../core/store/sql.ts';
import type { Bench } from './engine.ts';

/** Published posts, all created by one journal entry: 1 to `count`. */
export function fillWithPosts({ engine: { site }, admin }: Bench, count: number): void {
  transact(site, admin, () => {
    for (let n = 1; n <= count; n++) {
      run(
        site.db,
        sql`INSERT INTO posts (uuid, type, status, slug, title, date, date_gmt, modified, modified_gmt, author)
            VALUES (${`many-${n}`}, 'post', 'publish', ${`post-${n}`}, ${`Post ${n}`}, '2026-01-01T10:00:00', '2026-01-01T10:00:00', '2026-01-01T10:00:00', '2026-01-01T10:00:00', 1)`,
      );
    }
    return { value: null, keep: true };
  });
}
