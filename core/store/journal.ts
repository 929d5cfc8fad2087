import type { ChangeNotice, Origin } from '../types.ts';
import { all, get, pluck, run, sql, type ReadDb, type WriteDb } from './sql.ts';

export type RowOp = 'insert' | 'update' | 'delete';
export type Item = ChangeNotice['items'][number];
/** A row by column name. */
export type Row = Record<string, string | number | null>;

/** One changed row as the triggers recorded it. */
export interface RowImage {
  seq: number;
  tbl: string;
  /** JSON array of the values of the primary key. */
  key: string;
  op: RowOp;
  /** JSON: old values of the changed columns (update), the whole row (delete), null (insert). */
  old: string | null;
}

/** The head of an entry. */
export interface EntryRow {
  id: number;
  at: string;
  author: string;
  origin: Origin;
  token: string;
  summary: string;
  undoes: number | null;
  undone_by: number | null;
}

/** The id that the entry of the running transaction will get: what the triggers compute, too. */
export function nextEntryId(db: ReadDb): number {
  return pluck<number>(db, sql`SELECT coalesce(max(id), 0) + 1 FROM journal`) ?? 1;
}

/** All row images of an entry, in the order of change. */
export function imagesOf(db: ReadDb, entry: number): RowImage[] {
  return all<RowImage>(db, sql`SELECT seq, tbl, key, op, old FROM journal_rows WHERE entry = ${entry} ORDER BY seq`);
}

/** Writes the head of the running transaction's entry. */
export function insertEntry(db: WriteDb, entry: Omit<EntryRow, 'undone_by'>): void {
  const { id, at, author, origin, token, summary, undoes } = entry;
  run(
    db,
    sql`INSERT INTO journal (id, at, author, origin, token, summary, undoes) VALUES (${id}, ${at}, ${author}, ${origin}, ${token}, ${summary}, ${undoes})`,
  );
}

export function insertItem(db: WriteDb, entry: number, item: Item): void {
  run(
    db,
    sql`INSERT INTO journal_items (entry, kind, item, op) VALUES (${entry}, ${item.kind}, ${String(item.id)}, ${item.op})`,
  );
}

export function entryById(db: ReadDb, id: number): EntryRow | undefined {
  return get<EntryRow>(
    db,
    sql`SELECT id, at, author, origin, token, summary, undoes, undone_by FROM journal WHERE id = ${id}`,
  );
}

export function postTypeById(db: ReadDb, id: number): string | undefined {
  return pluck<string>(db, sql`SELECT type FROM posts WHERE id = ${id}`);
}

export function taxonomyById(db: ReadDb, id: number): string | undefined {
  return pluck<string>(db, sql`SELECT taxonomy FROM terms WHERE id = ${id}`);
}

export function languageIdByTwin(db: ReadDb, twinId: number): number | undefined {
  return pluck<number>(db, sql`SELECT term_id FROM languages WHERE twin_id = ${twinId}`);
}

/** The post or term that a meta row belongs to. */
export function ownerOfMeta(db: ReadDb, table: 'post_meta' | 'term_meta', id: number): number | undefined {
  return table === 'post_meta'
    ? pluck<number>(db, sql`SELECT post_id FROM post_meta WHERE id = ${id}`)
    : pluck<number>(db, sql`SELECT term_id FROM term_meta WHERE id = ${id}`);
}
