import fc from 'fast-check';
import { expect, test } from 'vitest';
import { transact } from '../../../core/domain/history/history.ts';
import { RestError } from '../../../core/errors.ts';
import { openSite, type Site } from '../../../core/site.ts';
import { sqliteCode } from '../../../core/store/file/failures.ts';
import { checkForeignKeys, checkInvariants } from '../../../core/store/file/invariants.ts';
import { JOURNALLED } from '../../../core/store/journal/triggers.ts';
import { all, run, sql, type Sql } from '../../../core/store/sql.ts';
import { admin, dump, undoEntry } from './support.ts';

const TABLES = new Set(JOURNALLED.map(({ table }) => table));

/** Inputs of one write: few ids, so that writes overlap. */
interface Dice {
  a: number;
  b: number;
  text: string;
}

/** Writes of every kind the tables know. Many are refused by a constraint: then they write nothing. */
const WRITES: ((dice: Dice) => Sql[])[] = [
  ({ a }) => [
    sql`INSERT INTO settings VALUES ('force_lang', ${String((a % 3) + 1)}) ON CONFLICT DO UPDATE SET value = excluded.value`,
  ],
  ({ text }) => [sql`REPLACE INTO options VALUES (${text.slice(0, 1)}, ${JSON.stringify(text)})`],
  () => [sql`DELETE FROM options`],
  ({ a, b }) => [sql`UPDATE OR IGNORE options SET name = ${`k${a}`} WHERE name <> ${`k${b}`}`],
  ({ a, text }) => [
    sql`INSERT INTO users (id, uuid, login, role, name, slug, registered_at) VALUES (${a}, ${`u${a}`}, ${`${text}${a}`}, 'administrator', ${text}, 's', '')`,
  ],
  ({ a, text }) => [sql`UPDATE users SET login = ${`${text.toUpperCase()}${a}`} WHERE id = ${a}`],
  ({ a }) => [sql`DELETE FROM users WHERE id = ${a}`],
  ({ a, b, text }) => [
    sql`INSERT INTO user_descriptions VALUES (${a}, ${b + 20}, ${text}) ON CONFLICT DO UPDATE SET description = excluded.description`,
  ],
  ({ a, b, text }) => [
    sql`INSERT INTO terms (id, uuid, taxonomy, name, slug, parent) VALUES (${a}, ${`t${a}`}, 'category', ${text}, ${text}, ${b === a || b === 0 ? null : b})`,
  ],
  ({ a, b, text }) => [sql`UPDATE terms SET name = ${text}, parent = ${b || null} WHERE id = ${a} AND id <> ${b}`],
  ({ a }) => [sql`UPDATE terms SET parent = NULL WHERE parent = ${a}`, sql`DELETE FROM terms WHERE id = ${a}`],
  ({ a, b, text }) => [sql`INSERT INTO term_meta (term_id, key, value) VALUES (${a}, ${`k${b}`}, ${text})`],
  ({ a, text }) => [sql`UPDATE term_meta SET value = ${text} WHERE term_id = ${a}`],
  ({ a }) => [
    sql`INSERT INTO terms (id, uuid, taxonomy, name, slug) VALUES (${a + 20}, ${`l${a}`}, 'language', 'L', ${`l${a}`}), (${a + 30}, ${`w${a}`}, 'term_language', 'L', ${`w${a}`})`,
    sql`INSERT INTO languages (term_id, twin_id, locale, is_rtl) VALUES (${a + 20}, ${a + 30}, 'xx', 0)`,
    sql`UPDATE site SET default_language_id = coalesce(default_language_id, ${a + 20})`,
  ],
  ({ a, b }) => [sql`UPDATE languages SET active = ${b % 2}, term_group = ${b} WHERE term_id = ${a + 20}`],
  ({ a }) => [sql`UPDATE site SET default_language_id = ${a + 20}`],
  ({ a }) => [sql`UPDATE site SET default_category_id = ${a}`],
  ({ a }) => [
    sql`DELETE FROM item_languages WHERE language_id = ${a + 20}`,
    sql`UPDATE site SET default_language_id = (SELECT min(term_id) FROM languages WHERE term_id <> ${a + 20}) WHERE default_language_id = ${a + 20}`,
    sql`DELETE FROM terms WHERE id IN (${a + 20}, ${a + 30})`,
    sql`DELETE FROM groups WHERE id NOT IN (SELECT group_id FROM item_languages)`,
  ],
  ({ a, b, text }) => [
    sql`INSERT INTO posts (id, uuid, type, status, title, date, date_gmt, modified, modified_gmt, author, parent) VALUES (${a}, ${`p${a}`}, 'post', ${b % 2 ? 'publish' : 'draft'}, ${text}, '', '', '', '', ${b || null}, NULL)`,
  ],
  ({ a, b, text }) => [
    sql`UPDATE posts SET title = ${text}, status = ${b % 2 ? 'publish' : 'draft'}, menu_order = ${b} WHERE id = ${a}`,
  ],
  ({ a, b }) => [sql`UPDATE posts SET parent = ${b || null} WHERE id = ${a} AND id <> ${b}`],
  ({ a }) => [
    sql`UPDATE posts SET parent = NULL WHERE parent = ${a}`,
    sql`UPDATE groups SET source = NULL WHERE kind = 'post' AND source = ${a}`,
    sql`DELETE FROM posts WHERE id = ${a}`,
    sql`DELETE FROM groups WHERE id NOT IN (SELECT group_id FROM item_languages)`,
  ],
  ({ a, b, text }) => [sql`REPLACE INTO post_meta (id, post_id, key, value) VALUES (${b + 1}, ${a}, 'k', ${text})`],
  ({ a, b }) => [sql`INSERT INTO post_terms VALUES (${a}, ${b})`],
  ({ a, b }) => [sql`UPDATE OR REPLACE post_terms SET term_id = ${b} WHERE post_id = ${a}`],
  ({ a, b }) => [
    sql`INSERT INTO groups (id, kind, type) VALUES (${a + b * 10}, 'post', 'post') ON CONFLICT DO NOTHING`,
    sql`INSERT INTO item_languages (kind, item_id, type, language_id, group_id, pos) VALUES ('post', ${a}, 'post', ${b + 20}, ${a + b * 10}, 1)`,
  ],
  ({ a, b }) => [
    sql`UPDATE OR IGNORE item_languages SET group_id = (SELECT group_id FROM item_languages WHERE item_id = ${b}), pos = pos + 1 WHERE item_id = ${a} AND EXISTS (SELECT 1 FROM item_languages WHERE item_id = ${b})`,
    sql`UPDATE groups SET source = NULL`,
    sql`DELETE FROM groups WHERE id NOT IN (SELECT group_id FROM item_languages)`,
  ],
  ({ a, b }) => [sql`UPDATE item_languages SET language_id = ${b + 20} WHERE item_id = ${a}`],
  ({ a }) => [
    sql`UPDATE groups SET source = ${a} WHERE id IN (SELECT group_id FROM item_languages WHERE item_id = ${a})`,
  ],
  ({ a, text }) => [sql`REPLACE INTO media (post_id, alt_text) VALUES (${a}, ${text})`],
];

