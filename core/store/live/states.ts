import type { LineState } from '../../schema/live/live.ts';
import type { Hindrance, LineChoice, LineGroup, LineKind } from '../../schema/live/plan.ts';
import { all, each, get, joinSql, pluck, run, sql, type ReadDb, type Sql, type WriteDb } from '../sql.ts';

/** A line as it is stored. */
export type NewState = Omit<StateRow, 'choice' | 'turn'>;

/** Identifies an item on both sides: the UUID of an item, the code of a language, the name of settings. */
export interface LiveKey {
  kind: LineKind;
  uuid: string;
}

/** An item that differs. */
export interface StateRow extends LiveKey {
  state: LineState;
  type: string;
  lang: string;
  title: string;
  fields: string[];
  item_id: number;
  here: string;
  there: string;
  twin: string;
  hindrance: Hindrance | null;
  choice: LineChoice | null;
  /** When it was last noted or decided (`planTurn`). */
  turn: number;
}

/** The filter of a list of lines. */
export interface StateFilter {
  states?: readonly LineState[] | undefined;
  kind?: LineKind | undefined;
  type?: string | undefined;
  lang?: string | undefined;
  search?: string | undefined;
  /** Lines with these keys; left out: all. */
  keys?: readonly LiveKey[] | undefined;
}

/** The columns of a line. */
export type Stored = Omit<StateRow, 'fields' | 'hindrance' | 'choice'> & {
  fields: string;
  hindrance: string | null;
  choice: string | null;
};

/** A choice is valid only while both sides are unchanged. */
const CHOICES = sql`live_choices AS c
  ON c.live = s.live AND c.kind = s.kind AND c.uuid = s.uuid AND c.here = s.here AND c.there = s.there`;
/** Lines as `s` with their choices as `c`. */
export const FROM = sql`live_states AS s LEFT JOIN ${CHOICES}`;
export const IN_ORDER = sql`s.rank, s.type, s.title, s.uuid`;
export const COLUMNS = sql`s.kind, s.uuid, s.state, s.type, s.lang, s.title, s.fields, s.item_id, s.here, s.there, s.twin, s.hindrance, c.choice, s.turn`;

/** Lines of a site, conflicts first. */
export function statesOf(
  db: ReadDb,
  live: number,
  { offset, limit, ...filter }: StateFilter & { offset: number; limit: number },
): StateRow[] {
  // Lines before the page are skipped within the index: they are not read.
  const rows = all<Stored>(
    db,
    sql`SELECT ${COLUMNS} FROM (
          SELECT s.live, s.kind, s.uuid FROM live_states AS s WHERE ${where(live, filter)} ORDER BY ${IN_ORDER}
          LIMIT ${limit} OFFSET ${offset}) AS p
        CROSS JOIN live_states AS s ON s.live = p.live AND s.kind = p.kind AND s.uuid = p.uuid
        LEFT JOIN ${CHOICES} ORDER BY ${IN_ORDER}`,
  );
  return rows.map(read);
}

/** Iterates over all lines of a site in the same order. Do not write while iterating. */
export function* eachState(db: ReadDb, live: number): IterableIterator<StateRow> {
  const rows = each<Stored>(db, sql`SELECT ${COLUMNS} FROM ${FROM} WHERE ${where(live, {})} ORDER BY ${IN_ORDER}`);
  for (const row of rows) yield read(row);
}

export function countStates(db: ReadDb, live: number, filter: StateFilter): number {
  return pluck<number>(db, sql`SELECT count(*) FROM live_states AS s WHERE ${where(live, filter)}`) ?? 0;
}

/** The lines of a type, counted. */
export interface TypeCounts {
  kind: LineKind;
  type: string;
  lines: number;
  deleted: number;
  conflicts: number;
  /** Lines that take part by default: no conflict, no deletion, no obstacle, not left out. */
  usual: number;
  /** Those of them that the groups of a rule do not leave out. */
  ticked: number;
}

