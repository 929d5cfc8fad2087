import * as v from 'valibot';
import { RestError } from '../../errors.ts';
import { connectedSite, queueAll, setCursors, setLiveFacts } from '../../store/live/sites.ts';
import { incomingPath, openIncoming, type Incoming } from '../../store/live/incoming.ts';
import { keysHere, newestSeen } from '../../store/live/items.ts';
import { knownPlaces, putPlaces } from '../../store/live/places.ts';
import { queueItems } from '../../store/live/states.ts';
import { isTranslated } from '../../domain/content/content-model.ts';
import { unknownTypes } from '../../domain/live/live.ts';
import type { Site } from '../../site.ts';
import type { Json } from '../../types.ts';
import { readSiteAddress } from '../address.ts';
import { ALONE, allowanceOf, SMALLER, type AllowanceLimits } from './allowance.ts';
import { readAnswer } from '../answers.ts';
import { askPatiently, getIfAllowed, pathIn } from '../api.ts';
import type { LiveCursors } from '../compared.ts';
import { collectBodies } from './collect.ts';
import { confirmGone, titlesOf } from './gone.ts';
import { changedPlaces, followHub, hashesOf, withoutUnchecked, type Hints } from './hints.ts';
import { readTermLanguages } from './languages.ts';
import { fieldsOfType, isLiveType } from '../here.ts';
import { liveFault } from '../faults.ts';
import { probeSite, type Based, type SiteFacts } from '../probe.ts';
import type { Remote } from '../remote.ts';
import type { CheckedList, CheckReport, Checking, RunTools } from './checking.ts';
import { trackLists } from './list-progress.ts';
import { compareSome } from '../states.ts';
import { namedItems, readNamed, type Missing } from './named.ts';
import { readSettings } from './settings.ts';
import { storeIncoming } from './store-incoming.ts';
import { sweep } from '../sweep.ts';
import { CompanionIndex, placesOf, type PlacedRows } from './there.ts';

/**
 * A quick check starts this long before the last change, to allow for local time, its changes, and clock drift (`live-site.md`
 * 5).
 */
const OVERLAP_MS = 25 * 60 * 60 * 1000;

interface CheckOrder {
  remote: Remote;
  full: boolean;
  tools: RunTools;
  /** For tests: how much is asked beyond the lists. */
  limits?: { alone?: AllowanceLimits; smaller?: AllowanceLimits };
}

const allowances = ({ alone = ALONE, smaller = SMALLER }: CheckOrder['limits'] = {}): Pick<
  Checking,
  'alone' | 'smaller'
> => ({ alone: allowanceOf(alone), smaller: allowanceOf(smaller) });

/**
 * Reads the current state of the live site and stores it next to the known one, changing nothing on either side (`live-site.md`
 * 5). Resumes an interrupted check. The first check is always a full one. Throws a `RestError` of `faults.ts`.
 */
export async function runCheck(site: Site, { remote, full: wanted, tools, limits }: CheckOrder): Promise<CheckReport> {
  const live = connectedSite(site.db);
  if (!live) throw liveFault('none');
  tools.progress('site', 0, 0);
  const facts = await probeSite(remote, readSiteAddress(live.url), tools.signal);
  refuseWithoutLanguages(JSON.parse(live.facts) as SiteFacts, facts);
  const cursors = JSON.parse(live.cursors) as LiveCursors;
  const isQuick = !wanted && cursors.full_at !== undefined;
  const { signal } = tools;
  const isHub = facts.mode === 'hub';
  const since = isQuick ? cursors.entry : undefined;
  const hub = isHub ? await followHub(remote, facts, { since, signal }) : undefined;
  // If its history does not reach back to the last check, another Polydesk is read as a whole.
  const full = !isQuick || (since !== undefined && isHub && !hub?.hints);
  const at = facts.at === '' ? now(tools).toISOString() : facts.at;
  const incoming = openIncoming(incomingPath(site.file), {
    name: `${live.id} ${full ? 'full' : (cursors.since ?? '')}`,
    at,
    patience: OVERLAP_MS,
  });
  try {
    const users = await readUsers(remote, facts, tools.signal);
    const places = facts.companion ? await readPlaces(remote, facts, tools.signal) : undefined;
    const settings = await readSettings(remote, facts, tools.signal);
    const checking: Checking = {
      ...{ site, live, facts, remote, tools, incoming, users, places, settings },
      ...allowances(limits),
      termLanguages: new Map(),
    };
    const lists = listsOf(checking, full ? {} : cursors);
    const read = await readLists(checking, lists);
    if (facts.mode === 'texts')
      checking.termLanguages = await readTermLanguages(remote, facts, { lists: translatedOf(site, lists), tools });
    const left = lists.filter((list) => !read.includes(list));
    // Pages of an interrupted check may be older than the newest entry.
    const entry = incoming.began === at ? hub?.entry : cursors.entry;
    const hints = full ? undefined : (hub?.hints ?? hintsOf(checking));
    const report = await settle(checking, { lists: read, left, hints, cursors, entry });
    incoming.remove();
    return report;
  } catch (error) {
    incoming.close();
    throw error;
  }
}

