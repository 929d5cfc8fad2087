import type { RunKind, RunState } from '../../schema/live/run.ts';
import type { Json } from '../../types.ts';
import { all, get, joinSql, pluck, rawSql, run, sql, type ReadDb, type SqlValue, type WriteDb } from '../sql.ts';

/** A check, pull or push as stored. */
export interface RunRow {
  id: number;
  live: number;
  kind: RunKind;
  state: RunState;
  phase: string;
  done: number;
  total: number;
  waiting_until: string;
  input: Json;
  report: Json;
  entry: number | null;
  undoes: number | null;
  author: string;
  started_at: string;
  ended_at: string;
}

type Stored = Omit<RunRow, 'input' | 'report'> & { input: string; report: string | null };

const COLUMNS = sql`id, live, kind, state, phase, done, total, waiting_until, input, report, entry, undoes, author, started_at, ended_at`;

/** Stores a new run; returns its id. */
export function insertRun(
  db: WriteDb,
  {
    live,
    kind,
    input,
    undoes = null,
    author,
    at,
  }: Pick<RunRow, 'live' | 'kind' | 'input' | 'author'> & {
    undoes?: number | null;
    at: string;
  },
): number {
  const { lastInsertRowid } = run(
    db,
    sql`INSERT INTO live_runs (live, kind, state, input, undoes, author, started_at)
        VALUES (${live}, ${kind}, 'running', ${JSON.stringify(input)}, ${undoes}, ${author}, ${at})`,
  );
  return Number(lastInsertRowid);
}

/** The columns of a run that change while it works. */
export type RunChanges = Partial<
  Pick<RunRow, 'state' | 'phase' | 'done' | 'total' | 'waiting_until' | 'report' | 'entry' | 'ended_at'>
>;

export function updateRun(db: WriteDb, id: number, changes: RunChanges): void {
  const sets = Object.entries(changes).map(([name, value]) => {
    const stored = (name === 'report' ? JSON.stringify(value) : value) as SqlValue;
    return sql`${rawSql(name)} = ${stored}`;
  });
  if (sets.length > 0) run(db, sql`UPDATE live_runs SET ${joinSql(sets, ', ')} WHERE id = ${id}`);
}

export function runById(db: ReadDb, id: number): RunRow | undefined {
  const row = get<Stored>(db, sql`SELECT ${COLUMNS} FROM live_runs WHERE id = ${id}`);
  return row && read(row);
}

/** Runs of a site, newest first, of one kind or of all. */
export function runsOf(
  db: ReadDb,
  live: number,
  { kinds, limit }: { kinds: readonly RunKind[]; limit: number },
): RunRow[] {
  const rows = all<Stored>(
    db,
    sql`SELECT ${COLUMNS} FROM live_runs WHERE live = ${live} AND kind IN (SELECT value FROM json_each(${JSON.stringify(kinds)}))
        ORDER BY id DESC LIMIT ${limit}`,
  );
  return rows.map(read);
}

/** The id of the run that made an entry of the history. */
export function runOfEntry(db: ReadDb, entry: number): number | undefined {
  return pluck<number>(db, sql`SELECT id FROM live_runs WHERE entry = ${entry}`);
}

/** The unfinished run, else the one that finished last. */
export function currentRun(db: ReadDb, live: number): RunRow | undefined {
  const row = get<Stored>(
    db,
    sql`SELECT ${COLUMNS} FROM live_runs WHERE live = ${live} ORDER BY state = 'running' OR state = 'paused' DESC, id DESC LIMIT 1`,
  );
  return row && read(row);
}

/** Pauses the runs that were interrupted when the program ended; those that write to the site report the given fault. */
export function pauseRuns(db: WriteDb, fault: Json): void {
  run(
    db,
    sql`UPDATE live_runs SET state = 'paused', report = iif(kind IN ('push', 'undo'), ${JSON.stringify(fault)}, report)
        WHERE state = 'running'`,
  );
}

/** The run that is active or queued. */
export function activeRun(db: ReadDb, live: number): RunRow | undefined {
  const row = get<Stored>(db, sql`SELECT ${COLUMNS} FROM live_runs WHERE live = ${live} AND state = 'running' LIMIT 1`);
  return row && read(row);
}

function read({ input, report, ...row }: Stored): RunRow {
  return { ...row, input: JSON.parse(input) as Json, report: report === null ? null : (JSON.parse(report) as Json) };
}
