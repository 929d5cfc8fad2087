import { all, column, get, joinSql, pluck, run, sql, type ReadDb, type WriteDb } from '../sql.ts';

export interface BookRow {
  id: number;
  name: string;
  priority: number;
  penalty: number;
  /** Whether its texts are offered. */
  used: boolean;
  entries: number;
  /** When a text of it was last inserted; null: never. */
  last_used: string | null;
  /** How many texts of it were inserted on that day, in UTC. */
  uses: number;
  /** Name of the file it was last imported from; "" if it was not, or before this was recorded. */
  file: string;
  /** The tool that wrote this file, as it names itself. */
  tool: string;
  /** When texts were last added to it, in UTC; "" before this was recorded. */
  imported_at: string;
}

const known = <Row>(row: Row & { used: number }): Row & { used: boolean } => ({ ...row, used: row.used === 1 });

export function allBooks(db: ReadDb): BookRow[] {
  return all<Omit<BookRow, 'used'> & { used: number }>(
    db,
    sql`SELECT b.id, b.name, b.priority, b.penalty, b.used, b.file, b.tool, b.imported_at,
          (SELECT count(*) FROM memory_entries WHERE book_id = b.id) AS entries, u.last_used, coalesce(u.uses, 0) AS uses
        FROM memory_books AS b LEFT JOIN memory_book_uses AS u ON u.book_id = b.id ORDER BY b.priority, b.id`,
  ).map(known);
}

/** The texts of each book by pair of languages, and their bytes. Reads all texts of all books. */
export function bookContents(
  db: ReadDb,
): { book: number; source: number; target: number; entries: number; bytes: number }[] {
  return all(
    db,
    sql`SELECT book_id AS book, source_language AS source, target_language AS target, count(*) AS entries,
          sum(length(CAST(source AS BLOB)) + length(CAST(target AS BLOB))) AS bytes
        FROM memory_entries GROUP BY book_id, source_language, target_language ORDER BY book_id, entries DESC`,
  );
}

/** What matters of a book when one of its texts is found. */
export type OfferedBook = Pick<BookRow, 'id' | 'name' | 'priority' | 'penalty' | 'used' | 'imported_at'>;

/** The book of an entry. */
export function bookOfEntry(db: ReadDb, entry: number): OfferedBook | undefined {
  const found = get<Omit<OfferedBook, 'used'> & { used: number }>(
    db,
    sql`SELECT b.id, b.name, b.priority, b.penalty, b.used, b.imported_at FROM memory_entries AS e
        JOIN memory_books AS b ON b.id = e.book_id WHERE e.id = ${entry}`,
  );
  return found && known(found);
}

/** The changeable fields of a book. */
export type BookChange = { [Name in 'name' | 'priority' | 'penalty' | 'used']?: BookRow[Name] | undefined };

/** Returns whether the book existed. */
export function updateBook(db: WriteDb, id: number, { name, priority, penalty, used }: BookChange): boolean {
  if (pluck(db, sql`SELECT 1 FROM memory_books WHERE id = ${id}`) === undefined) return false;
  const sets = [
    ...(name === undefined ? [] : [sql`name = ${name}`]),
    ...(priority === undefined ? [] : [sql`priority = ${priority}`]),
    ...(penalty === undefined ? [] : [sql`penalty = ${penalty}`]),
    ...(used === undefined ? [] : [sql`used = ${Number(used)}`]),
  ];
  if (sets.length > 0) run(db, sql`UPDATE memory_books SET ${joinSql(sets, ', ')} WHERE id = ${id}`);
  return true;
}

/** Records when a text of a book was inserted; not journalled. Returns whether the book exists. */
export function markBookUsed(db: WriteDb, id: number, at: string): boolean {
  const marked = run(
    db,
    sql`INSERT INTO memory_book_uses (book_id, last_used) SELECT id, ${at} FROM memory_books WHERE id = ${id}
        ON CONFLICT (book_id) DO UPDATE SET last_used = excluded.last_used,
          uses = CASE WHEN substr(last_used, 1, 10) = substr(excluded.last_used, 1, 10) THEN uses + 1 ELSE 1 END`,
  );
  return marked.changes > 0;
}