/** A site whose languages are missing since the last check has not deleted them: its plugin is off (`live-site.md` 5). */
function refuseWithoutLanguages(before: Partial<SiteFacts>, now: SiteFacts): void {
  const had = before.mode !== undefined && before.mode !== 'content';
  if (had && now.mode === 'content') throw liveFault('languages');
}

/** Whether the site shows types that it did not show at the last check: what changed in them here since then was not compared. */
function isMoreShown({ types = [], taxonomies = [] }: Partial<SiteFacts>, now: SiteFacts): boolean {
  const known = new Set([...types, ...taxonomies].map(({ name }) => name));
  return [...now.types, ...now.taxonomies].some(({ name }) => !known.has(name));
}

/**
 * Types and taxonomies known to both sides, and how each is listed: posts that were changed since the last check, or all, if that did
 * not read them.
 */
function listsOf({ site, facts }: Checking, { since, left = [] }: Pick<LiveCursors, 'since' | 'left'>): CheckedList[] {
  const known = (kind: 'post' | 'term', all: readonly Based[]): Based[] =>
    all.filter(({ name }) => isLiveType(site, kind, name));
  const terms = known('term', facts.taxonomies).map(({ name, route, label = '' }): CheckedList => {
    return {
      name: `term ${name}`,
      kind: 'term',
      type: name,
      label,
      route,
      query: { _fields: fieldNames(site, 'term', name) },
    };
  });
  const posts = known('post', facts.types).map(({ name: type, route, label = '' }): CheckedList => {
    const name = `post ${type}`;
    const query = {
      ...(type !== 'attachment' && { status: 'any,trash' }),
      _fields: fieldNames(site, 'post', type),
      modified_after: left.includes(name) ? undefined : since,
    };
    return { name, kind: 'post', type, label, route, query };
  });
  return [...terms, ...posts];
}

const translatedOf = (site: Site, lists: readonly CheckedList[]): CheckedList[] =>
  lists.filter(({ kind, type }) => isTranslated(site, kind, type));

/** Raw texts only: rendered ones would take the site three times as long. */
function fieldNames(site: Site, kind: 'post' | 'term', type: string): string {
  const names = fieldsOfType(site, kind, type).map(({ name, raw }) => (raw ? `${name}.raw` : name));
  const more = kind === 'post' ? ['modified_gmt', 'link', 'polydesk_uuid'] : ['polydesk_uuid'];
  const media = type === 'attachment' ? ['source_url', 'mime_type', 'media_details', 'date_gmt'] : [];
  return ['id', ...names, ...more, ...media].join(',');
}

/** Reads lists one after the other, and from now on reports progress with them. Returns those that this user may read. */
async function readLists(checking: Checking, lists: readonly CheckedList[]): Promise<CheckedList[]> {
  const { incoming } = checking;
  const { tools, over } = trackLists(checking.tools, lists);
  checking.tools = tools;
  const read: CheckedList[] = [];
  for (const list of lists) {
    const isRead = await readList(checking, list);
    if (isRead) read.push(list);
    const unreadable = isRead ? (incoming.finished(list.name)?.unreadable ?? 0) : 0;
    over(list, { isForbidden: !isRead, count: incoming.countOf(list.name), unreadable });
  }
  return read;
}

