import type { Database, RunResult, Statement } from 'better-sqlite3';

declare const readable: unique symbol;
declare const writable: unique symbol;

/** A connection for queries: `get`, `all`, `pluck`. */
export type ReadDb = Database & { readonly [readable]: true };
/** A connection that may also `run`. The compiler prevents a function that takes a `ReadDb` from writing. */
export type WriteDb = ReadDb & { readonly [writable]: true };

export type SqlValue = string | number | bigint | null | Uint8Array;
/** A statement and the values of its question marks. */
export type Sql = readonly [text: string, params: readonly SqlValue[]];

/**
 * Marks a parameter. With a bare question mark in a comparison, SQLite as built in our driver (STAT4) recompiles the statement
 * for every value, to plan for it; behind the unary plus it is an expression (measured: 25 µs instead of 2.5).
 */
const MARK = '+?';

/** One text per place in the source, so that a statement without nested parts costs one lookup. */
const texts = new Map<TemplateStringsArray, string>();
// Prepared statements by text, stored on the connection itself: weak maps are slow after a pause, and every write has one.
const statements = Symbol('statements');
const plucking = Symbol('plucking statements');
const touched = Symbol('touched');
const failedDb = Symbol('connection that failed');
interface Prepared {
  [statements]?: Map<string, Statement<unknown[]>>;
  [plucking]?: Map<string, Statement<unknown[]>>;
  [touched]?: Touched;
}

/**
 * How often this connection wrote what facts of the site are read from, including writes that were rolled back; and how often it
 * began to.
 */
export interface Touched {
  /** Settings that do not decide what has a language. */
  settings: number;
  /** Everything else. */
  rest: number;
  transactions: number;
  /** Statements that were run for their effect. */
  runs: number;
  /** Whether a writing transaction is open. */
  isWriting: boolean;
}

/** Which of these facts a statement writes; most count as writing all. */
export type Touch = 'nothing' | 'settings' | 'rest';

/** sql`SELECT … WHERE id = ${id}`: values become parameters; a nested sql`…` becomes part of the text. */
export function sql(strings: TemplateStringsArray, ...values: readonly (SqlValue | Sql)[]): Sql {
  if (values.some(isFragment)) return compose(strings, values);
  let text = texts.get(strings);
  if (text === undefined) texts.set(strings, (text = strings.join(MARK)));
  return [text, values as readonly SqlValue[]];
}

/** Text that is not a value: names of tables and columns, always from our own lists, never from a request. */
export function rawSql(text: string): Sql {
  return [text, []];
}

/** Maximum number of adjacent conditions; SQLite parses them as levels of a tree, limited to a thousand. */
const MOST_IN_A_ROW = 100;

/** Joins fragments with `separator`; empty for an empty list. Of very many conditions, some are grouped first. */
export function joinSql(parts: readonly Sql[], separator: string): Sql {
  if (parts.length > MOST_IN_A_ROW && (separator === ' AND ' || separator === ' OR ')) {
    const rows = Array.from({ length: Math.ceil(parts.length / MOST_IN_A_ROW) }, (_, at) =>
      joinSql(parts.slice(at * MOST_IN_A_ROW, (at + 1) * MOST_IN_A_ROW), separator),
    );
    return joinSql(
      rows.map(([text, params]): Sql => [`(${text})`, params]),
      separator,
    );
  }
  return [parts.map((part) => part[0]).join(separator), parts.flatMap((part) => part[1])];
}

/** The first row. */
export function get<T>(db: ReadDb, query: Sql): T | undefined {
  return reading(db, () => prepared(db, query[0]).get(query[1]) as T | undefined);
}

/** All rows. */
export function all<T>(db: ReadDb, query: Sql): T[] {
  return reading(db, () => prepared(db, query[0]).all(query[1]) as T[]);
}

/** First column of the first row. */
export function pluck<T>(db: ReadDb, query: Sql): T | undefined {
  return reading(db, () => preparedPluck(db, query[0]).get(query[1]) as T | undefined);
}

/** First column of all rows. */
export function column<T>(db: ReadDb, query: Sql): T[] {
  return reading(db, () => preparedPluck(db, query[0]).all(query[1]) as T[]);
}

/** Whether an error is one of a read of this connection: a site and its memory are read for one answer. */
export function hasFailedIn(db: ReadDb, error: unknown): boolean {
  return error instanceof Error && (error as Failure)[failedDb] === db;
}

interface Failure extends Error {
  [failedDb]?: ReadDb;
}

/** A failed read notes its connection. */
function reading<T>(db: ReadDb, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof Error) (error as Failure)[failedDb] ??= db;
    throw error;
  }
}

/** Runs a statement for its effect. All writes of the product into a site go through here. */
export function run(db: WriteDb, query: Sql, touch: Touch = 'rest'): RunResult {
  const counts = touchedOf(db);
  counts.runs++;
  if (touch !== 'nothing') counts[touch]++;
  return prepared(db, query[0]).run(query[1]);
}

/** The write counters of a connection. */
export function touchedOf(db: Database & Prepared): Touched {
  return (db[touched] ??= { settings: 0, rest: 0, transactions: 0, runs: 0, isWriting: false });
}

/** Row by row, for results that do not fit in memory. Not cached: a statement that is being read cannot be used twice. */
export function each<T>(db: ReadDb, query: Sql): IterableIterator<T> {
  return db.prepare<unknown[], T>(query[0]).iterate(query[1]);
}

function prepared(db: Database & Prepared, text: string): Statement<unknown[]> {
  const known = (db[statements] ??= new Map<string, Statement<unknown[]>>());
  let statement = known.get(text);
  if (!statement) {
    statement = db.prepare<unknown[]>(text);
    keep(known, text, statement);
  }
  return statement;
}

function preparedPluck(db: Database & Prepared, text: string): Statement<unknown[]> {
  const known = (db[plucking] ??= new Map<string, Statement<unknown[]>>());
  let statement = known.get(text);
  if (!statement) {
    statement = db.prepare<unknown[]>(text).pluck();
    keep(known, text, statement);
  }
  return statement;
}

/** Longer texts belong to a single query, such as a search for hundreds of words: caching them would only fill the memory. */
const LONGEST_KEPT = 32 * 1024;

function keep(known: Map<string, Statement<unknown[]>>, text: string, statement: Statement<unknown[]>): void {
  if (text.length <= LONGEST_KEPT) known.set(text, statement);
}

function isFragment(value: SqlValue | Sql): value is Sql {
  return Array.isArray(value);
}

function compose(strings: TemplateStringsArray, values: readonly (SqlValue | Sql)[]): Sql {
  let text = strings[0] ?? '';
  const params: SqlValue[] = [];
  values.forEach((value, i) => {
    if (isFragment(value)) params.push(...value[1]);
    else params.push(value);
    text += (isFragment(value) ? value[0] : MARK) + (strings[i + 1] ?? '');
  });
  return [text, params];
}
