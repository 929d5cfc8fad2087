import fc from 'fast-check';
import { expect, test } from 'vitest';
import { transact } from '../../../core/domain/history/history.ts';
import { all, run, sql } from '../../../core/store/sql.ts';
import { insertPost, deletePost, updatePost } from '../../../core/store/content/posts.ts';
import { deleteTerm, insertTerm } from '../../../core/store/content/terms.ts';
import { openBench } from '../../support/engine.ts';

const STATUSES = ['publish', 'draft', 'trash'] as const;
const step = fc.record({
  what: fc.constantFrom('add', 'status', 'carry', 'drop', 'delete', 'deleteTerm' as const),
  post: fc.nat(4),
  term: fc.nat(3),
  status: fc.constantFrom(...STATUSES),
});
const at = { date: '2026-01-01T00:00:00', date_gmt: '2026-01-01T00:00:00', modified: '', modified_gmt: '' };

test('counts of terms equal a recount after any writes', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const { engine, admin } = openBench();
      const { site } = engine;
      const { db } = site;
      transact(site, admin, () => {
        const terms = [1, 2, 3, 4].map((n) => insertTerm(db, { taxonomy: 'post_tag', name: `t${n}`, slug: `t${n}` }));
        const posts: number[] = [];
        for (const { what, post, term, status } of steps) {
          const [postId, termId] = [posts[post], terms[term]];
          if (what === 'add') posts.push(insertPost(db, 'post', { ...at, status }));
          if (postId === undefined || termId === undefined) continue;
          if (what === 'status') updatePost(db, postId, { status });
          if (what === 'carry')
            run(
              db,
              sql`INSERT OR IGNORE INTO post_terms SELECT p.id, t.id FROM posts p, terms t WHERE p.id = ${postId} AND t.id = ${termId}`,
            );
          if (what === 'drop') run(db, sql`DELETE FROM post_terms WHERE post_id = ${postId} AND term_id = ${termId}`);
          if (what === 'delete') deletePost(db, postId);
          if (what === 'deleteTerm') deleteTerm(db, termId);
        }
        return { value: undefined, keep: true };
      });
      const kept = all(db, sql`SELECT term_id AS id, n FROM term_counts WHERE n <> 0 ORDER BY id`);
      const counted = all(
        db,
        sql`SELECT pt.term_id AS id, count(*) AS n FROM post_terms pt JOIN posts p ON p.id = pt.post_id WHERE p.status = 'publish' GROUP BY 1 ORDER BY 1`,
      );
      engine.close();
      expect(kept).toEqual(counted);
    }),
    { numRuns: 40 },
  );
});
