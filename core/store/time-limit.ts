import { performance } from 'node:perf_hooks';
import { rawSql, type ReadDb, type Sql } from './sql.ts';

/** A question looked at rows for longer than it may. Nothing was changed; it can be asked again where nobody waits. */
export class TookTooLong extends Error {
  constructor() {
    super('The question takes longer than it may here.');
    this.name = 'TookTooLong';
  }
}

/** What an answer follows from is not worked out yet, but a piece of it more: to be asked again when others had their turn. */
export class Unfinished extends Error {
  constructor() {
    super('What the answer follows from is still being worked out.');
    this.name = 'Unfinished';
  }
}

/** Name of the function that questions call once for each row they look at. */
const FUNCTION = 'polydesk_in_time';
/** The clock is read only so often: reading it costs more than looking at a row. */
const ROWS_A_LOOK = 128;

interface Limit {
  /** Milliseconds of the process; none: no limit holds just now. */
  until: number | undefined;
  rows: number;
}

// Not state of the program: a limit lives as long as the call of `withinTime` that set it.
const limits = new WeakMap<ReadDb, Limit>();

/**
 * Runs what only reads; its questions throw `TookTooLong` after so many milliseconds. Only those do that say `inTime`, and
 * only while they look at rows: what is sorted afterwards is not interrupted.
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
 * A condition that is always met, for the rows of questions that may look at very many; empty where no limit holds. Of
 * several tables SQLite asks it for the rows of the first, so `column` names one of that with the many rows.
 */
export function inTime(db: ReadDb, column = ''): Sql {
  return hasLimit(db) ? rawSql(`likely(${FUNCTION}(${column})) AND `) : NONE;
}

/** Whether others wait: then what is known to take long is not even begun. */
export function hasLimit(db: ReadDb): boolean {
  return limits.get(db)?.until !== undefined;
}

/** For work in pieces: whether the rest must wait. Never where no limit holds. */
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
