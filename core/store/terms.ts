import { randomUUID } from 'node:crypto';
import { all, get, pluck, run, sql, type ReadDb, type WriteDb } from './sql.ts';

export interface TermRow {
  id: number;
  uuid: string;
  taxonomy: string;
  name: string;
  slug: string;
  description: string;
  parent: number | null;
}

export function termById(db: ReadDb, id: number): TermRow | undefined {
  return get<TermRow>(db, sql`SELECT id, uuid, taxonomy, name, slug, description, parent FROM terms WHERE id = ${id}`);
}

/** Terms of a taxonomy with a slug, oldest first: import may have brought several. */
export function termsBySlug(db: ReadDb, taxonomy: string, slug: string): TermRow[] {
  return all<TermRow>(
    db,
    sql`SELECT id, uuid, taxonomy, name, slug, description, parent FROM terms WHERE taxonomy = ${taxonomy} AND slug = ${slug} ORDER BY id`,
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
  const result = run(
    db,
    sql`INSERT INTO terms (uuid, taxonomy, name, slug, description, parent)
        VALUES (${randomUUID()}, ${term.taxonomy}, ${term.name}, ${term.slug}, ${term.description ?? ''}, ${term.parent ?? null})`,
  );
  return Number(result.lastInsertRowid);
}

/** Renames a term. */
export function updateTermName(db: WriteDb, id: number, term: { name: string; slug: string }): void {
  run(db, sql`UPDATE terms SET name = ${term.name}, slug = ${term.slug} WHERE id = ${id}`);
}

/** All terms of a taxonomy, oldest first. */
export function termsOf(db: ReadDb, taxonomy: string): TermRow[] {
  return all<TermRow>(
    db,
    sql`SELECT id, uuid, taxonomy, name, slug, description, parent FROM terms WHERE taxonomy = ${taxonomy} ORDER BY id`,
  );
}
