import { TO_PUSH } from '../../domain/live/live.ts';
import type { LineGroup } from '../../schema/live/plan.ts';
import { isOnInGroups } from '../../schema/live/rule.ts';
import { isUsual } from '../../schema/live/usual.ts';
import { eachState, stateOf, type LiveKey, type StateRow } from '../../store/live/states.ts';
import type { Comparing } from '../compared.ts';
import { lineName } from '../line-name.ts';

/** All lines that take part by themselves but these, and but those that groups leave out (`schema/live/rule.ts`). */
export interface PushRule {
  except: readonly LiveKey[];
  groups: readonly LineGroup[];
}

/** The lines that an order names. */
export interface OrderedLines {
  /** With a rule besides it; left out, without a rule: all that need no decision, and those with one. */
  lines?: readonly LiveKey[] | undefined;
  rule?: PushRule | undefined;
  /** The turn of the plan that somebody saw (`planTurn`); left out: whatever is there now is meant. */
  seen?: number | undefined;
}

/** A line of an order. */
export interface OrderedLine extends LiveKey {
  /** It is another one than was seen, or was not there: it is not sent. */
  isUnseen: boolean;
  /** What the plan says of it, if it was ordered as seen. */
  seen?: Pick<StateRow, 'here' | 'there'> | undefined;
}

const WITH_CONFLICTS: readonly string[] = [...TO_PUSH, 'conflict'];

/**
 * The lines to push, in the order of the plan. A rule takes no conflict, no deletion and nothing that is held up or left alone; of
 * what changed since it was seen it names all, so that the report can tell, and nothing of that is sent.
 */
export function orderedLines(context: Comparing, { lines, rule, seen }: OrderedLines): OrderedLine[] {
  const { site, live } = context;
  const isUnseen = (row: StateRow | undefined): boolean => seen !== undefined && row !== undefined && row.turn > seen;
  const ordered = (row: StateRow): OrderedLine => {
    const { kind, uuid, here, there } = row;
    return { kind, uuid, isUnseen: isUnseen(row), ...(seen !== undefined && { seen: { here, there } }) };
  };
  const named = new Set(lines?.map(lineName));
  const byName = (lines ?? []).map((key): OrderedLine => {
    const row = stateOf(site.db, live.id, key);
    return row ? ordered(row) : { ...key, isUnseen: false };
  });
  if (!rule && lines) return byName;
  const left = new Set(rule?.except.map(lineName));
  const isMeant = (row: StateRow): boolean => {
    if (!rule) return row.state !== 'conflict' || row.choice !== null;
    if (left.has(lineName(row)) || named.has(lineName(row)) || row.choice === 'leave') return false;
    return isOnInGroups(row, rule.groups) && (isUsual(row) || isUnseen(row));
  };
  const found = [...eachState(site.db, live.id)].filter((row) => WITH_CONFLICTS.includes(row.state) && isMeant(row));
  return [...byName, ...found.map(ordered)];
}