const RUNS = Number(process.env['RUNS'] ?? 15);
const dice = fc.record({
  kind: fc.nat(WRITES.length - 1),
  a: fc.nat(5),
  b: fc.nat(5),
  text: fc.oneof(fc.string({ unit: 'binary', maxLength: 4 }), fc.constantFrom('a', 'A', '', '\u0000', '"\\')),
});
const changes = fc.array(fc.array(dice, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 20 });

/** One change; null when it would break a rule or changed nothing. */
function play(site: Site, writes: readonly (Dice & { kind: number })[]): number | null {
  try {
    const { notice } = transact(site, admin, () => {
      for (const write of writes) tryAll(site, WRITES[write.kind]?.(write) ?? []);
      return { value: null, keep: checkInvariants(site.db, TABLES).length === 0 };
    });
    return notice?.id ?? null;
  } catch (error) {
    if (sqliteCode(error)?.startsWith('SQLITE_CONSTRAINT')) return null;
    throw error;
  }
}

/** All statements or none. */
function tryAll(site: Site, statements: readonly Sql[]): void {
  try {
    site.db.transaction(() => {
      for (const statement of statements) run(site.db, statement);
    })();
  } catch (error) {
    if (!sqliteCode(error)?.startsWith('SQLITE_CONSTRAINT')) throw error;
  }
}

