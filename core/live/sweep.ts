import * as v from 'valibot';
import type { Json } from '../types.ts';
import { allowanceOf, SMALLER, type Allowance } from './check/allowance.ts';
import { readAnswer } from './answers.ts';
import { askPatiently, pathIn, refuseCredentials, type Query } from './api.ts';
import { liveFault } from './faults.ts';
import type { Remote, RemoteAnswer } from './remote.ts';

/** A list of the REST API to read completely. */
export interface Listing {
  /** Base path of the REST API, and the route: `/wp-json`, `/wp/v2/posts`. */
  root: string;
  route: string;
  query: Query;
}

export type ListedItem = Readonly<Record<string, Json>> & { id: number };

/** The result of a sweep besides the items. */
export interface Swept {
  /** As counted by the site. */
  total: number;
  /** Positions in the list that could not be read even individually: never treated as deleted. */
  unreadable: number[];
  /** Items on pages that could not be read and were not read in parts: never treated as deleted either. */
  skipped: number;
  /** The list changed meanwhile: a missing item may be on a page that was read before. */
  isMoved: boolean;
}

export interface SweepTools {
  /** Called with each page as it arrives, in any order, with its position (-1: a part of one) and the length of the list. */
  page(items: readonly ListedItem[], offset: number, total: number): void;
  /** Called once with the length of the list; returns the positions of pages to skip. */
  known?(total: number): ReadonlySet<number>;
  /** Items read so far, and the total. */
  progress?(done: number, total: number): void;
  signal?: AbortSignal | undefined;
  /** How many requests for parts of pages may be made; left out: `SMALLER` for this list. */
  smaller?: Allowance;
}

/** Items per request, and concurrent requests (`live-site.md` 5). */
const PAGE = 100;
const LANES = 4;
/** Pages that may fail once no parts of pages are asked for any more; a site that returns even less is not read. */
const MOST_SKIPPED = 100;
/** Items of a list; a site that announces more is not read. */
const MOST = 10_000_000;

const Page = v.array(v.looseObject({ id: v.pipe(v.number(), v.safeInteger(), v.minValue(1)) }));

/** A range of the list: a number of items from a position. */
interface Stretch {
  offset: number;
  count: number;
}

/**
 * Reads a list of a site completely, by ascending id, several pages in parallel. A page the site cannot return (500, timeout, too
 * large) is requested in halves, down to single items. Throws if the site refuses, stops, or returns more than announced.
 */
export async function sweep(remote: Remote, listing: Listing, tools: SweepTools): Promise<Swept> {
  const over = new AbortController();
  const signal = AbortSignal.any([over.signal, ...(tools.signal ? [tools.signal] : [])]);
  const state: Sweeping = {
    remote,
    listing,
    tools: { ...tools, signal },
    total: 0,
    done: 0,
    unreadable: [],
    skipped: 0,
    failedPages: 0,
    isMoved: false,
    known: new Set(),
    highest: 0,
  };
  const smaller = tools.smaller ?? allowanceOf(SMALLER);
  const first = await begin(state);
  const top = state.total > PAGE ? await highestNow(state) : 0;
  const waiting: Stretch[] = [];
  for (let offset = first; offset < state.total; offset += PAGE)
    if (!state.known.has(offset)) waiting.push({ offset, count: Math.min(PAGE, state.total - offset) });
  const lane = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { items, total: now } = await askStretch(remote, listing, next, state.tools);
      if (now !== -1 && now !== state.total) state.isMoved = true;
      if (items) take(state, next, items);
      else if (next.count === 1) state.unreadable.push(next.offset);
      else if (smaller.take()) waiting.unshift(...halves(next));
      else skip(state, next);
    }
  };
  await allOrNone(lane, over);
  const { total, unreadable, skipped } = state;
  const isMoved = state.isMoved || (top > 0 && state.highest > top);
  return { total, unreadable: unreadable.toSorted((a, b) => a - b), skipped, isMoved };
}

/** Runs the lanes to their end. If one of them fails the others end too: nothing is stored after the error is thrown. */
async function allOrNone(lane: () => Promise<void>, over: AbortController): Promise<void> {
  const faults: unknown[] = [];
  const guarded = (): Promise<void> =>
    lane().catch((error: unknown) => {
      faults.push(error);
      over.abort();
    });
  await Promise.all(Array.from({ length: LANES }, guarded));
  if (faults.length > 0) throw faults[0];
}

/**
 * The highest id before the rest is read; 0 if it is not shown. If the end of the list has a higher one, an item was added meanwhile:
 * with another one deleted the total is the same, and what stood behind that one may have moved onto a page that was read before.
 */
async function highestNow(state: Sweeping): Promise<number> {
  const { remote, listing, tools } = state;
  const { items, total } = await askStretch(remote, listing, { offset: 0, count: 1, order: 'desc' }, tools);
  if (total !== -1 && total !== state.total) state.isMoved = true;
  return items?.[0]?.id ?? 0;
}

