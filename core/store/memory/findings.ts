import { all, pluck, run, sql, type ReadDb, type WriteDb } from '../sql.ts';

/** What the checks found in the version of a group in a language. */
export interface FindingsRow {
  group_id: number;
  /** The language of its source; 0 if there is nothing to check. */
  source: number;
  /** Hash of everything it depends on but the texts of the group. */
  basis: string;
  /** JSON, as is the other. */
  item: string;
  keys: string;
}

/** The stored rows of a language, without their texts. */
export function findingsOfLanguage(db: ReadDb, language: number): FindingsRow[] {
  return all<FindingsRow>(
    db,
    sql`SELECT group_id, source, basis, item, keys FROM findings WHERE language = ${language}`,
  );
}

/** The texts of one row; undefined if it is gone. */
export function textsOfFindings(db: ReadDb, group: number, language: number): Uint8Array | undefined {
  return pluck<Uint8Array>(db, sql`SELECT texts FROM findings WHERE group_id = ${group} AND language = ${language}`);
}

export function putFindings(db: WriteDb, language: number, row: FindingsRow & { texts: Uint8Array }): void {
  const { group_id, source, basis, item, keys, texts } = row;
  run(
    db,
    sql`INSERT INTO findings (group_id, language, source, basis, item, keys, texts)
        VALUES (${group_id}, ${language}, ${source}, ${basis}, ${item}, ${keys}, ${texts})
        ON CONFLICT DO UPDATE SET source = excluded.source, basis = excluded.basis, item = excluded.item,
          keys = excluded.keys, texts = excluded.texts`,
    'nothing',
  );
}

/** A group that changed: what was found in it no longer counts. */
export function forgetFindings(db: WriteDb, group: number): void {
  run(db, sql`DELETE FROM findings WHERE group_id = ${group}`, 'nothing');
}