function tables(site: Site): unknown {
  const counts = all(site.db, sql`SELECT * FROM post_counts WHERE n <> 0 ORDER BY type, status, language_id`);
  const languages = all(site.db, sql`SELECT id, language_id FROM posts ORDER BY id`);
  return { ...dump(site.db), counts, languages };
}

/** Something to meet: two languages, terms, posts, one of them with a language. */
const START: readonly (Dice & { kind: number })[] = [
  [13, 1, 0],
  [13, 2, 0],
  [8, 2, 0],
  [8, 3, 2],
  [18, 1, 1],
  [18, 2, 0],
  [25, 1, 1],
  [23, 1, 2],
].map(([kind = 0, a = 0, b = 0]) => ({ kind, a, b, text: 'start' }));

test('any sequence of changes, undone completely, gives the same tables; and redone, too', { timeout: 120_000 }, () => {
  let entries = 0;
  fc.assert(
    fc.property(changes, (played) => {
      const site = openSite(':memory:', { version: '1' });
      const states: { id: number; before: unknown }[] = [];
      for (const writes of [START, ...played]) {
        const before = tables(site);
        const id = play(site, writes);
        if (id === null) expect(tables(site)).toEqual(before);
        else states.push({ id, before });
      }
      entries += states.length;
      const last = tables(site);
      const undone = states.toReversed().map(({ id, before }) => {
        const notice = undoEntry(site, id);
        expect(tables(site)).toEqual(before);
        return notice?.id ?? 0;
      });
      for (const id of undone.reverse()) undoEntry(site, id);
      expect(tables(site)).toEqual(last);
      site.close();
    }),
    { numRuns: RUNS },
  );
  expect(entries).toBeGreaterThan(RUNS * 2);
});

test(
  'undone in any order: taken back without breaking a rule, or refused without a change',
  { timeout: 120_000 },
  () => {
    const outcomes = { undone: 0, conflict: 0, gone: 0 };
    fc.assert(
      fc.property(changes, fc.array(fc.tuple(fc.nat(30), fc.boolean()), { maxLength: 15 }), (played, undos) => {
        const site = openSite(':memory:', { version: '1' });
        for (const writes of [START, ...played]) play(site, writes);
        for (const [id, force] of undos) {
          const before = tables(site);
          const refusal = refusalOf(() => undoEntry(site, id + 1, force));
          if (refusal) expect(tables(site)).toEqual(before);
          expect([...checkForeignKeys(site.db), ...checkInvariants(site.db)]).toEqual([]);
          outcomes[refusal === 409 ? 'conflict' : refusal ? 'gone' : 'undone']++;
        }
        site.close();
      }),
      { numRuns: RUNS, examples: BOTH_WAYS },
    );
    expect(Math.min(outcomes.undone, outcomes.conflict)).toBeGreaterThan(0);
  },
);

/** Whatever chance brings, the first change is once taken back, and once refused because a later one changed its term. */
const BOTH_WAYS: [(Dice & { kind: number })[][], [number, boolean][]][] = [
  [[], [[0, false]]],
  [[[{ kind: 9, a: 2, b: 0, text: 'later' }]], [[0, false]]],
];

/** The status of a refusal; what is not a refusal is a fault. */
function refusalOf(work: () => unknown): number | null {
  try {
    work();
    return null;
  } catch (error) {
    if (error instanceof RestError) return error.status;
    throw error;
  }
}
