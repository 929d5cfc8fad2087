import { performance } from 'node:perf_hooks';
import { rawSql, type ReadDb, type Sql } from './sql.ts';

/** A query read rows for longer than allowed. Nothing was changed; it can be run again outside of the main thread. */
export class TookTooLong extends Error {
  constructor() {
    super('The question takes longer than it may here.');
    this.name = 'TookTooLong';
  }
}

/** The data an answer depends on is not complete yet, but one step further: retry after others had their turn. */
export class Unfinished extends Error {
  constructor() {
    super('What the answer follows from is still being worked out.');
    this.name = 'Unfinished';
  }
}

/** Name of the function that queries call once for each row they read. */
const FUNCTION = 'polydesk_in_time';
/** The clock is read only once in this many rows: reading it costs more than reading a row. */
const ROWS_A_LOOK = 128;

interface Limit {
  /** Milliseconds of the process clock; undefined: no limit at the moment. */
  until: number | undefined;
  rows: number;
}

// Not program state: a limit exists only during the call of `withinTime` that set it.
const limits = new WeakMap<ReadDb, Limit>();

/**
 * Runs a read; its queries throw `TookTooLong` after this many milliseconds. Only those that use `inTime`, and only while they
 * read rows: sorting afterwards is not interrupted.
 */
export function withinTime<T>(db: ReadDb, milliseconds: number, work: () => T): T {
  const limit = limits.get(db) ?? prepare(db);
  if (limit.until !== undefined) return work();
  limit.until = performance.now() + milliseconds;
  limit.rows = 0;
  try {
    return work();
  } finally {
    limit.until = undefined;
  }
}

/**
 * A condition that is always true, for the rows of queries that may read very many; empty without a limit. With several tables
 * SQLite evaluates it for the rows of the first, so `column` names one of the table with many rows.
 */
export function inTime(db: ReadDb, column = ''): Sql {
  return hasLimit(db) ? rawSql(`likely(${FUNCTION}(${column})) AND `) : NONE;
}

/** Whether a limit is set because others wait: then work that is known to take long is not even started. */
export function hasLimit(db: ReadDb): boolean {
  return limits.get(db)?.until !== undefined;
}

/** For work in steps: whether the rest must wait. Never true without a limit. */
export function isTimeOver(db: ReadDb): boolean {
  const until = limits.get(db)?.until;
  return until !== undefined && performance.now() > until;
}

const NONE = rawSql('');

function prepare(db: ReadDb): Limit {
  const limit: Limit = { until: undefined, rows: 0 };
  db.function(FUNCTION, { directOnly: true, varargs: true }, () => {
    if (++limit.rows % ROWS_A_LOOK === 0 && limit.until !== undefined && performance.now() > limit.until)
      throw new TookTooLong();
    return 1;
  });
  limits.set(db, limit);
  return limit;
}
