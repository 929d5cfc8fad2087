import { all, get, run, sql, type ReadDb, type WriteDb } from '../sql.ts';
import type { Kind } from '../translations/translations.ts';

/** A file that was exported for a translator. */
export interface HandoffRow {
  id: number;
  format: string;
  source_language: number;
  target_language: number;
  /** In UTC. */
  made_at: string;
  made_by: string;
  /** The name under which it was offered. */
  file: string;
  items: number;
  texts: number;
  /** How many of its texts came back, and when the last of them; "" for never. */
  returned: number;
  returned_at: string;
}

/** The same with what is still out: not back, and in no later file of this language. */
export interface CountedHandoff extends HandoffRow {
  items_out: number;
  texts_out: number;
}

/** The texts of an item that are out, as in the keys of the file: `content.14.0`. Kind `site`: the strings of the site. */
export interface ItemOut {
  kind: Kind | 'site';
  id: number;
  texts: readonly string[];
}

/** All files, the newest first. */
export function allHandoffs(db: ReadDb): CountedHandoff[] {
  return all<CountedHandoff>(
    db,
    sql`SELECT h.*, count(i.item_id) AS items_out, coalesce(sum(json_array_length(i.texts)), 0) AS texts_out
        FROM handoffs AS h LEFT JOIN handoff_items AS i ON i.handoff_id = h.id GROUP BY h.id ORDER BY h.id DESC`,
  );
}

/** The items of a file that are still out, in their order. */
export function itemsOut(db: ReadDb, handoff: number): ItemOut[] {
  const rows = all<{ kind: ItemOut['kind']; id: number; texts: string }>(
    db,
    sql`SELECT kind, item_id AS id, texts FROM handoff_items WHERE handoff_id = ${handoff} ORDER BY kind, item_id`,
  );
  return rows.map((row) => ({ ...row, texts: JSON.parse(row.texts) as string[] }));
}

/** Adds a file and returns its id; from then on its items are out with it, whatever earlier file they were in. */
export function insertHandoff(
  db: WriteDb,
  made: Omit<HandoffRow, 'id' | 'items' | 'texts' | 'returned' | 'returned_at'>,
  items: readonly ItemOut[],
): number {
  const texts = items.reduce((sum, item) => sum + item.texts.length, 0);
  const { lastInsertRowid } = run(
    db,
    sql`INSERT INTO handoffs (format, source_language, target_language, made_at, made_by, file, items, texts)
        VALUES (${made.format}, ${made.source_language}, ${made.target_language}, ${made.made_at}, ${made.made_by},
          ${made.file}, ${items.length}, ${texts})`,
    'nothing',
  );
  const handoff = Number(lastInsertRowid);
  for (const item of items)
    run(
      db,
      sql`INSERT INTO handoff_items (target_language, kind, item_id, handoff_id, texts)
          VALUES (${made.target_language}, ${item.kind}, ${item.id}, ${handoff}, ${JSON.stringify(item.texts)})
          ON CONFLICT DO UPDATE SET handoff_id = excluded.handoff_id, texts = excluded.texts`,
      'nothing',
    );
  return handoff;
}

/** Notes that texts of an item came back; those that are not out change nothing. */
export function takeBack(db: WriteDb, language: number, { kind, id, texts }: ItemOut, at: string): void {
  const row = get<{ handoff_id: number; texts: string }>(
    db,
    sql`SELECT handoff_id, texts FROM handoff_items
        WHERE target_language = ${language} AND kind = ${kind} AND item_id = ${id}`,
  );
  if (!row) return;
  const back = new Set(texts);
  const out = JSON.parse(row.texts) as string[];
  const left = out.filter((text) => !back.has(text));
  if (left.length === out.length) return;
  const where = sql`WHERE target_language = ${language} AND kind = ${kind} AND item_id = ${id}`;
  if (left.length === 0) run(db, sql`DELETE FROM handoff_items ${where}`, 'nothing');
  else run(db, sql`UPDATE handoff_items SET texts = ${JSON.stringify(left)} ${where}`, 'nothing');
  run(
    db,
    sql`UPDATE handoffs SET returned = returned + ${out.length - left.length}, returned_at = ${at} WHERE id = ${row.handoff_id}`,
    'nothing',
  );
}

/** Removes a file from the list, with what is out of it; returns whether it was there. */
export function deleteHandoff(db: WriteDb, id: number): boolean {
  return run(db, sql`DELETE FROM handoffs WHERE id = ${id}`, 'nothing').changes > 0;
}
