import * as v from 'valibot';
import { shownFacts } from '../domain/live/live.ts';
import { RestError } from '../errors.ts';
import type { Probe } from '../schema/live/live.ts';
import type { Site } from '../site.ts';
import { connectSite, disconnectSite, knownLiveSite, raiseSequences, sequencesNow } from '../store/live/sites.ts';
import { begin, commit, rollBack } from '../store/transaction.ts';
import { networkOf, readSiteAddress, type SiteAddress } from './address.ts';
import { getIfAllowed, pathIn } from './api.ts';
import { probeSite, type SiteFacts } from './probe.ts';
import { createRemote, type Remote, type RemoteOptions } from './remote.ts';

/** The site to connect to, with the password in plain text. */
export interface ConnectOrder {
  url: string;
  user: string;
  password: string;
  in_my_network: boolean;
}

/** A site that answered: its capabilities, and its address. */
export interface Probed {
  address: SiteAddress;
  network: RemoteOptions['network'];
  facts: SiteFacts;
}

/** Probes the capabilities of a site; stores nothing. Throws a `RestError` of `faults.ts`. */
export async function probeLive(
  { url, user, password, in_my_network }: ConnectOrder,
  { version, signal }: { version: string; signal: AbortSignal },
): Promise<Probed> {
  const address = readSiteAddress(url);
  const network = networkOf(address, in_my_network);
  const credentials = user === '' ? undefined : { user, password };
  const remote = createRemote({ address, network, credentials, version });
  try {
    return { address, network, facts: await probeSite(remote, address, signal) };
  } finally {
    remote.close();
  }
}

/** The result of a probe, as answered. */
export function shownProbe({ address, network, facts }: Probed, user: string): Probe {
  return { url: address.url, user, network, ...shownFacts(facts) };
}

/** Ids of new local items start at a multiple of this, and within the range of 32-bit clients. */
const STEP = 1_000_000_000;
const HIGHEST = 2_000_000_000;

/**
 * Makes a probed site the live site of this one: from now on new local items have ids that do not exist on the live site
 * (`live-site.md` 11). Throws 409 if ids are used up.
 *
 * @param highest the highest id known there
 */
export function connectLive(
  site: Site,
  { address, network, facts }: Probed,
  { user, secret, highest }: { user: string; secret: string; highest: number },
): void {
  begin(site.db);
  try {
    const known = knownLiveSite(site.db, address.url);
    const sequences = known ? (JSON.parse(known.sequences) as ReturnType<typeof sequencesNow>) : sequencesNow(site.db);
    const born_from = known?.born_from ?? bornFrom(Math.max(highest, sequences.posts, sequences.terms));
    connectSite(site.db, {
      url: address.url,
      root: facts.root,
      user,
      secret,
      network,
      facts: JSON.stringify(facts),
      born_from,
      sequences: JSON.stringify(sequences),
      connected_at: site.now().toISOString(),
    });
    raiseSequences(site.db, born_from - 1);
    commit(site.db);
  } catch (error) {
    rollBack(site.db);
    throw error;
  }
}

function bornFrom(highest: number): number {
  const from = (Math.floor(highest / STEP) + 1) * STEP;
  if (from <= HIGHEST) return from;
  const text =
    'The numbers of this site are used up: it cannot hold another live site. Nothing was changed. Export it, and import it into a new one.';
  throw new RestError('polydesk_live_numbers', text, 409);
}

/** The highest id a site has assigned, as far as its lists show. */
export async function highestThere(remote: Remote, facts: SiteFacts, signal: AbortSignal): Promise<number> {
  const query = { context: 'edit', orderby: 'id', order: 'desc', per_page: 1, _fields: 'id' };
  let highest = 0;
  for (const { route } of [...facts.types, ...facts.taxonomies]) {
    const path = pathIn(facts.root, route, query);
    const items = await getIfAllowed(remote, path, v.array(v.object({ id: v.number() })), signal);
    highest = Math.max(highest, items?.[0]?.id ?? 0);
  }
  return highest;
}

/** Disconnects the site; everything known about it stays for the next time, except for its password. */
export function disconnectLive(site: Site): void {
  begin(site.db);
  try {
    disconnectSite(site.db);
    commit(site.db);
  } catch (error) {
    rollBack(site.db);
    throw error;
  }
}

/** Opens a client for the connected site. */
export function openLive(
  row: { url: string; user: string; network: RemoteOptions['network'] },
  { password, version }: { password: string; version: string },
): Remote {
  const address = readSiteAddress(row.url);
  return createRemote({ address, network: row.network, credentials: { user: row.user, password }, version });
}