export function deleteBook(db: WriteDb, id: number): boolean {
  return run(db, sql`DELETE FROM memory_books WHERE id = ${id}`).changes > 0;
}

/** Invalidates the memory: it will be rebuilt. */
export function forgetStamp(db: WriteDb): void {
  run(db, sql`UPDATE memory_stamp SET stamp = ''`, 'nothing');
}

/** Makes an existing memory valid again and discards a rebuild in progress. */
export function recallStamp(db: WriteDb, stamp: string): void {
  run(db, sql`UPDATE memory_stamp SET stamp = ${stamp}`, 'nothing');
}

/** Kind and title of the items of matches; deleted ones are left out. */
export function kindOfGroup(db: ReadDb, group: number): 'post' | 'term' | undefined {
  return pluck(db, sql`SELECT kind FROM groups WHERE id = ${group}`);
}

/** A text of a book in the format of files. */
export interface EntryRow {
  id: number;
  book_id: number;
  source_language: number;
  target_language: number;
  source: string;
  target: string;
  made_at: string;
  made_by: string;
}

/** Texts of books, or of one, after a given one, by id. */
export function entriesOfBooks(
  db: ReadDb,
  { after, limit, book }: { after: number; limit: number; book?: number | undefined },
): EntryRow[] {
  return all<EntryRow>(
    db,
    sql`SELECT id, book_id, source_language, target_language, source, target, made_at, made_by FROM memory_entries
        WHERE id > ${after} ${book === undefined ? sql`` : sql`AND book_id = ${book}`} ORDER BY id LIMIT ${limit}`,
  );
}

/** Ids of the texts of a book. */
export function entryIds(db: ReadDb, book: number): number[] {
  return column<number>(db, sql`SELECT id FROM memory_entries WHERE book_id = ${book}`);
}

/** Records where texts of a book come from; journalled. */
export function setBookFile(db: WriteDb, id: number, from: Pick<BookRow, 'file' | 'tool' | 'imported_at'>): void {
  run(
    db,
    sql`UPDATE memory_books SET file = ${from.file}, tool = ${from.tool}, imported_at = ${from.imported_at} WHERE id = ${id}`,
  );
}

/** The first book with this name; created at the end of the order if there is none. */
export function bookNamed(db: WriteDb, name: string, uuid: string): number {
  const known = pluck<number>(db, sql`SELECT id FROM memory_books WHERE name = ${name} ORDER BY id LIMIT 1`);
  if (known !== undefined) return known;
  const last = pluck<number | null>(db, sql`SELECT max(priority) FROM memory_books`);
  const added = run(
    db,
    sql`INSERT INTO memory_books (uuid, name, priority) VALUES (${uuid}, ${name}, ${last === null || last === undefined ? 0 : last + 1})`,
  );
  return Number(added.lastInsertRowid);
}

/** Whether a book has this text with this translation. */
export function hasEntry(db: ReadDb, entry: Omit<EntryRow, 'id' | 'made_at' | 'made_by'>): boolean {
  const { book_id, source_language, target_language, source, target } = entry;
  const found = pluck(
    db,
    sql`SELECT 1 FROM memory_entries WHERE book_id = ${book_id} AND source_language = ${source_language}
          AND target_language = ${target_language} AND source = ${source} AND target = ${target} LIMIT 1`,
  );
  return found !== undefined;
}

export function addEntry(db: WriteDb, entry: Omit<EntryRow, 'id'>): void {
  const { book_id, source_language, target_language, source, target, made_at, made_by } = entry;
  run(
    db,
    sql`INSERT INTO memory_entries (book_id, source_language, target_language, source, target, made_at, made_by)
        VALUES (${book_id}, ${source_language}, ${target_language}, ${source}, ${target}, ${made_at}, ${made_by})`,
  );
}
