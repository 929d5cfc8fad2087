import { randomUUID } from 'node:crypto';
import { TERM_NAMES, type TermValues } from '../../schema/content/fields/terms.ts';
import { all, column, pluck, rawSql, run, sql, type ReadDb, type WriteDb } from '../sql.ts';
import { tableOf } from './table.ts';
import { treeOf } from './tree.ts';

export interface TermRow extends TermValues {
  id: number;
  uuid: string;
  taxonomy: string;
}

/** The writable columns of a term. */
export type TermChanges = Partial<TermValues>;

const table = tableOf<TermRow, TermRow & { name_folded: string }>({
  table: 'terms',
  key: 'id',
  own: ['uuid', 'taxonomy'],
  fields: TERM_NAMES,
  hidden: ['name_folded'],
});

/** Columns of a `TermRow`, from a table with the alias t. */
export const TERM = rawSql(['id', 'uuid', 'taxonomy', ...TERM_NAMES].map((name) => `t.${name}`).join(', '));

export const termById = table.byId;

/** Terms of a taxonomy with a slug, oldest first: an import may have created more than one. */
export function termsBySlug(db: ReadDb, taxonomy: string, slug: string): TermRow[] {
  return all<TermRow>(
    db,
    sql`SELECT ${TERM} FROM terms t WHERE t.taxonomy = ${taxonomy} AND t.slug = ${slug} ORDER BY t.id`,
  );
}

/** Terms of a taxonomy with this name, ignoring case and accents, with their languages, oldest first. */
export function termsNamed(db: ReadDb, taxonomy: string, name: string): (TermRow & { language_id: number | null })[] {
  return all(
    db,
    sql`SELECT ${TERM}, l.language_id FROM terms t LEFT JOIN item_languages l ON l.kind = 'term' AND l.item_id = t.id
        WHERE t.taxonomy = ${taxonomy} AND t.name_folded = ${foldName(name)} ORDER BY t.id`,
  );
}

/** Languages of the terms with a slug; null for one without language. */
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

/** Inserts a new term; without a given id it takes the next of the sequence shared with languages. Returns the id. */
export function insertTerm(db: WriteDb, term: Pick<TermRow, 'taxonomy' | 'name' | 'slug'> & Partial<TermRow>): number {
  return table.insert(db, { uuid: randomUUID(), ...term, name_folded: foldName(term.name) });
}

/**
 * Renames the two terms of a language. Leaves their slugs alone, which saves writing two indexes. No derived data contains a
 * name.
 */
export function updateTermNames(db: WriteDb, [id, twin]: readonly [number, number], name: string): void {
  run(
    db,
    sql`UPDATE terms SET name = ${name}, name_folded = ${foldName(name)} WHERE id IN (${id}, ${twin})`,
    'nothing',
  );
}

/** Updates the given columns. */
export function updateTerm(db: WriteDb, id: number, changes: TermChanges): void {
  const { name } = changes;
  table.update(db, id, { ...changes, ...(name !== undefined && { name_folded: foldName(name) }) });
}

export function childTerms(db: ReadDb, id: number): number[] {
  return column<number>(db, sql`SELECT id FROM terms WHERE parent = ${id} ORDER BY id`);
}

/** Deletes a term with its meta, and removes it from posts. */
export function deleteTerm(db: WriteDb, id: number): void {
  run(db, sql`DELETE FROM terms WHERE id = ${id}`);
}

/** The tree of terms by parent. */
export const TERM_TREE = treeOf('terms');

/** Slugs of the ancestors of a term, nearest first. */
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

/** A name without case, accents and entities: for ordering and searching. */
export function foldName(name: string): string {
  return name
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase();
}

/** Ids of the terms of any taxonomy with one of these slugs, oldest first. */
export function termsWithSlug(db: ReadDb, slugs: readonly string[]): number[] {
  return column<number>(
    db,
    sql`SELECT t.id FROM (SELECT DISTINCT taxonomy FROM terms) AS x CROSS JOIN terms AS t
        ON t.taxonomy = x.taxonomy AND t.slug IN (SELECT value FROM json_each(${JSON.stringify(slugs)})) ORDER BY t.id LIMIT 200`,
  );
}
