import type { LineState } from '../../schema/live/live.ts';
import type { LineGroup } from '../../schema/live/plan.ts';
import { all, sql, type ReadDb, type Sql } from '../sql.ts';
import {
  COLUMNS,
  FROM,
  IN_ORDER,
  IS_USUAL,
  isOn,
  isOneOf,
  read,
  type LiveKey,
  type StateRow,
  type Stored,
} from './states.ts';

/** Lines of a push with the same effect. */
export interface EffectRows {
  count: number;
  /** The first of them. */
  rows: StateRow[];
  /** What all of them have in common. */
  shared: { state?: LineState; type?: string; lang?: string };
}

/** Which lines a push takes, for its review: those of a rule, and those that are named. */
export interface PushedFilter {
  /** Left out: only those that are named. */
  rule?: { except: readonly LiveKey[]; groups: readonly LineGroup[] } | undefined;
  lines: readonly LiveKey[];
  states: readonly LineState[];
  /** Only this line. */
  key?: LiveKey;
}

/** What a line does there: by its kind, and by the status of a post here. */
const EFFECT = sql`CASE WHEN s.state = 'deleted_here' THEN 'removed'
  WHEN s.kind <> 'post' OR s.type = 'attachment' THEN 'others'
  WHEN p.status = 'trash' THEN 'removed'
  WHEN p.status IN ('draft', 'pending', 'auto-draft') THEN 'drafts'
  WHEN s.state = 'new_here' THEN 'fresh' ELSE 'changed' END`;

/** The lines of a push by their effect: how many, the first of them, and what all have in common. */
export function pushedByEffect(
  db: ReadDb,
  live: number,
  wanted: PushedFilter,
  limits: Readonly<Record<string, number>>,
): Map<string, EffectRows> {
  const from = sql`${FROM} LEFT JOIN posts AS p ON s.kind = 'post' AND p.id = s.item_id
    WHERE s.live = ${live} AND ${isPushed(wanted)}`;
  const counted = all<{ effect: string; n: number } & Record<string, string>>(
    db,
    sql`SELECT ${EFFECT} AS effect, count(*) AS n, min(s.state) AS state_a, max(s.state) AS state_z, min(s.type) AS type_a,
          max(s.type) AS type_z, min(s.lang) AS lang_a, max(s.lang) AS lang_z
        FROM ${from} GROUP BY effect`,
  );
  return new Map(
    counted.map(({ effect, n, ...row }) => {
      const rows = all<Stored>(
        db,
        sql`SELECT ${COLUMNS} FROM ${from} AND ${EFFECT} = ${effect} ORDER BY ${IN_ORDER} LIMIT ${limits[effect] ?? 0}`,
      );
      const common = ['state', 'type', 'lang'].filter((name) => row[`${name}_a`] === row[`${name}_z`]);
      const shared = Object.fromEntries(common.map((name) => [name, row[`${name}_a`]])) as EffectRows['shared'];
      return [effect, { count: n, rows: rows.map(read), shared }];
    }),
  );
}

function isPushed({ rule, lines, states, key }: PushedFilter): Sql {
  const isNamed = sql`(${isOneOf(lines)})`;
  const isByRule = rule ? sql`(${IS_USUAL} AND ${isOn(rule.groups)} AND NOT (${isOneOf(rule.except)}))` : sql`FALSE`;
  const isOnly = key ? isOneOf([key]) : sql`TRUE`;
  return sql`${isOnly} AND s.state IN (SELECT value FROM json_each(${JSON.stringify(states)})) AND (${isNamed} OR ${isByRule})`;
}
