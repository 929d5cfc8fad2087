import { live } from '../domain/live/live.ts';
import { assertIdle } from '../domain/live/runs.ts';
import { trustLive } from '../domain/access/trust.ts';
import { connectLive, highestThere, openLive, probeLive, shownProbe, type ConnectOrder } from '../live/connect.ts';
import { errorBody } from '../errors.ts';
import { liveFault } from '../live/faults.ts';
import { pauseRuns } from '../store/live/runs.ts';
import { connectedSite } from '../store/live/sites.ts';
import { begin, commit, rollBack } from '../store/transaction.ts';
import type { Live } from '../schema/live/live.ts';
import type { Site } from '../site.ts';
import type { Json, OutboundRequest } from '../types.ts';

/** Whether an outbound request goes to the live site. */
export const isLiveOrder = ({ kind }: OutboundRequest): boolean => kind === 'live_probe' || kind === 'live_connect';

/**
 * Calls the live site for its capabilities; `live_connect` stores it as the live site of this one. Returns the body of the
 * answer.
 */
export async function askLive(
  site: Site,
  { kind, input, secret }: OutboundRequest,
  { password, signal }: { password: string; signal: AbortSignal },
): Promise<unknown> {
  const order = { ...(input as unknown as Omit<ConnectOrder, 'password'>), password };
  const probed = await probeLive(order, { version: site.version, signal });
  if (kind === 'live_probe') return shownProbe(probed, order.user);
  const { address, network } = probed;
  const remote = openLive({ url: address.url, user: order.user, network }, { password, version: site.version });
  const highest = await highestThere(remote, probed.facts, signal).finally(() => remote.close());
  if (site.merging) throw liveFault('running');
  // A run may have started while we waited for the site.
  assertIdle(site);
  const connection = { url: address.url, user: order.user, network, secret: input['keep'] === true ? secret : '' };
  connectLive(site, probed, { user: connection.user, secret: connection.secret, highest });
  trustLive(site, connection);
  return live(site);
}

/** Milliseconds between two polls of the progress of a run. */
const LOOK_MS = 1000;

/** Announces changes of the live site's facts and runs by polling: workers write them without sending a notice. */
export function watchLive(site: Site, listener: (live: Live) => void): () => void {
  let last = '';
  const look = (): void => {
    if (!site.db.open) return;
    const now = shown(site);
    if (!now) return;
    const text = JSON.stringify(now);
    if (last !== '' && text !== last) listener(now);
    last = text;
  };
  look();
  const timer = setInterval(look, LOOK_MS).unref();
  return () => clearInterval(timer);
}

/** Undefined if the file cannot be read now: requests for it report the error, and the next poll tries again. */
function shown(site: Site): Live | undefined {
  try {
    return live(site);
  } catch {
    return undefined;
  }
}

/** A run that was interrupted when the program ended is paused until a person resumes it; a push reports why it stopped. */
export function pauseRunsOf(site: Site): void {
  if (site.readOnly || !connectedSite(site.db)) return;
  begin(site.db);
  try {
    pauseRuns(site.db, errorBody(liveFault('interrupted')) as Json);
    commit(site.db);
  } catch (error) {
    rollBack(site.db);
    throw error;
  }
}
