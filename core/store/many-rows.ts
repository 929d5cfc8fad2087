// Speed only: without it items are stored half as fast, and an import misses the goal of 5,000 a second (`bench transfer`).
import { run, type SqlValue, type WriteDb } from './sql.ts';

/** Rows that wait to be written with one statement. */
export interface ManyRows {
  /** True: it is time to flush. */
  add(values: readonly SqlValue[]): boolean;
  flush(): void;
}

/** Rows of a statement, the most first. */
const SIZES = [200, 50, 10, 1] as const;
/** Rows and characters that may wait: texts are long. */
const MANY = 1000;
const MUCH = 1024 * 1024;

/**
 * New rows of one table, many with a statement. A statement with triggers has to be able to be taken back by itself, so
 * SQLite copies every page it changes once more for each: for a single row of `posts` some 30 pages. Measured: half the time.
 * @param end of the statement, such as a conflict clause
 */
export function manyRows(db: WriteDb, table: string, columns: readonly string[], end = ''): ManyRows {
  const head = `INSERT INTO ${table} (${columns.join(', ')})`;
  return manyOf(db, { width: columns.length, most: MANY, textOf: (rows) => `${head} VALUES ${rows} ${end}` });
}

/**
 * The same of any statement that is made for a list of rows.
 * @param of.width values of a row
 * @param of.most rows that may wait
 * @param of.textOf the statement, given the list as it follows `VALUES`
 */
export function manyOf(db: WriteDb, of: { width: number; most: number; textOf: (rows: string) => string }): ManyRows {
  const one = `(${Array<string>(of.width).fill('?').join(', ')})`;
  const texts = SIZES.map((size) => of.textOf(Array<string>(size).fill(one).join(', ')));
  let rows: (readonly SqlValue[])[] = [];
  let length = 0;
  return {
    add(values) {
      rows.push(values);
      for (const value of values) if (typeof value === 'string') length += value.length;
      return rows.length >= of.most || length > MUCH;
    },
    flush() {
      const waiting = rows;
      rows = [];
      length = 0;
      let at = 0;
      for (const [n, size] of SIZES.entries())
        for (; waiting.length - at >= size; at += size) run(db, [texts[n] ?? '', valuesOf(waiting, at, at + size)]);
    },
  };
}

/** Values of some of the rows, one after the other. */
function valuesOf(rows: readonly (readonly SqlValue[])[], from: number, to: number): SqlValue[] {
  const values: SqlValue[] = [];
  for (let at = from; at < to; at += 1) for (const value of rows[at] ?? []) values.push(value);
  return values;
}
