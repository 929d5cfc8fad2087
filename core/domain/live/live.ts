import { RestError } from '../../errors.ts';
import { isMenuType } from '../../schema/content/menu-types.ts';
import { LINE_STATES, type LineState, type Live, type Probe } from '../../schema/live/live.ts';
import type { ReadList, Run } from '../../schema/live/run.ts';
import type { Site } from '../../site.ts';
import { countSeen } from '../../store/live/items.ts';
import { currentRun, type RunRow } from '../../store/live/runs.ts';
import { connectedSite, type LiveSiteRow } from '../../store/live/sites.ts';
import { postType, taxonomy } from '../content/content-model.ts';
import { isLiveTrusted } from '../access/trust.ts';
import { isQueued, stateCounts } from '../../store/live/states.ts';
import type { Json } from '../../types.ts';

/** Line states by direction. */
export const TO_PUSH: readonly LineState[] = ['here', 'merged', 'new_here', 'deleted_here'];
export const TO_PULL: readonly LineState[] = ['there', 'merged', 'new_there', 'deleted_there'];

/** Progress of the checks of a site. */
export interface Cursors {
  /** Time of the last check, and of the last full one; ISO in UTC. */
  checked_at?: string;
  full_at?: string;
  /** The next quick check asks for changes since this time, by the site's clock: in UTC without zone. */
  since?: string;
}

/** IDs of the secrets used by the connection. */
export function liveSecrets({ db }: Site): string[] {
  const secret = connectedSite(db)?.secret ?? '';
  return secret === '' ? [] : [secret];
}

/** The connected site; 409 if none is. */
export function liveSite({ db }: Site): LiveSiteRow {
  const found = connectedSite(db);
  if (found) return found;
  throw new RestError('polydesk_live_none', 'No live site is connected. Connect one first.', 409);
}

/**
 * Whether the site can be asked: with this password or the stored one, and only if this very connection was made on this computer.
 * A file from elsewhere could name any address, which no password must reach.
 */
export function isAwake(site: Site, row: LiveSiteRow, secret = ''): boolean {
  return (secret !== '' || row.secret !== '') && isLiveTrusted(site, row);
}

/** The known state of the live site (`GET /live`), without contacting it. */
export function live(site: Site): Live {
  const row = connectedSite(site.db);
  if (!row) return NOT_CONNECTED;
  const cursors = JSON.parse(row.cursors) as Cursors;
  const run = currentRun(site.db, row.id);
  const { url, user, network, connected_at, born_from } = row;
  const facts = shownFacts(JSON.parse(row.facts) as StoredFacts);
  return {
    state: isAwake(site, row) ? 'connected' : 'asleep',
    site: { url, user, network, ...facts, connected_at, born_from },
    checked_at: cursors.checked_at ?? null,
    full_check_at: cursors.full_at ?? null,
    is_behind: isQueued(site.db),
    unknown_types: unknownTypes(site, JSON.parse(row.facts) as StoredFacts),
    counts: countsOf(stateCounts(site.db, row.id), countSeen(site.db, row.id)),
    run: run ? shownRun(run) : null,
  };
}

/** The features of a site, as stored. */
export interface StoredFacts {
  mode: Probe['mode'];
  companion: boolean;
  strings?: boolean;
  name: string;
  user: { roles: string[] };
  may: Probe['may'];
  types: readonly { name: string }[];
  taxonomies: readonly { name: string }[];
  languages: Probe['languages'];
}

/** The features of a site, as returned by the API. */
export function shownFacts(facts: StoredFacts): Omit<Probe, 'url' | 'user' | 'network'> {
  const { mode, companion, strings = false, name, user, may } = facts;
  const types = [...facts.types, ...facts.taxonomies].map((one) => one.name);
  const languages = facts.languages.map(({ slug, name: called, locale, is_default }) => {
    return { slug, name: called, locale, is_default };
  });
  return { mode, companion, strings, name, roles: user.roles, may, types, languages };
}

/** Content types and taxonomies of the live site that this one lacks: they are ignored. */
export function unknownTypes(site: Site, { types, taxonomies }: Pick<StoredFacts, 'types' | 'taxonomies'>): string[] {
  const posts = types.filter(({ name }) => !postType(site, name));
  const terms = taxonomies.filter(({ name }) => !taxonomy(site, name));
  return [...posts, ...terms].map(({ name }) => name).filter((name) => !isMenuType(name));
}

/** What a check stores in place of its report until it ends. */
export interface CheckProgress {
  lists: readonly ReadList[];
}

/** A run as returned by the API: without its input. */
export function shownRun({ live: _live, input: _input, report, ...run }: RunRow): Run {
  const isUnfinished = run.kind === 'check' && (run.state === 'running' || run.state === 'paused');
  const lists = isUnfinished ? listsOf(report) : undefined;
  return { ...run, report: lists ? null : report, lists: lists ?? [] };
}

function listsOf(report: Json): ReadList[] | undefined {
  const { lists } = (report ?? {}) as Partial<CheckProgress>;
  return lists ? [...lists] : undefined;
}

function countsOf(found: ReadonlyMap<string, number>, items: number): Live['counts'] {
  const of = (states: readonly LineState[]): number => states.reduce((sum, state) => sum + (found.get(state) ?? 0), 0);
  return {
    to_push: of(TO_PUSH),
    to_pull: of(TO_PULL),
    conflicts: of(['conflict']),
    merged: of(['merged']),
    items,
    states: Object.fromEntries(LINE_STATES.map((state) => [state, found.get(state) ?? 0])) as Record<LineState, number>,
  };
}

const NOT_CONNECTED: Live = {
  state: 'none',
  site: null,
  checked_at: null,
  full_check_at: null,
  is_behind: false,
  unknown_types: [],
  counts: countsOf(new Map(), 0),
  run: null,
};
