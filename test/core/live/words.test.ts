// Random edits on both sides, each with a unique word: whatever is pulled, every word is here, there, or in a conflict.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { planItem } from '../../../core/live/plan/item.ts';
import { openPair, make, type Pair } from './support/pair.ts';

const RUNS = Number(process.env['POLYDESK_LONG'] ?? 0) > 0 ? 40 : 4;

type Step =
  | { is: 'edit'; side: 'here' | 'there'; post: number; field: 'title' | 'content' | 'excerpt'; at: number }
  | { is: 'make'; side: 'here' | 'there' }
  | { is: 'check' }
  | { is: 'pull' };

const side = fc.constantFrom('here' as const, 'there' as const);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      is: fc.constant('edit' as const),
      side,
      post: fc.nat(2),
      field: fc.constantFrom('title' as const, 'content' as const, 'excerpt' as const),
      at: fc.nat(3),
    }),
  },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('make' as const), side }) },
  { weight: 2, arbitrary: fc.constant({ is: 'check' as const }) },
  { weight: 2, arbitrary: fc.constant({ is: 'pull' as const }) },
);

const paragraph = (text: string): string => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;

/** Adds a word to one field, without taking any away. */
function edit(
  { here, there }: Pair,
  { side: where, post, field, at }: Extract<Step, { is: 'edit' }>,
  word: string,
): void {
  const bench = where === 'here' ? here : there.bench;
  const list = bench.engine.site.db
    .prepare(`SELECT id, ${field} AS text FROM posts WHERE type = 'post' ORDER BY title, id`)
    .all();
  const row = list[post % Math.max(1, list.length)] as { id: number; text: string } | undefined;
  if (!row) return;
  const blocks = row.text.split('\n\n');
  const place = at % blocks.length;
  const next =
    field === 'content'
      ? blocks.map((one, n) => (n === place ? one.replace('</p>', ` ${word}</p>`) : one)).join('\n\n')
      : `${row.text} ${word}`.trim();
  const answer = bench.ask('POST', `/wp/v2/posts/${row.id}`, { [field]: next });
  expect(answer.status).toBe(200);
}

function wordsOf(pair: Pair): string {
  const of = (bench: Pair['here']): unknown =>
    bench.engine.site.db.prepare(`SELECT title, content, excerpt FROM posts`).all();
  const conflicts = pair.rows().map(({ kind, uuid }) => planItem(pair.site, `${kind}-${uuid}`));
  return JSON.stringify([of(pair.here), of(pair.there.bench), conflicts]);
}

test(
  'no word of either side is lost, and what was pulled is not to be pulled again',
  { timeout: 120_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        const pair = await openPair();
        try {
          for (let n = 0; n < 3; n++) {
            const content = [`First ${n} of them`, `Second ${n} part`, `Third ${n} end`].map(paragraph).join('\n\n');
            make(pair.there.bench, '/wp/v2/posts', { title: `Post ${n}`, status: 'publish', lang: 'en', content });
          }
          await pair.check();
          pair.pull();
          const words: string[] = [];
          for (const [n, one] of steps.entries()) {
            const word = `word${n}x`;
            if (one.is === 'check') await pair.check({ full: true });
            if (one.is === 'pull') pair.pull();
            if (one.is === 'edit') edit(pair, one, word);
            if (one.is === 'make')
              make(one.side === 'here' ? pair.here : pair.there.bench, '/wp/v2/posts', { title: word, lang: 'en' });
            if (one.is === 'edit' || one.is === 'make') words.push(word);
            const known = wordsOf(pair);
            expect(words.filter((each) => !known.includes(each))).toEqual([]);
          }
          await pair.check({ full: true });
          pair.pull();
          const left = pair.plan();
          expect(left.filter((line) => /^(?:there|new_there|deleted_there|merged) /.test(line))).toEqual([]);
          expect(pair.pull()).toMatchObject({ created: 0, changed: 0, deleted: 0 });
          expect(pair.plan()).toEqual(left);
        } finally {
          await pair.close();
        }
      }),
      { numRuns: RUNS },
    );
  },
);
