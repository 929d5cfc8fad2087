import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { run, sql } from '../../core/store/sql.ts';
import { contentWrite, openContentDesk, WORDS, type ContentDesk } from '../support/content-writes.ts';
import { recount } from '../support/recount.ts';
import { holds, TIME } from './seed.ts';

/** A desk after that many writes. */
async function written(seed: number, writes: number): Promise<ContentDesk> {
  const desk = openContentDesk(seed);
  for (let n = 1; n <= writes; n++) await contentWrite(desk, n);
  return desk;
}

test(
  'counts, totals, search and coverage are those of the content, after any writes',
  async () => {
    await holds(
      fc.asyncProperty(fc.nat(), fc.integer({ min: 10, max: 90 }), async (seed, writes) => {
        const desk = await written(seed, writes);
        try {
          // Twice: what was worked out for the first look is kept up to date for the second.
          for (let n = writes + 1; n <= writes + 15; n += 5) {
            const { kept, counted } = recount(desk, WORDS);
            expect(kept).toEqual(counted);
            for (let more = 0; more < 5; more++) await contentWrite(desk, n + more);
          }
        } finally {
          desk.engine.close();
        }
      }),
      5,
    );
  },
  TIME,
);

test.each([
  ['posts', sql`UPDATE post_counts SET n = n + 1 WHERE type = 'post'`],
  ['terms', sql`UPDATE term_counts SET n = n + 1`],
  ['search', sql`DELETE FROM post_search`],
  ['coverage', sql`UPDATE matrix_counts SET n = n + 1`],
] as const)('control: a wrong number is found: %s', async (part, spoil) => {
  const desk = await written(1, 60);
  recount(desk, WORDS);
  run(desk.engine.site.db, spoil);
  const { kept, counted } = recount(desk, WORDS);
  expect(kept[part]).not.toEqual(counted[part]);
  desk.engine.close();
});
