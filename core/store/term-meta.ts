import { all, run, sql, type ReadDb, type WriteDb } from './sql.ts';

/** One stored value of a meta key; a key may have several. */
export interface TermMetaRow {
  term_id: number;
  key: string;
  value: string;
}

/** All meta of many terms at once, registered or not. */
export function metaOfTerms(db: ReadDb, ids: readonly number[]): TermMetaRow[] {
  return all<TermMetaRow>(
    db,
    sql`SELECT m.term_id, m.key, m.value FROM json_each(${JSON.stringify(ids)}) AS page
        CROSS JOIN term_meta AS m ON m.term_id = page.value ORDER BY m.id`,
  );
}

/** Replaces the values of a key; none deletes it. Equal values stay as they are. */
export function setTermMeta(db: WriteDb, id: number, change: { key: string; values: readonly string[] }): void {
  const { key, values } = change;
  const before = metaOfTerms(db, [id]).filter((row) => row.key === key);
  if (before.length === values.length && before.every((row, i) => row.value === values[i])) return;
  run(db, sql`DELETE FROM term_meta WHERE term_id = ${id} AND key = ${key}`);
  for (const value of values)
    run(db, sql`INSERT INTO term_meta (term_id, key, value) VALUES (${id}, ${key}, ${value})`);
}
