import { RestError } from '../errors.ts';
import { invalidParameter } from '../domain/invalid-parameter.ts';
import { postTypes, taxonomies } from '../domain/content/content-model.ts';
import { liveSite, TO_PULL, TO_PUSH } from '../domain/live/live.ts';
import type { LineState } from '../schema/live/live.ts';
import type { LineChoice, LineKind, PlanField, PlanItem, PlanLine, PlanType } from '../schema/live/plan.ts';
import type { Site } from '../site.ts';
import { putRemote, rekeySeen, remoteOfKey } from '../store/live/items.ts';
import { putRename } from '../store/live/renames.ts';
import {
  countStates,
  countTypes,
  putChoice,
  stateOf,
  statesOf,
  type StateFilter,
  type StateRow,
} from '../store/live/states.ts';
import { compareOne, comparing } from './compared.ts';
import { keyOf, lineName } from './line-name.ts';
import { drainLive } from './states.ts';

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
  const { id } = liveSite(site);
  const found = stateFilter(filter);
  return { lines: statesOf(site.db, id, { ...found, ...page }).map(lineOf), total: countStates(site.db, id, found) };
}

/** The lines the filter finds, counted by type, in sidebar order (`GET /live/plan/types`). */
export function planTypes(site: Site, filter: PlanFilter): PlanType[] {
  drainLive(site);
  const order = [
    ...['language language'],
    ...postTypes(site).map(({ name }) => `post ${name}`),
    ...taxonomies(site).map(({ name }) => `term ${name}`),
    ...['settings settings', 'settings strings'],
  ];
  const place = ({ kind, type }: PlanType): number => (order.indexOf(`${kind} ${type}`) + order.length) % order.length;
  return countTypes(site.db, liveSite(site).id, stateFilter(filter)).toSorted((a, b) => place(a) - place(b));
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

/** One line with its fields; 404 for a line that does not differ (any more). */
export function planItem(site: Site, key: string): PlanItem {
  drainLive(site);
  const live = liveSite(site);
  const row = lineRow(site, live.id, key);
  const { line, known } = compareOne(comparing(site, live), row);
  const fields = line.fields.map(({ field, state, base, here, there, merged }): PlanField => {
    const choice = fieldChoice(row.choice, field);
    return { field, state, ...{ base, here, there, merged, choice } };
  });
  return { ...lineOf(row), fields, modified_there: known.modified ?? '', edit_there: editAddress(site, row) };
}

function fieldChoice(choice: LineChoice | null, field: string): PlanField['choice'] {
  if (choice === null || typeof choice === 'string') return choice;
  return Object.hasOwn(choice, field) ? (choice[field] ?? null) : null;
}

/** The address for editing an item on the live site; "" if it does not exist there. */
function editAddress(site: Site, { kind, uuid, type }: StateRow): string {
  const live = liveSite(site);
  const id = kind === 'post' || kind === 'term' ? remoteOfKey(site.db, live.id, { kind, uuid })?.id : undefined;
  if (id === undefined) return '';
  if (kind === 'term') return `${live.url}/wp-admin/term.php?taxonomy=${encodeURIComponent(type)}&tag_ID=${id}`;
  return `${live.url}/wp-admin/post.php?post=${id}&action=edit`;
}

/** Maximum number of twins per request: other clients wait for it. */
const MOST_TWINS = 200;

/**
 * Stores choices for lines and returns them updated (`PATCH /live/choices`). 404 for a line that does not differ, 400 for too
 * many twins.
 */
export function choose(site: Site, choices: Readonly<Record<string, LineChoice | 'same' | null>>): PlanLine[] {
  const { id } = liveSite(site);
  if (Object.values(choices).filter((choice) => choice === 'same').length > MOST_TWINS)
    throw invalidParameter(
      'choices',
      'rest_too_many_items',
      `Name at most ${MOST_TWINS} twins at a time. Nothing was changed.`,
    );
  const rows = Object.entries(choices).map(([key, choice]) => ({ row: lineRow(site, id, key), choice }));
  return rows.map(({ row, choice }) => {
    if (choice === 'same') {
      pair(site, id, row);
      return lineOf(row);
    }
    putChoice(site.db, id, { ...row, choice });
    return lineOf({ ...row, choice });
  });
}

/** Declares a line and its twin to be the same item. References to it are renamed before anything else is compared. */
function pair(site: Site, live: number, row: StateRow): void {
  const twin = row.twin === '' ? undefined : keyOf(row.twin);
  if (!twin) throw new RestError('polydesk_live_no_twin', 'No item of the other side looks like this one.', 409);
  const [there, here] = row.state === 'new_there' ? [row, twin] : [twin, row];
  if ((there.kind !== 'post' && there.kind !== 'term') || there.kind !== here.kind) throw unknownLine();
  const remote = remoteOfKey(site.db, live, { kind: there.kind, uuid: there.uuid });
  if (!remote) throw unknownLine();
  putRemote(site.db, live, { kind: there.kind, id: remote.id, uuid: here.uuid });
  rekeySeen(site.db, live, { from: there, to: here.uuid });
  putRename(site.db, live, { from: there.uuid, to: here.uuid });
}

function lineRow(site: Site, live: number, name: string): StateRow {
  const key = keyOf(name);
  const row = key && stateOf(site.db, live, key);
  if (!row) throw unknownLine();
  return row;
}

function unknownLine(): RestError {
  return new RestError('rest_invalid_id', 'This does not differ between the two sides, or is not known.', 404);
}

/** A line as answered. */
function lineOf(row: StateRow): PlanLine {
  const { uuid: _uuid, item_id: id, ...rest } = row;
  return { ...rest, id, key: lineName(row) };
}
