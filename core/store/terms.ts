import { randomUUID } from 'node:crypto';
import { all, column, get, pluck, run, sql, type ReadDb, type WriteDb } from './sql.ts';

export interface TermRow {
  id: number;
  uuid: string;
  taxonomy: string;
  /** With entities, as it is answered. */
  name: string;
  slug: string;
  description: string;
  parent: number | null;
}

/** What of a term may be written. */
export type TermChanges = Pick<TermRow, 'name' | 'slug' | 'description' | 'parent'>;

/** Columns of a `TermRow`, of a table called t. */
export const TERM = sql`t.id, t.uuid, t.taxonomy, t.name, t.slug, t.description, t.parent`;

export function termById(db: ReadDb, id: number): TermRow | undefined {
  return get<TermRow>(db, sql`SELECT ${TERM} FROM terms t WHERE t.id = ${id}`);
}

/** Terms of a taxonomy with a slug, oldest first: import may have brought several. */
export function termsBySlug(db: ReadDb, taxonomy: string, slug: string): TermRow[] {
  return all<TermRow>(
    db,
    sql`SELECT ${TERM} FROM terms t WHERE t.taxonomy = ${taxonomy} AND t.slug = ${slug} ORDER BY t.id`,
  );
}

/** Terms of a taxonomy whose name differs at most by case and accents, with their languages, oldest first. */
export function termsNamed(db: ReadDb, taxonomy: string, name: string): (TermRow & { language_id: number | null })[] {
  return all(
    db,
    sql`SELECT ${TERM}, l.language_id FROM terms t LEFT JOIN item_languages l ON l.kind = 'term' AND l.item_id = t.id
        WHERE t.taxonomy = ${taxonomy} AND t.name_folded = ${foldName(name)} ORDER BY t.id`,
  );
}

/** Languages of the terms that hold a slug; null for one without language. */
export function slugHolders(db: ReadDb, taxonomy: string, slug: string): { id: number; language_id: number | null }[] {
  return all(
    db,
    sql`SELECT t.id, l.language_id FROM terms t LEFT JOIN item_languages l ON l.kind = 'term' AND l.item_id = t.id
        WHERE t.taxonomy = ${taxonomy} AND t.slug = ${slug} ORDER BY t.id`,
  );
}

export function isSlugTaken(db: ReadDb, taxonomy: string, slug: string): boolean {
  return pluck<number>(db, sql`SELECT 1 FROM terms WHERE taxonomy = ${taxonomy} AND slug = ${slug}`) === 1;
}

/** Stores a new term under the next id of the sequence that languages share; the id. */
export function insertTerm(
  db: WriteDb,
  term: { taxonomy: string; name: string; slug: string; description?: string; parent?: number | null },
): number {
  const { taxonomy, name, slug, description = '', parent = null } = term;
  const result = run(
    db,
    sql`INSERT INTO terms (uuid, taxonomy, name, slug, description, parent, name_folded)
        VALUES (${randomUUID()}, ${taxonomy}, ${name}, ${slug}, ${description}, ${parent}, ${foldName(name)})`,
  );
  return Number(result.lastInsertRowid);
}

/** Renames the two terms of a language. Their slugs are left out: two indexes less to write. No fact holds a name. */
export function updateTermNames(db: WriteDb, [id, twin]: readonly [number, number], name: string): void {
  run(
    db,
    sql`UPDATE terms SET name = ${name}, name_folded = ${foldName(name)} WHERE id IN (${id}, ${twin})`,
    'nothing',
  );
}

export function updateTermSlug(db: WriteDb, id: number, slug: string): void {
  run(db, sql`UPDATE terms SET slug = ${slug} WHERE id = ${id}`);
}

export function updateTerm(db: WriteDb, id: number, term: TermChanges): void {
  run(
    db,
    sql`UPDATE terms SET name = ${term.name}, slug = ${term.slug}, description = ${term.description}, parent = ${term.parent},
        name_folded = ${foldName(term.name)} WHERE id = ${id}`,
  );
}

export function setTermParent(db: WriteDb, id: number, parent: number | null): void {
  run(db, sql`UPDATE terms SET parent = ${parent} WHERE id = ${id}`);
}

export function childTerms(db: ReadDb, id: number): number[] {
  return column<number>(db, sql`SELECT id FROM terms WHERE parent = ${id} ORDER BY id`);
}

/** Gives the children of a term another parent. */
export function moveChildTerms(db: WriteDb, from: number, to: number | null): void {
  run(db, sql`UPDATE terms SET parent = ${to} WHERE parent = ${from}`);
}

/** Removes a term; its meta goes with it, and posts lose it. */
export function deleteTerm(db: WriteDb, id: number): void {
  run(db, sql`DELETE FROM terms WHERE id = ${id}`);
}

/** Whether following the parents of `id` leads to `target`; a term leads to itself. */
export function isTermBelow(db: ReadDb, id: number, target: number): boolean {
  return (
    pluck<number>(
      db,
      sql`WITH RECURSIVE up (id) AS (
            VALUES (${id}) UNION SELECT t.parent FROM terms t JOIN up ON t.id = up.id WHERE t.parent IS NOT NULL
          )
          SELECT EXISTS (SELECT 1 FROM up WHERE id = ${target})`,
    ) === 1
  );
}

/** Slugs of the ancestors of a term, the nearest first. */
export function ancestorSlugs(db: ReadDb, id: number | null): string[] {
  return column<string>(
    db,
    sql`WITH RECURSIVE up (id, parent, slug, depth) AS (
          SELECT id, parent, slug, 0 FROM terms WHERE id = ${id}
          UNION ALL SELECT t.id, t.parent, t.slug, up.depth + 1 FROM terms t JOIN up ON t.id = up.parent
        )
        SELECT slug FROM up ORDER BY depth`,
  );
}

/** Paths of many terms at once, their parents included: "news/sport". */
export function termPaths(db: ReadDb, ids: readonly number[]): Map<number, string> {
  const rows = all<{ id: number; path: string }>(
    db,
    sql`WITH RECURSIVE up (id, parent, path) AS (
          SELECT id, parent, slug FROM terms WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))
          UNION ALL
          SELECT up.id, t.parent, t.slug || '/' || up.path FROM terms t JOIN up ON t.id = up.parent
        )
        SELECT id, path FROM up WHERE parent IS NULL`,
  );
  return new Map(rows.map((row) => [row.id, row.path]));
}

/** A name without case, accents and entities: what names are ordered and searched by. */
export function foldName(name: string): string {
  return name
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase();
}
