import { all, rawSql, type ReadDb } from './sql.ts';

/** A rule of the file as a question that must have no answer. */
interface Invariant {
  name: string;
  /** Tables whose change can break it. */
  tables: readonly string[];
  sql: string;
}

/** A broken rule and the first rows that break it. */
export interface Finding {
  name: string;
  rows: unknown[];
}

export const INVARIANTS: readonly Invariant[] = [];

const MOST_ROWS = 20;

/** Runs the rules (those about `tables` only, if given) and returns what is broken. */
export function checkInvariants(db: ReadDb, tables?: ReadonlySet<string>): Finding[] {
  const asked = tables ? INVARIANTS.filter((rule) => rule.tables.some((table) => tables.has(table))) : INVARIANTS;
  return asked
    .map(({ name, sql }) => ({ name, rows: all(db, rawSql(`SELECT * FROM (${sql}) LIMIT ${MOST_ROWS}`)) }))
    .filter(({ rows }) => rows.length > 0);
}

/** Rows whose partner is missing. */
export function checkForeignKeys(db: ReadDb): Finding[] {
  const rows = db.pragma('foreign_key_check') as unknown[];
  return rows.length > 0 ? [{ name: 'foreign keys', rows: rows.slice(0, MOST_ROWS) }] : [];
}
