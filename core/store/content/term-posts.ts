import { column, pluck, run, sql, type ReadDb, type WriteDb } from '../sql.ts';

/** Adds a term to the posts of its language that are translations of posts with another term of its group. */
export function addTermToTranslations(db: WriteDb, to: { term: number; language: number; group: number }): void {
  run(
    db,
    sql`INSERT INTO post_terms (post_id, term_id)
        SELECT DISTINCT there.item_id, ${to.term}
        FROM item_languages AS member
        JOIN post_terms AS carried ON carried.term_id = member.item_id
        JOIN item_languages AS here ON here.kind = 'post' AND here.item_id = carried.post_id
        JOIN item_languages AS there ON there.kind = 'post' AND there.group_id = here.group_id AND there.language_id = ${to.language}
        WHERE member.kind = 'term' AND member.group_id = ${to.group} AND member.item_id <> ${to.term}
        ON CONFLICT DO NOTHING`,
  );
}

/** Languages of the posts that have this category and no other; null for posts without language. */
export function languagesOfOnly(db: ReadDb, category: number): (number | null)[] {
  return column<number | null>(
    db,
    sql`SELECT DISTINCT p.language_id FROM post_terms pt JOIN posts p ON p.id = pt.post_id
        WHERE pt.term_id = ${category} AND ${onlyCategory}`,
  );
}

/** Replaces the category of the posts of a language that have `from` and no other. */
export function replaceOnlyCategory(db: WriteDb, change: { from: number; to: number; language: number | null }): void {
  run(
    db,
    sql`INSERT INTO post_terms (post_id, term_id)
        SELECT pt.post_id, ${change.to} FROM post_terms pt JOIN posts p ON p.id = pt.post_id
        WHERE pt.term_id = ${change.from} AND p.language_id IS ${change.language} AND ${onlyCategory}
        ON CONFLICT DO NOTHING`,
  );
}

/** Adds a term to all posts that have another one. */
export function givePostsOfTerm(db: WriteDb, { from, to }: { from: number; to: number }): void {
  run(
    db,
    sql`INSERT INTO post_terms (post_id, term_id) SELECT post_id, ${to} FROM post_terms WHERE term_id = ${from}
        ON CONFLICT DO NOTHING`,
  );
}

const onlyCategory = sql`NOT EXISTS (
  SELECT 1 FROM post_terms o JOIN terms t ON t.id = o.term_id
  WHERE o.post_id = pt.post_id AND o.term_id <> pt.term_id AND t.taxonomy = 'category')`;

/** Whether any item has this term. */
export function hasPosts(db: ReadDb, term: number): boolean {
  return pluck<number>(db, sql`SELECT EXISTS (SELECT 1 FROM post_terms WHERE term_id = ${term})`) === 1;
}