/** Of a list that the user may not read. */
const FORBIDDEN = -1;

/**
 * Reads a list completely; false: this user may not read it. Terms are then read in the public context, which has the same fields
 * of them: authors may not manage terms.
 */
async function readList(checking: Checking, list: CheckedList): Promise<boolean> {
  const { incoming } = checking;
  const known = incoming.finished(list.name);
  if (known) return known.unreadable !== FORBIDDEN;
  const ways = list.kind === 'term' ? ['edit', 'view'] : ['edit'];
  for (const context of ways)
    try {
      await readAs(checking, list, context);
      return true;
    } catch (error) {
      if (!(error instanceof RestError && error.code === 'polydesk_live_refused')) throw error;
      // The pages of both contexts may differ in their fields, which would look like changes.
      incoming.forget(list.name);
    }
  incoming.finish(list.name, { unreadable: FORBIDDEN });
  return false;
}

/** A list that changed while it was being read is reread once. */
async function readAs(
  { facts, remote, tools, incoming, smaller }: Checking,
  list: CheckedList,
  context: string,
): Promise<void> {
  const listing = { root: facts.root, route: list.route, query: { ...list.query, context } };
  for (let tries = 1; ; tries++) {
    const swept = await sweep(remote, listing, {
      page: (items, offset, total) => incoming.putPage(list.name, { offset, total, items }),
      known: (total) => incoming.pagesOf(list.name, total),
      progress: (done, total) => tools.progress(list.type, done, total),
      signal: tools.signal,
      smaller,
    });
    const unreadable = swept.unreadable.length + swept.skipped;
    if (!swept.isMoved || tries === 3) return incoming.finish(list.name, { unreadable });
    incoming.forget(list.name);
  }
}

interface Reading {
  lists: readonly CheckedList[];
  /** Those that this user may not read. */
  left: readonly CheckedList[];
  /** undefined: everything was read. */
  hints: Hints | undefined;
  cursors: LiveCursors;
  /** The newest entry of another Polydesk, where that is known. */
  entry: number | undefined;
}

async function settle(checking: Checking, { lists, left, hints, cursors, entry }: Reading): Promise<CheckReport> {
  const { site, live, facts, incoming, tools, users } = checking;
  const full = hints === undefined;
  const named = namedItems(checking, lists, hints);
  await readNamed(checking, named);
  const read = incoming.count();
  const meta = { ...cursors.meta, ...metaKeysOf(incoming, lists) };
  await tools.keep(() => {
    setLiveFacts(site.db, live.id, facts);
    if (isMoreShown(JSON.parse(live.facts) as SiteFacts, facts)) queueAll(site.db, live.id);
    setCursors(site.db, live.id, { ...cursors, users, meta });
  });
  await storeIncoming(checking, { lists, isQuick: !full });
  const { gone, unchecked, last } = await confirmGone(checking, named, cursors.asked);
  // What was not looked at is named again.
  const isAll = unchecked.length === 0;
  const isNew = cursors.full_at === undefined || JSON.stringify(meta) !== JSON.stringify(cursors.meta);
  await tools.keep(() => {
    // Everything here is compared once; later changes are recorded as they happen.
    if (full && isNew)
      for (const kind of ['language', 'term', 'post'] as const)
        queueItems(
          site.db,
          keysHere(site.db, kind).map((uuid) => ({ kind, uuid })),
        );
    moveCursors(
      checking,
      {
        ...{ ...cursors, users, meta, asked: last },
        ...{ entry: isAll ? entry : cursors.entry, left: left.map(({ name }) => name) },
      },
      { full, unchecked },
    );
  });
  await compareAll(checking);
  if (full) await collectBodies(checking);
  const unreadable = lists.reduce((sum, { name }) => sum + (incoming.finished(name)?.unreadable ?? 0), 0);
  return {
    ...{ full, read, gone, unreadable, unchecked: unchecked.length, unchecked_titles: titlesOf(checking, unchecked) },
    ...{ forbidden_types: left.map(({ type }) => type), unknown_types: unknownTypes(site, facts) },
  };
}

