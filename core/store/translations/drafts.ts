import { column, get, pluck, run, sql, type ReadDb, type Sql, type WriteDb } from '../sql.ts';
import type { Kind } from './translations.ts';

/** A draft saved automatically by the editor. */
export interface DraftRow {
  author: string;
  saved_at: string;
  /** JSON: texts by field name. */
  fields: string;
}

export function draftOf(db: ReadDb, kind: Kind, id: number): DraftRow | undefined {
  return get<DraftRow>(db, sql`SELECT author, saved_at, fields FROM drafts WHERE kind = ${kind} AND item_id = ${id}`);
}

/** Items with machine-written parts not yet confirmed: `machine` among the fields of a draft. */
export function machineMade(kind: Kind): Sql {
  return sql`SELECT item_id FROM drafts WHERE kind = ${kind} AND json_array_length(fields, '$.machine') > 0`;
}

/** Their ids. */
export function machineMadeItems(db: ReadDb, kind: Kind): Set<number> {
  return new Set(column<number>(db, machineMade(kind)));
}

export function putDraft(db: WriteDb, item: { kind: Kind; id: number }, draft: DraftRow): void {
  const { author, saved_at, fields } = draft;
  run(
    db,
    sql`INSERT INTO drafts (kind, item_id, author, saved_at, fields)
        VALUES (${item.kind}, ${item.id}, ${author}, ${saved_at}, ${fields})
        ON CONFLICT DO UPDATE SET author = excluded.author, saved_at = excluded.saved_at, fields = excluded.fields`,
  );
}

export function isMachineMade(db: ReadDb, kind: Kind, id: number): boolean {
  return pluck(db, sql`SELECT 1 FROM (${machineMade(kind)}) WHERE item_id = ${id}`) !== undefined;
}

/** Marks machine-written parts as confirmed. */
export function settleMachineMade(db: WriteDb, kind: Kind, id: number): void {
  run(
    db,
    sql`UPDATE drafts SET fields = json_remove(fields, '$.machine')
        WHERE kind = ${kind} AND item_id = ${id} AND json_type(fields, '$.machine') IS NOT NULL`,
  );
}

/** Returns whether there was one. */
export function deleteDraft(db: WriteDb, kind: Kind, id: number): boolean {
  return run(db, sql`DELETE FROM drafts WHERE kind = ${kind} AND item_id = ${id}`).changes > 0;
}