/** The lines that the filter finds, counted by type. @param groups of a rule (`schema/live/rule.ts`) */
export function countTypes(
  db: ReadDb,
  live: number,
  filter: StateFilter,
  groups: readonly LineGroup[] = [],
): TypeCounts[] {
  return all<TypeCounts>(
    db,
    sql`SELECT s.kind, s.type, count(*) AS lines, sum(${IS_DELETION}) AS deleted, sum(s.state = 'conflict') AS conflicts,
          sum(${IS_USUAL}) AS usual, sum(${IS_USUAL} AND ${isOn(groups)}) AS ticked
        FROM ${FROM} WHERE ${where(live, filter)} GROUP BY s.kind, s.type`,
  );
}

const IS_DELETION = sql`s.state IN ('deleted_here', 'deleted_there')`;
// Deciding about a twin means that these are two items.
const IS_HELD = sql`s.hindrance IS NOT NULL AND NOT (s.hindrance ->> 'code' = 'twin' AND c.choice IS NOT NULL)`;
/** As `isUsual` of `schema/live/usual.ts`. */
export const IS_USUAL = sql`(s.state <> 'conflict' AND NOT ${IS_DELETION} AND NOT (${IS_HELD}) AND c.choice IS NOT '"leave"')`;

/** As `isOnInGroups` of `schema/live/rule.ts`. */
export function isOn(groups: readonly LineGroup[]): Sql {
  if (groups.length === 0) return sql`TRUE`;
  const cases = groups.toReversed().map(({ is_on, ...filter }) => {
    return sql`WHEN ${joinSql([sql`TRUE`, ...filterParts(filter)], ' AND ')} THEN ${Number(is_on)}`;
  });
  return sql`CASE ${joinSql(cases, ' ')} ELSE TRUE END`;
}

/** Whether a line is one of these. */
export const isOneOf = (keys: readonly LiveKey[]): Sql =>
  sql`(s.kind, s.uuid) IN (SELECT value ->> 'kind', value ->> 'uuid' FROM json_each(${JSON.stringify(keys)}))`;

export function stateOf(db: ReadDb, live: number, { kind, uuid }: LiveKey): StateRow | undefined {
  const row = get<Stored>(
    db,
    sql`SELECT ${COLUMNS} FROM ${FROM} WHERE s.live = ${live} AND s.kind = ${kind} AND s.uuid = ${uuid}`,
  );
  return row && read(row);
}

/** The number of lines in each state. */
export function stateCounts(db: ReadDb, live: number): Map<string, number> {
  const rows = all<{ state: string; n: number }>(db, sql`SELECT state, n FROM live_counts WHERE live = ${live}`);
  return new Map(rows.map(({ state, n }) => [state, n]));
}

/** Whether any item still has to be compared. */
export function isQueued(db: ReadDb): boolean {
  return pluck<number>(db, sql`SELECT EXISTS (SELECT 1 FROM live_queue)`) === 1;
}

export function queuedItems(db: ReadDb, limit: number): LiveKey[] {
  return all<LiveKey>(db, sql`SELECT kind, uuid FROM live_queue LIMIT ${limit}`);
}

export function queueItems(db: WriteDb, keys: readonly LiveKey[]): void {
  for (const { kind, uuid } of keys)
    run(db, sql`INSERT INTO live_queue (kind, uuid) VALUES (${kind}, ${uuid}) ON CONFLICT DO NOTHING`);
}

/** Queues the posts whose texts have these words. */
export function queueTextsWith(db: WriteDb, words: string): void {
  run(
    db,
    sql`INSERT INTO live_queue (kind, uuid) SELECT 'post', uuid FROM posts
        WHERE instr(content, ${words}) > 0 OR instr(excerpt, ${words}) > 0 ON CONFLICT DO NOTHING`,
  );
}

export function leaveQueue(db: WriteDb, { kind, uuid }: LiveKey): void {
  run(db, sql`DELETE FROM live_queue WHERE kind = ${kind} AND uuid = ${uuid}`);
}

const RANKS: Readonly<Record<LineState, number>> = {
  conflict: 0,
  merged: 1,
  there: 2,
  new_there: 2,
  deleted_there: 2,
  here: 3,
  new_here: 3,
  deleted_here: 3,
};

/** The turn of the plan: a line that is noted or decided from now on has a higher one. */
export function planTurn(db: ReadDb, live: number): number {
  return pluck<number>(db, sql`SELECT n FROM live_counts WHERE live = ${live} AND state = ${TURN}`) ?? 0;
}

/** The count of turns, among those of the lines. */
const TURN = 'turn';