/** Records what the next check starts from. */
function moveCursors(
  { site, live, incoming, tools, places }: Checking,
  cursors: LiveCursors,
  { full, unchecked }: { full: boolean; unchecked: readonly Missing[] },
): void {
  const at = now(tools).toISOString();
  const newest = newestSeen(site.db, live.id);
  const since = newest === '' ? undefined : sinceOf(newest, incoming.began);
  if (places) putPlaces(site.db, live.id, withoutUnchecked(knownPlaces(site.db, live.id), places.hashes, unchecked));
  setCursors(site.db, live.id, {
    ...cursors,
    checked_at: at,
    ...(full && { full_at: at }),
    ...(since !== undefined && { since }),
  });
}

const now = (tools: RunTools): Date => tools.now?.() ?? new Date();

/**
 * By the clock of the site, as far as its items show it, but not after the reading began: an interrupted check has pages from
 * then, and a page that was read first may have changed before the last one was.
 */
function sinceOf(newest: string, began: string): string {
  const latest = Math.min(Date.parse(`${newest}Z`), Date.parse(began));
  return new Date(latest - OVERLAP_MS).toISOString().slice(0, 19) + 'Z';
}

/** What the plugin says of posts now and said at the last check, which their dates do not tell. */
function hintsOf({ site, live, places }: Checking): Hints {
  const before = places && knownPlaces(site.db, live.id);
  return before ? changedPlaces(before, places.hashes) : () => [];
}

/** Items compared in one write of a job. */
const COMPARED_AT_ONCE = 60;

/** Compares everything that is queued, in small batches so that other writes get their turn. */
export async function compareAll({ site, tools }: Pick<Checking, 'site' | 'tools'>): Promise<void> {
  for (let done = 0, isLeft = true; isLeft; done += COMPARED_AT_ONCE) {
    isLeft = await tools.keep(
      () => {
        const row = connectedSite(site.db);
        return row ? compareSome(site, row, COMPARED_AT_ONCE) : false;
      },
      { isDerived: true },
    );
    tools.progress('plan', done, 0);
  }
}

/** Meta keys in answers: those of the first item of each type, because a site shows all registered ones. */
function metaKeysOf(incoming: Incoming, lists: readonly CheckedList[]): Record<string, string[]> {
  return Object.fromEntries(
    lists.flatMap(({ name, type }) => {
      const [first] = incoming.items<{ meta?: Json }>(name);
      const { meta } = first ?? {};
      const isMap = typeof meta === 'object' && meta !== null && !Array.isArray(meta);
      return first ? [[type, isMap ? Object.keys(meta) : []]] : [];
    }),
  );
}

const User = v.looseObject({ id: v.number(), slug: v.string() });

/** Names of users by id: all of them for an administrator, else the current user and the publicly visible ones. */
async function readUsers(
  remote: Remote,
  { root, user }: SiteFacts,
  signal: AbortSignal,
): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const context of ['edit', 'view']) {
    for (let page = 1; page < 1000; page++) {
      const path = pathIn(root, '/wp/v2/users', { context, per_page: 100, page, _fields: 'id,slug' });
      const users = await getIfAllowed(remote, path, v.array(User), signal);
      for (const { id, slug } of users ?? []) found[String(id)] = slug;
      if (!users || users.length < 100) break;
    }
    if (Object.keys(found).length > 0) break;
  }
  // The signed-in user may not have published anything yet.
  return user.slug === '' ? found : { ...found, [String(user.id)]: user.slug };
}

async function readPlaces(remote: Remote, { root }: SiteFacts, signal: AbortSignal): Promise<Checking['places']> {
  const answer = await askPatiently(remote, { method: 'GET', path: pathIn(root, '/polydesk-link/v1/index'), signal });
  if (answer.status !== 200) throw liveFault('refused', { status: String(answer.status) });
  const { posts, terms, others } = readAnswer(CompanionIndex, answer.body);
  const post = placesOf(posts);
  const plain = others.map(([id, type, status, modified, mark]): PlacedRows[number] => {
    return [id, type, status, modified, '', 0, mark];
  });
  // Items of other types have no place: their own answers say all of them.
  return { post, term: placesOf(terms), hashes: hashesOf([...posts, ...plain], post) };
}
