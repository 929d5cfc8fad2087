import { all, column, get, pluck, run, sql, type ReadDb, type WriteDb } from '../sql.ts';

/** Something the memory has to learn, with its version: if the turn differs, it changed since. */
export interface QueuedText {
  turn: number;
  kind: 'group' | 'entry' | 'strings';
  /** 0 for the strings of the site, which are learned together. */
  id: number;
}

/** Last changed first. */
export function queuedForMemory(db: ReadDb, limit: number): QueuedText[] {
  return all<QueuedText>(db, sql`SELECT turn, kind, id FROM memory_queue ORDER BY turn DESC LIMIT ${limit}`);
}

/** The groups that changed since they were learned. */
export function queuedGroups(db: ReadDb): number[] {
  return column<number>(db, sql`SELECT id FROM memory_queue WHERE kind = 'group'`);
}

export function countQueuedForMemory(db: ReadDb): number {
  return pluck<number>(db, sql`SELECT count(*) FROM memory_queue`) ?? 0;
}

/** What a memory must match: the site, the stamp of the last learning step, and the newest change. */
export interface SiteMark {
  site: string;
  stamp: string;
  entry: number;
}

export function markOfSite(db: ReadDb): SiteMark {
  const site = pluck<string>(db, sql`SELECT site_id FROM site`) ?? '';
  const stamp = pluck<string>(db, sql`SELECT stamp FROM memory_stamp`) ?? '';
  const entry = pluck<number | null>(db, sql`SELECT max(id) FROM journal`) ?? 0;
  return { site, stamp, entry };
}

/** Removes from the queue what was learned, unless it changed since; stores `stamp` to recognise the memory. */
export function keepLearned(db: WriteDb, learned: readonly QueuedText[], stamp: string): void {
  run(
    db,
    sql`DELETE FROM memory_queue
        WHERE (turn, id) IN (SELECT value ->> 'turn', value ->> 'id' FROM json_each(${JSON.stringify(learned)}))`,
    'nothing',
  );
  run(db, sql`UPDATE memory_stamp SET stamp = ${stamp} WHERE stamp <> ${stamp}`, 'nothing');
}

/** Groups above an id, in order. */
export function groupsAfter(db: ReadDb, group: number, limit: number): number[] {
  return column<number>(db, sql`SELECT id FROM groups WHERE id > ${group} ORDER BY id LIMIT ${limit}`);
}

export function countGroupsAndEntries(db: ReadDb): number {
  return pluck<number>(db, sql`SELECT (SELECT count(*) FROM groups) + (SELECT count(*) FROM memory_entries)`) ?? 0;
}

/** A text of a book with its translation. */
export interface BookEntry {
  id: number;
  source_language: number;
  target_language: number;
  source: string;
  target: string;
}

export function bookEntry(db: ReadDb, id: number): BookEntry | undefined {
  return get<BookEntry>(
    db,
    sql`SELECT id, source_language, target_language, source, target FROM memory_entries WHERE id = ${id}`,
  );
}

export function entriesAfter(db: ReadDb, id: number, limit: number): BookEntry[] {
  return all<BookEntry>(
    db,
    sql`SELECT id, source_language, target_language, source, target FROM memory_entries WHERE id > ${id} ORDER BY id LIMIT ${limit}`,
  );
}

/** What determines the quality of an item's texts; and the alternative text of a picture. */
export function itemFacts(db: ReadDb, id: number): { status: string; alt: string } {
  return (
    get<{ status: string; alt: string }>(
      db,
      sql`SELECT p.status, coalesce(m.alt_text, '') AS alt FROM posts AS p LEFT JOIN media AS m ON m.post_id = p.id WHERE p.id = ${id}`,
    ) ?? { status: '', alt: '' }
  );
}
