import type { LineKind } from '../../schema/live/plan.ts';
import type { StepState } from '../../schema/live/push.ts';
import {
  all,
  column,
  get,
  joinSql,
  pluck,
  rawSql,
  run,
  sql,
  type ReadDb,
  type SqlValue,
  type WriteDb,
} from '../sql.ts';

/** The actions of a step there. `trash` and `delete` are separate, because only the first can be undone. */
export const STEP_ACTIONS = ['language', 'term', 'media', 'shell', 'group', 'update', 'trash', 'delete'] as const;
export type StepAction = (typeof STEP_ACTIONS)[number];

/** What a step needs besides its bodies. */
export interface StepInput {
  /** Post type or taxonomy; "language". */
  type: string;
  title: string;
  lang: string;
  /** Hash of the item here when the push was ordered; "" if it no longer matters. */
  here: string;
  /** Whether this push creates the item there. */
  isNew: boolean;
  /** Fields with a merged value, which is written here too. */
  merged: string[];
  /** The temporary slug of a shell. */
  slug?: string;
  /** Its settings name items that are created earlier in the push. */
  isLate?: boolean;
  /** The step that this one undoes. */
  undoes?: number;
  /** For display: the fields it sends, unless the item is new; of a new item the status and what it translates. */
  fields?: string[];
  status?: string;
  original?: string;
}

/** Attempts of one step, one after the other. */
export interface StepTries {
  count: number;
  /** ISO in UTC. */
  since: string;
  until: string;
}

/** The result of a step. */
export interface StepResult {
  /** "" if there is nothing to report. */
  code: string;
  params?: Record<string, string>;
  /** Fields that the site stored differently from what was sent. */
  altered?: string[];
  /** Fields that were actually sent: the others were equal there already, or this site does not have them. */
  sent?: string[];
  /** Those of them that the site stored without an item that was deleted there: they are still to be sent. */
  dropped?: string[];
  /** Concurrent edits of texts, stored between our read and write: the revision there that has them. */
  lost?: Record<string, string>;
  modified?: string;
  /** Of a post: its status there after it. */
  status?: string;
  /** While it is being sent: the revisions of the item before. */
  versions?: { count: number; latest: number };
  /** While it is being sent: a request was refused because the item had changed, perhaps by the same request. */
  isRefusedOnce?: boolean;
  /** How often it was tried before the push stopped at it, and from when to when; left out once it went on. */
  tries?: StepTries;
  /** A shell or a file whose twin has to be looked for: its request may have arrived twice, or a lost one late. */
  mayHaveTwin?: boolean;
  /** Whether the base includes the result. */
  isSettled?: boolean;
}

/** A step of a push as stored: before it is sent, and after the answer. */
export interface StepRow {
  run: number;
  seq: number;
  kind: LineKind;
  uuid: string;
  action: StepAction;
  state: StepState;
  remote_id: number;
  /** Ids of bodies: the state there before, the intended one, and the current one. */
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

/** Appends steps to those of a run. */
export function insertSteps(db: WriteDb, of: number, steps: readonly NewStep[]): void {
  let seq = pluck<number>(db, sql`SELECT coalesce(max(seq), 0) FROM live_steps WHERE run = ${of}`) ?? 0;
  for (const { kind, uuid, action, state, remote_id, before, sent, input, result } of steps) {
    seq += 1;
    const resultText = result === undefined ? null : JSON.stringify(result);
    run(
      db,
      sql`INSERT INTO live_steps (run, seq, kind, uuid, action, state, remote_id, before, sent, input, result)
          VALUES (${of}, ${seq}, ${kind}, ${uuid}, ${action}, ${state}, ${remote_id}, ${before}, ${sent}, ${JSON.stringify(input)}, ${resultText})`,
    );
  }
}

/** The steps of a run, in order. */
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

/** Temporary slugs of shells that were sent to a site and whose answer is not known, with the UUID of the item each is for. */
export function sentShells(db: ReadDb, live: number): Map<string, string> {
  const rows = all<{ slug: string; uuid: string }>(
    db,
    sql`SELECT s.input ->> 'slug' AS slug, s.uuid FROM live_steps AS s JOIN live_runs AS r ON r.id = s.run
        WHERE r.live = ${live} AND s.action = 'shell' AND s.state = 'sent' AND s.input ->> 'slug' <> ''`,
  );
  return new Map(rows.map(({ slug, uuid }) => [slug, uuid]));
}

/**
 * The item for which a push once made a shell with this slug. A second shell has a suffix, and another one in the trash. Undefined:
 * none.
 */
export function itemOfShell(db: ReadDb, live: number, slug: string): string | undefined {
  const own = /^pd-[0-9a-f]{18}/.exec(slug)?.[0];
  if (own === undefined) return undefined;
  return pluck<string>(
    db,
    sql`SELECT s.uuid FROM live_steps AS s JOIN live_runs AS r ON r.id = s.run
        WHERE r.live = ${live} AND s.action = 'shell' AND s.input ->> 'slug' = ${own} LIMIT 1`,
  );
}

/** Ids there of second files, which uploads that arrived twice have made and reports name, with the body of the first one. */
export function secondFiles(db: ReadDb, live: number): Map<number, number | null> {
  const rows = all<{ id: number; answer: number | null }>(
    db,
    sql`SELECT CAST(s.result ->> '$.params.id' AS INTEGER) AS id, s.answer FROM live_steps AS s JOIN live_runs AS r ON r.id = s.run
        WHERE r.live = ${live} AND s.action = 'media' AND s.result ->> '$.code' = 'late_twin'`,
  );
  return new Map(rows.map(({ id, answer }) => [id, answer]));
}

/** Items with writes that are not in their bases yet, as "kind uuid": sent with an unknown end, or done and not settled. */
export function openItems(db: ReadDb): Set<string> {
  return new Set(
    column<string>(
      db,
      sql`SELECT kind || ' ' || uuid FROM live_steps WHERE state = 'sent' AND at <> ''
          UNION SELECT kind || ' ' || uuid FROM live_steps WHERE state IN ('done', 'conflict')
            AND json_array_length(result, '$.sent') > 0 AND NOT coalesce(result ->> '$.isSettled', 0)`,
    ),
  );
}

/**
 * The last step sent for an item: its bodies, and the temporary slug of a shell. Undefined if none was sent. A lookup that a new
 * push has only planned is also stored as sent, but without a time: its body was never sent.
 */
export function lastSent(
  db: ReadDb,
  uuid: string,
  action: StepAction,
): { state: 'sent' | 'done'; sent: number | null; answer: number | null; slug: string } | undefined {
  return get(
    db,
    sql`SELECT state, sent, answer, coalesce(input ->> 'slug', '') AS slug FROM live_steps
        WHERE uuid = ${uuid} AND action = ${action} AND state IN ('sent', 'done') AND at <> '' ORDER BY run DESC, seq DESC LIMIT 1`,
  );
}