interface Sweeping extends Swept {
  remote: Remote;
  listing: Listing;
  tools: SweepTools;
  done: number;
  /** Positions of pages to skip. */
  known: ReadonlySet<number>;
  /** The highest id at the end of the list; 0 until that is read. */
  highest: number;
  failedPages: number;
}

/** The beginning of the list, as much as the site can return at once, and its length. Returns the position to continue at. */
async function begin(state: Sweeping): Promise<number> {
  const { remote, listing, tools } = state;
  for (let count = PAGE; count > 0; count = Math.floor(count / 2)) {
    const { items, total } = await askStretch(remote, listing, { offset: 0, count }, tools);
    if (!items) continue;
    begun(state, total);
    take(state, { offset: 0, count: Math.min(count, total) }, items);
    return count;
  }
  // Not even the first item can be read: the second one tells the total.
  const { items, total } = await askStretch(remote, listing, { offset: 1, count: 1 }, tools);
  if (!items) throw liveFault('answer');
  begun(state, total);
  state.unreadable.push(0);
  return 1;
}

function begun(state: Sweeping, total: number): void {
  state.total = total;
  state.known = state.tools.known?.(total) ?? new Set();
  state.done = state.known.size * PAGE;
}

/** Leaves out what could not be read. Throws if the site has failed too often. */
function skip(state: Sweeping, { count }: Stretch): void {
  state.skipped += count;
  state.failedPages += 1;
  if (state.failedPages > MOST_SKIPPED) throw liveFault('answer');
}

function halves({ offset, count }: Stretch): Stretch[] {
  const half = Math.ceil(count / 2);
  return [
    { offset, count: half },
    { offset: offset + half, count: count - half },
  ].filter((one) => one.count > 0);
}

function take(state: Sweeping, { offset, count }: Stretch, items: readonly ListedItem[]): void {
  if (items.length > count) throw liveFault('answer');
  if (items.length < count) state.isMoved = true;
  if (items.some(({ id }, at) => id <= (items[at - 1]?.id ?? 0))) throw liveFault('answer');
  state.done += items.length;
  if (offset + count >= state.total) state.highest = items.at(-1)?.id ?? 0;
  const isWhole = count === Math.min(PAGE, state.total - offset);
  state.tools.page(items, isWhole ? offset : -1, state.total);
  state.tools.progress?.(Math.min(state.done, state.total), state.total);
}

interface Asked {
  /** -1: the site did not report it. */
  total: number;
  /** Undefined: it cannot return them all at once. */
  items: readonly ListedItem[] | undefined;
}

/** Faults after which requesting fewer items may help. */
const TOO_MUCH = new Set(['polydesk_live_slow', 'polydesk_live_large', 'polydesk_live_page', 'polydesk_live_answer']);

async function askStretch(
  remote: Remote,
  listing: Listing,
  { offset, count, order = 'asc' }: Stretch & { order?: 'asc' | 'desc' },
  { signal }: SweepTools,
): Promise<Asked> {
  const query = { context: 'edit', ...listing.query, orderby: 'id', order, per_page: count, offset };
  const path = pathIn(listing.root, listing.route, query);
  const answer = await askPatiently(remote, { method: 'GET', path, signal }).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (TOO_MUCH.has(code)) return undefined;
    throw error;
  });
  if (!answer || answer.status >= 500) return { total: -1, items: undefined };
  refuseCredentials(answer);
  if (answer.status !== 200)
    throw liveFault(isRefusal(answer) ? 'refused' : 'answer', { status: String(answer.status) });
  return { total: totalOf(answer), items: readAnswer(Page, answer.body) as ListedItem[] };
}

const Forbidden = v.object({
  details: v.record(v.string(), v.object({ data: v.object({ status: v.picklist([401, 403]) }) })),
});
const Refusal = v.object({ code: v.string(), data: v.optional(v.unknown()) });

/**
 * Whether an answer means that this user may not read the list, or that it does not exist; any other one says nothing about the
 * list.
 */
function isRefusal({ status, body }: RemoteAnswer): boolean {
  if (status === 401 || status === 403) return true;
  const { success, output } = v.safeParse(Refusal, body);
  if (!success) return false;
  // A status of posts that this user may not see counts as an invalid parameter.
  if (status === 400) return output.code === 'rest_invalid_param' && v.is(Forbidden, output.data);
  return status === 404 && output.code === 'rest_no_route';
}

function totalOf({ headers }: RemoteAnswer): number {
  const total = Number(headers['x-wp-total']);
  if (!Number.isSafeInteger(total) || total < 0) throw liveFault('answer');
  if (total > MOST) throw liveFault('large');
  return total;
}
