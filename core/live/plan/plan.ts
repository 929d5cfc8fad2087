import { RestError } from '../../errors.ts';
import { postTypes, taxonomies } from '../../domain/content/content-model.ts';
import { liveSite, TO_PULL, TO_PUSH } from '../../domain/live/live.ts';
import type { LineState } from '../../schema/live/live.ts';
import type { LineGroup, LineKind, PlanLine, PlanType } from '../../schema/live/plan.ts';
import type { Site } from '../../site.ts';
import {
  countStates,
  countTypes,
  stateOf,
  statesOf,
  type StateFilter,
  type StateRow,
} from '../../store/live/states.ts';
import type { LiveSiteRow } from '../../store/live/sites.ts';
import { keyOf, lineName } from '../line-name.ts';
import { drainLive } from '../states.ts';
import { originalsOf } from './originals.ts';

/** The filter of a list of lines. */
export interface PlanFilter {
  direction?: 'push' | 'pull' | undefined;
  states?: readonly LineState[] | undefined;
  kind?: LineKind | undefined;
  type?: string | undefined;
  lang?: string | undefined;
  search?: string | undefined;
}

/** Lines of the plan, conflicts first, and the total the filter finds (`GET /live/plan`). */
export function planLines(
  site: Site,
  filter: PlanFilter,
  page: { offset: number; limit: number },
): { lines: PlanLine[]; total: number } {
  drainLive(site);
  const live = liveSite(site);
  const found = stateFilter(filter);
  const rows = statesOf(site.db, live.id, { ...found, ...page });
  return { lines: linesOf(site, live, rows), total: countStates(site.db, live.id, found) };
}

/** The lines the filter finds, counted by type, in sidebar order (`GET /live/plan/types`). */
export function planTypes(
  site: Site,
  { groups, ...filter }: PlanFilter & { groups?: readonly LineGroup[] | undefined },
): PlanType[] {
  drainLive(site);
  const order = [
    ...['language language'],
    ...postTypes(site).map(({ name }) => `post ${name}`),
    ...taxonomies(site).map(({ name }) => `term ${name}`),
    ...['settings settings', 'settings strings'],
  ];
  const place = ({ kind, type }: PlanType): number => (order.indexOf(`${kind} ${type}`) + order.length) % order.length;
  return countTypes(site.db, liveSite(site).id, stateFilter(filter), groups).toSorted((a, b) => place(a) - place(b));
}

function stateFilter({ direction, states, ...filter }: PlanFilter): StateFilter {
  const wanted = statesFor(direction, states);
  return { ...filter, ...(wanted && { states: wanted }) };
}

function statesFor(direction: PlanFilter['direction'], states: PlanFilter['states']): readonly LineState[] | undefined {
  if (direction === undefined) return states;
  const own: readonly LineState[] = ['conflict', ...(direction === 'push' ? TO_PUSH : TO_PULL)];
  return states ? own.filter((state) => states.includes(state)) : own;
}

/** The line with this name; 404 if it does not differ (any more). */
export function lineRow(site: Site, live: number, name: string): StateRow {
  const key = keyOf(name);
  const row = key && stateOf(site.db, live, key);
  if (!row) throw unknownLine();
  return row;
}

/** 404 for a name that is not a line of the plan. */
export function unknownLine(): RestError {
  return new RestError('rest_invalid_id', 'This does not differ between the two sides, or is not known.', 404);
}

/** Lines as answered. */
export function linesOf(site: Site, live: LiveSiteRow, rows: readonly StateRow[]): PlanLine[] {
  const originals = originalsOf(site, live, rows);
  return rows.map((row) => {
    const { uuid, item_id: id, turn: _turn, ...rest } = row;
    return { ...rest, id, key: lineName(row), original: originals.get(uuid) ?? null };
  });
}
