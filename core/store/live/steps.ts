import type { LineKind } from '../../schema/live/plan.ts';
import type { StepState } from '../../schema/live/push.ts';
import { all, get, joinSql, pluck, rawSql, run, sql, type ReadDb, type SqlValue, type WriteDb } from '../sql.ts';

/** What a step does there. `trash` and `delete` are two, as only the first can be taken back. */
export const STEP_ACTIONS = ['language', 'term', 'media', 'shell', 'group', 'update', 'trash', 'delete'] as const;
export type StepAction = (typeof STEP_ACTIONS)[number];

/** What a step has to know besides its bodies. */
export interface StepInput {
  /** Post type or taxonomy; "language". */
  type: string;
  title: string;
  lang: string;
  /** Hash of the item here when it was ordered; "" where that does not count any more. */
  here: string;
  /** The item is made there by this push. */
  isNew: boolean;
  /** Fields whose value is a merge: it is written here too. */
  merged: string[];
  /** The one-time slug of a shell. */
  slug?: string;
  /** The step that this one takes back. */
  undoes?: number;
}

/** What came of a step. */
export interface StepResult {
  /** "" for nothing to tell. */
  code: string;
  params?: Record<string, string>;
  /** Fields that the site stored other than they were sent. */
  altered?: string[];
  /** Fields that were really sent: the others were there already, or this site does not have them. */
  sent?: string[];
  /** Texts of somebody else that were stored between reading and writing: the version there that holds them. */
  lost?: Record<string, string>;
  modified?: string;
  /** The base knows of it. */
  isSettled?: boolean;
}

/** A step of a push as it is stored: before it is sent, and after it was answered. */
export interface StepRow {
  run: number;
  seq: number;
  kind: LineKind;
  uuid: string;
  action: StepAction;
  state: StepState;
  remote_id: number;
  /** Bodies: what it was there before, what it is to be, what it is now. */
  before: number | null;
  sent: number | null;
  answer: number | null;
  input: StepInput;
  result: StepResult | null;
  at: string;
}

export type NewStep = Omit<StepRow, 'run' | 'seq' | 'answer' | 'result' | 'at'> & { result?: StepResult };
export type StepChanges = Partial<
  Pick<StepRow, 'state' | 'remote_id' | 'before' | 'sent' | 'answer' | 'result' | 'at'>
>;

const COLUMNS = sql`run, seq, kind, uuid, action, state, remote_id, before, sent, answer, input, result, at`;

/** Stores steps behind those a run has already. */
export function insertSteps(db: WriteDb, of: number, steps: readonly NewStep[]): void {
  let seq = pluck<number>(db, sql`SELECT coalesce(max(seq), 0) FROM live_steps WHERE run = ${of}`) ?? 0;
  for (const { kind, uuid, action, state, remote_id, before, sent, input, result } of steps) {
    seq += 1;
    const told = result === undefined ? null : JSON.stringify(result);
    run(
      db,
      sql`INSERT INTO live_steps (run, seq, kind, uuid, action, state, remote_id, before, sent, input, result)
          VALUES (${of}, ${seq}, ${kind}, ${uuid}, ${action}, ${state}, ${remote_id}, ${before}, ${sent}, ${JSON.stringify(input)}, ${told})`,
    );
  }
}

/** The steps of a run, in their order. */
export function stepsOf(db: ReadDb, of: number): StepRow[] {
  type Stored = Omit<StepRow, 'input' | 'result'> & { input: string; result: string | null };
  const rows = all<Stored>(db, sql`SELECT ${COLUMNS} FROM live_steps WHERE run = ${of} ORDER BY seq`);
  return rows.map(({ input, result, ...row }) => ({
    ...row,
    input: JSON.parse(input) as StepInput,
    result: result === null ? null : (JSON.parse(result) as StepResult),
  }));
}

export function updateStep(db: WriteDb, { run: of, seq }: Pick<StepRow, 'run' | 'seq'>, changes: StepChanges): void {
  const sets = Object.entries(changes).map(([name, value]) => {
    const stored = (name === 'result' ? JSON.stringify(value) : value) as SqlValue;
    return sql`${rawSql(name)} = ${stored}`;
  });
  if (sets.length > 0) run(db, sql`UPDATE live_steps SET ${joinSql(sets, ', ')} WHERE run = ${of} AND seq = ${seq}`);
}

/** The last step of an item that was sent: its bodies, and the one-time slug of a shell. Undefined where nothing was. */
export function lastSent(
  db: ReadDb,
  uuid: string,
  action: StepAction,
): { state: 'sent' | 'done'; sent: number | null; answer: number | null; slug: string } | undefined {
  return get(
    db,
    sql`SELECT state, sent, answer, coalesce(input ->> 'slug', '') AS slug FROM live_steps
        WHERE uuid = ${uuid} AND action = ${action} AND state IN ('sent', 'done') ORDER BY run DESC, seq DESC LIMIT 1`,
  );
}
