import { RestError } from '../errors.ts';
import { invalidParameter } from '../domain/invalid-parameter.ts';
import { postTypes, taxonomies } from '../domain/content/content-model.ts';
import { liveSite, TO_PULL, TO_PUSH } from '../domain/live/live.ts';
import type { LineState } from '../schema/live/live.ts';
import type { ItemNames, LineChoice, LineKind, PlanField, PlanItem, PlanLine, PlanType } from '../schema/live/plan.ts';
import type { Site } from '../site.ts';
import { knownOf, putRemote, rekeySeen, remoteOfKey } from '../store/live/items.ts';
import { bodiesOfKeys, namesHere } from '../store/live/names.ts';
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
import { unpack } from './body.ts';
import type { FieldLine } from './compare.ts';
import { compareOne, comparing, type Compared } from './compared.ts';
import { plainName } from './fields.ts';
import { fieldsOfType } from './here.ts';
import { editPage, keyOf, lineName } from './line-name.ts';
import { drainLive } from './states.ts';
import { KEYS } from './twins.ts';

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
  const compared = compareOne(comparing(site, live), row);
  const fields = shownFields(site, row.kind, compared).map(({ field, state, ...sides }): PlanField => {
    const { base, here, there, merged } = sides;
    return { field, state, ...{ base, here, there, merged, choice: fieldChoice(row.choice, field) } };
  });
  return {
    ...lineOf(row),
    fields,
    names: namesIn(site, live.id, fields),
    modified_there: compared.known.modified ?? '',
    edit_there: editAddress(site, row),
  };
}

/** The fields that differ; of an item that one side lacks, all of the other. */
function shownFields(site: Site, kind: LineKind, { line, base, here, there, type }: Compared): readonly FieldLine[] {
  const only = here && there ? undefined : (here ?? there);
  if (!only) return line.fields;
  const state = here ? 'here' : 'there';
  return fieldsOfType(site, kind, type).flatMap(({ name: field }): FieldLine[] => {
    const value = only.fields[field];
    if (value === undefined) return [];
    return [
      { field, state, base: base?.fields[field], here: undefined, there: undefined, [state]: value, merged: value },
    ];
  });
}

/**
 * What the items are called that these values refer to: as here; else as on the live site, where they may be gone by now. A key
 * that is nowhere known is left out.
 */
export function namesIn({ db }: Site, live: number, values: unknown): ItemNames {
  const keys = [...new Set(JSON.stringify(values).match(KEYS))];
  const here = namesHere(db, keys).map(({ key, ...name }) => [key, name] as const);
  const own = new Set(here.map(([key]) => key));
  const there = bodiesOfKeys(
    db,
    live,
    keys.filter((key) => !own.has(key)),
  ).map(({ key, zip }) => {
    const { title, name, lang } = unpack(zip).fields;
    return [key, { title: textOf(title ?? name), lang: textOf(lang) }] as const;
  });
  return Object.fromEntries(
    [...here, ...there].map(([key, { title, lang }]) => [key, { title: plainName(title), lang }]),
  );
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function fieldChoice(choice: LineChoice | null, field: string): PlanField['choice'] {
  if (choice === null || typeof choice === 'string') return choice;
  return Object.hasOwn(choice, field) ? (choice[field] ?? null) : null;
}

/** The address for editing an item on the live site; "" if it does not exist there. */
function editAddress(site: Site, { kind, uuid, type }: StateRow): string {
  const live = liveSite(site);
  const id = kind === 'post' || kind === 'term' ? remoteOfKey(site.db, live.id, { kind, uuid })?.id : undefined;
  return id === undefined ? '' : editPage(live.url, { kind, type, id });
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

/**
 * Takes back that lines were declared to be the same item as their twin, by the keys that both had (`PATCH /live/choices`). 404
 * if they are not one item, 409 once it was pulled, pushed or resolved as one.
 */
export function takeApart(site: Site, pairs: Readonly<Record<string, string>>): void {
  const { id: live } = liveSite(site);
  for (const [one, other] of Object.entries(pairs)) {
    const [here, there] = [keyOf(one), keyOf(other)];
    if (!here || !there || (here.kind !== 'post' && here.kind !== 'term') || there.kind !== here.kind)
      throw unknownLine();
    const { kind } = here;
    const remote = remoteOfKey(site.db, live, { kind, uuid: here.uuid });
    const isFree = isUuid(there.uuid) && namesHere(site.db, [there.uuid]).length === 0;
    if (!remote || !isFree || remoteOfKey(site.db, live, { kind, uuid: there.uuid })) throw unknownLine();
    if (knownOf(site.db, live, here).base !== null)
      throw new RestError(
        'polydesk_live_paired',
        'It was pulled or pushed as one item since, so this cannot be taken back. Nothing was changed.',
        409,
      );
    putRemote(site.db, live, { kind, id: remote.id, uuid: there.uuid });
    rekeySeen(site.db, live, { from: here, to: there.uuid });
    putRename(site.db, live, { from: here.uuid, to: there.uuid });
  }
}

const isUuid = (text: string): boolean => text.replace(KEYS, '') === '' && text !== '';

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
