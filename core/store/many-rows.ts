import { run, type SqlValue, type WriteDb } from './sql.ts';

/** Rows that wait to be written with one statement. */
export interface ManyRows {
  /** True: it is time to flush. */
  add(values: readonly SqlValue[]): boolean;
  flush(): void;
}

/** Rows of a statement, the most first. */
const SIZES = [50, 10, 1] as const;
/** Characters that may wait: texts are long. */
const MUCH = 1024 * 1024;

/**
 * New rows of one table, many with a statement. A statement with triggers has to be able to be taken back by itself, so
 * SQLite copies every page it changes once more for each: for a single row of `posts` some 30 pages. Measured: half the time.
 * @param end of the statement, such as a conflict clause
 */
export function manyRows(db: WriteDb, table: string, columns: readonly string[], end = ''): ManyRows {
  const one = `(${columns.map(() => '?').join(', ')})`;
  const head = `INSERT INTO ${table} (${columns.join(', ')}) VALUES`;
  const texts = SIZES.map((size) => `${head} ${Array<string>(size).fill(one).join(', ')} ${end}`);
  let rows: (readonly SqlValue[])[] = [];
  let length = 0;
  return {
    add(values) {
      rows.push(values);
      for (const value of values) if (typeof value === 'string') length += value.length;
      return rows.length >= SIZES[0] || length > MUCH;
    },
    flush() {
      const waiting = rows;
      rows = [];
      length = 0;
      let at = 0;
      for (const [n, size] of SIZES.entries())
        for (; waiting.length - at >= size; at += size) run(db, [texts[n] ?? '', waiting.slice(at, at + size).flat()]);
    },
  };
}
