import { get, run, sql, type ReadDb, type WriteDb } from './sql.ts';
import type { Kind } from './translations.ts';

/** What an editor saved by itself. */
export interface DraftRow {
  author: string;
  saved_at: string;
  /** JSON: texts by the name of their field. */
  fields: string;
}

export function draftOf(db: ReadDb, kind: Kind, id: number): DraftRow | undefined {
  return get<DraftRow>(db, sql`SELECT author, saved_at, fields FROM drafts WHERE kind = ${kind} AND item_id = ${id}`);
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

/** Whether there was one. */
export function deleteDraft(db: WriteDb, kind: Kind, id: number): boolean {
  return run(db, sql`DELETE FROM drafts WHERE kind = ${kind} AND item_id = ${id}`).changes > 0;
}
