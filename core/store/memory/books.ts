import { all, get, joinSql, pluck, run, sql, type ReadDb, type WriteDb } from '../sql.ts';

export interface BookRow {
  id: number;
  name: string;
  priority: number;
  penalty: number;
  entries: number;
}

export function allBooks(db: ReadDb): BookRow[] {
  return all<BookRow>(
    db,
    sql`SELECT b.id, b.name, b.priority, b.penalty, (SELECT count(*) FROM memory_entries WHERE book_id = b.id) AS entries
        FROM memory_books AS b ORDER BY b.priority, b.id`,
  );
}

/** The book of an entry. */
export function bookOfEntry(db: ReadDb, entry: number): Omit<BookRow, 'entries'> | undefined {
  return get(
    db,
    sql`SELECT b.id, b.name, b.priority, b.penalty FROM memory_entries AS e JOIN memory_books AS b ON b.id = e.book_id
        WHERE e.id = ${entry}`,
  );
}

/** Whether there was such a book. */
export function updateBook(
  db: WriteDb,
  id: number,
  {
    name,
    priority,
    penalty,
  }: { name?: string | undefined; priority?: number | undefined; penalty?: number | undefined },
): boolean {
  if (pluck(db, sql`SELECT 1 FROM memory_books WHERE id = ${id}`) === undefined) return false;
  const sets = [
    ...(name === undefined ? [] : [sql`name = ${name}`]),
    ...(priority === undefined ? [] : [sql`priority = ${priority}`]),
    ...(penalty === undefined ? [] : [sql`penalty = ${penalty}`]),
  ];
  if (sets.length > 0) run(db, sql`UPDATE memory_books SET ${joinSql(sets, ', ')} WHERE id = ${id}`);
  return true;
}

export function deleteBook(db: WriteDb, id: number): boolean {
  return run(db, sql`DELETE FROM memory_books WHERE id = ${id}`).changes > 0;
}

/** The memory no longer fits: it is made anew. */
export function forgetStamp(db: WriteDb): void {
  run(db, sql`UPDATE memory_stamp SET stamp = ''`, 'nothing');
}

/** Kind and title of the items of matches; one that is gone since is left out. */
export function kindOfGroup(db: ReadDb, group: number): 'post' | 'term' | undefined {
  return pluck(db, sql`SELECT kind FROM groups WHERE id = ${group}`);
}