function nextTurn(db: WriteDb, live: number): number {
  const next = planTurn(db, live) + 1;
  run(
    db,
    sql`INSERT INTO live_counts (live, state, n) VALUES (${live}, ${TURN}, ${next}) ON CONFLICT DO UPDATE SET n = excluded.n`,
  );
  return next;
}

/** Stores the line of an item that differs; one that is stored already stays as it is, with its turn. */
export function putState(db: WriteDb, live: number, row: NewState): void {
  const { kind, uuid, state, type, lang, title, item_id, here, there, twin } = row;
  const fields = JSON.stringify(row.fields);
  const hindrance = row.hindrance && JSON.stringify(row.hindrance);
  const { changes } = run(
    db,
    sql`INSERT INTO live_states (live, kind, uuid, rank, state, type, lang, title, fields, item_id, here, there, twin, hindrance, turn)
        VALUES (${live}, ${kind}, ${uuid}, ${RANKS[state]}, ${state}, ${type}, ${lang}, ${title}, ${fields}, ${item_id}, ${here}, ${there}, ${twin}, ${hindrance}, ${planTurn(db, live) + 1})
        ON CONFLICT DO UPDATE SET rank = excluded.rank, state = excluded.state, type = excluded.type, lang = excluded.lang,
          title = excluded.title, fields = excluded.fields, item_id = excluded.item_id, here = excluded.here,
          there = excluded.there, twin = excluded.twin, hindrance = excluded.hindrance, turn = excluded.turn
        WHERE (state, type, lang, title, fields, item_id, here, there, twin, hindrance) IS NOT
          (excluded.state, excluded.type, excluded.lang, excluded.title, excluded.fields, excluded.item_id, excluded.here,
           excluded.there, excluded.twin, excluded.hindrance)`,
  );
  if (changes > 0) nextTurn(db, live);
}

/** Removes the line of an item that is the same on both sides. */
export function dropState(db: WriteDb, live: number, { kind, uuid }: LiveKey): void {
  run(db, sql`DELETE FROM live_states WHERE live = ${live} AND kind = ${kind} AND uuid = ${uuid}`);
}

/** Stores the choice for a line in the current state of both sides; null: none. */
export function putChoice(
  db: WriteDb,
  live: number,
  { kind, uuid, here, there, choice }: Pick<StateRow, 'kind' | 'uuid' | 'here' | 'there' | 'choice'>,
): void {
  if (choice === null)
    run(db, sql`DELETE FROM live_choices WHERE live = ${live} AND kind = ${kind} AND uuid = ${uuid}`);
  else
    run(
      db,
      sql`INSERT INTO live_choices (live, kind, uuid, choice, here, there)
          VALUES (${live}, ${kind}, ${uuid}, ${JSON.stringify(choice)}, ${here}, ${there})
          ON CONFLICT DO UPDATE SET choice = excluded.choice, here = excluded.here, there = excluded.there`,
    );
  const turn = nextTurn(db, live);
  run(db, sql`UPDATE live_states SET turn = ${turn} WHERE live = ${live} AND kind = ${kind} AND uuid = ${uuid}`);
}

const where = (live: number, filter: StateFilter): Sql =>
  joinSql([sql`s.live = ${live}`, ...filterParts(filter)], ' AND ');

function filterParts({ states, kind, type, lang, search, keys }: StateFilter): Sql[] {
  return [
    ...(states ? [sql`s.state IN (SELECT value FROM json_each(${JSON.stringify(states)}))`] : []),
    ...(kind === undefined ? [] : [sql`s.kind = ${kind}`]),
    ...(type === undefined ? [] : [sql`s.type = ${type}`]),
    ...(lang === undefined ? [] : [sql`s.lang = ${lang}`]),
    ...(search === undefined || search === '' ? [] : [sql`instr(lower(s.title), lower(${search})) > 0`]),
    ...(keys ? [isOneOf(keys)] : []),
  ];
}

/** A line from its columns. */
export function read({ fields, hindrance, choice, ...row }: Stored): StateRow {
  return {
    ...row,
    fields: JSON.parse(fields) as string[],
    hindrance: hindrance === null ? null : (JSON.parse(hindrance) as Hindrance),
    choice: choice === null ? null : (JSON.parse(choice) as LineChoice),
  };
}
