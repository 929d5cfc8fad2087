import type { RowImage } from './journal.ts';
import type { RowRef } from '../rows.ts';
import { all, pluck, sql, type ReadDb } from '../sql.ts';

/** Maximum number of images in memory. */
const AT_ONCE = 500;

/** A row that an entry touched, and its first change: "insert" means that it did not exist before. */
export interface TouchedKey extends RowRef {
  op: RowImage['op'];
}

/** The rows an entry touched, in the order they were first touched; without values, because an import has a million. */
export function touchedKeys(db: ReadDb, entry: number): TouchedKey[] {
  // The other columns are those of the row with the minimum: SQLite guarantees this for a lone min().
  const rows = all<TouchedKey & { first: number }>(
    db,
    sql`SELECT tbl, key, op, min(seq) AS first FROM journal_rows WHERE entry = ${entry} GROUP BY tbl, key ORDER BY first`,
  );
  return rows.map(({ tbl, key, op }) => ({ tbl, key, op }));
}

/** All images of an entry, newest first, in small batches. */
export function* eachImageBack(db: ReadDb, entry: number): IterableIterator<RowImage> {
  const page = (before: number): RowImage[] =>
    all<RowImage>(
      db,
      sql`SELECT seq, tbl, key, op, old FROM journal_rows WHERE entry = ${entry} AND seq < ${before} ORDER BY seq DESC LIMIT ${AT_ONCE}`,
    );
  for (let rows = page(Number.MAX_SAFE_INTEGER); rows.length > 0; rows = page(rows.at(-1)?.seq ?? 0)) yield* rows;
}

export function hasImages(db: ReadDb, entry: number): boolean {
  return pluck<number>(db, sql`SELECT EXISTS (SELECT 1 FROM journal_rows WHERE entry = ${entry})`) === 1;
}
