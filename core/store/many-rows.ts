// Speed only: without it items are stored half as fast, and an import misses the goal of 5,000 a second (`bench transfer`).
import { run, type SqlValue, type WriteDb } from './sql.ts';

/** Rows collected to be written with one statement. */
export interface ManyRows {
  /** True: call `flush` now. */
  add(values: readonly SqlValue[]): boolean;
  flush(): void;
}

/** Rows per statement, largest first. */
const SIZES = [200, 50, 10, 1] as const;
/** Maximum rows and characters to collect: texts are long. */
const MANY = 1000;
const MUCH = 1024 * 1024;

/**
 * Inserts new rows of one table, many per statement. A statement with triggers must be able to roll back by itself, so SQLite
 * saves every page it changes for each: for a single row of `posts` some 30 pages. Measured: half the time.
 * @param end of the statement, such as a conflict clause
 */
export function manyRows(db: WriteDb, table: string, columns: readonly string[], end = ''): ManyRows {
  const head = `INSERT INTO ${table} (${columns.join(', ')})`;
  return manyOf(db, { width: columns.length, most: MANY, textOf: (rows) => `${head} VALUES ${rows} ${end}` });
}

/**
 * The same for any statement with a list of rows.
 * @param of.width values of a row
 * @param of.most maximum rows to collect
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

/** The values of some of the rows, flattened. */
function valuesOf(rows: readonly (readonly SqlValue[])[], from: number, to: number): SqlValue[] {
  const values: SqlValue[] = [];
  for (let at = from; at < to; at += 1) for (const value of rows[at] ?? []) values.push(value);
  return values;
}
