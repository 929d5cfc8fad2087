import { RestError } from '../../errors.ts';
import type { TokenView } from '../../schema/site/token.ts';
import type { Asleep, WakeWish } from '../../schema/site/trust.ts';
import type { Site } from '../../site.ts';
import { tokenHashes } from '../../store/access/tokens.ts';
import { storedServerOptions } from '../site/server.ts';
import { forgetCallers } from './callers.ts';
import { listTokens } from './tokens.ts';
import { confirm, confirmedDoors } from './trust.ts';

/** What came in the site file and does not count until a person of this computer confirms it (`contract/extras.md`, `/trust`). */
export function asleep(site: Site): Asleep {
  const stored = storedServerOptions(site);
  const confirmed = confirmedDoors(site, stored);
  return {
    tokens: listTokens(site).filter((token) => token.asleep && !isOver(site, token)),
    anonymous_read: stored.anonymous_read && !confirmed.anonymous_read,
    allowed_origins: stored.allowed_origins.filter((one) => !confirmed.allowed_origins.includes(one)),
    allowed_hosts: stored.allowed_hosts.filter((one) => !confirmed.allowed_hosts.includes(one)),
    kept_in: site.trust?.place ?? '',
  };
}

/** How many ways in sleep. */
export function countAsleep(site: Site): number {
  const { tokens, anonymous_read, allowed_origins, allowed_hosts } = asleep(site);
  return tokens.length + allowed_origins.length + allowed_hosts.length + (anonymous_read ? 1 : 0);
}

/** What sleeps, as one line; undefined where nothing does. */
export function asleepText(site: Site): string | undefined {
  const { tokens, anonymous_read, allowed_origins, allowed_hosts } = asleep(site);
  const named = (one: string, many: string, names: readonly string[]): string[] =>
    names.length === 0 ? [] : [`${names.length === 1 ? one : many} ${names.join(', ')}`];
  const parts = [
    ...named(
      'the token',
      'the tokens',
      tokens.map(({ name }) => `"${name}"`),
    ),
    ...(anonymous_read ? ['reading without a token'] : []),
    ...named('the origin', 'the origins', allowed_origins),
    ...named('the host', 'the hosts', allowed_hosts),
  ];
  return parts.length === 0 ? undefined : parts.join('; ');
}

/** Confirms what is named, or all; what still sleeps. Throws 404 for what does not sleep, 503 where it cannot be kept; then nothing changed. */
export function wake(site: Site, wish: WakeWish): Asleep {
  const now = asleep(site);
  const named: WakeWish = wish.all ? { ...now, tokens: now.tokens.map(({ id }) => id) } : wish;
  const tokens = new Map(now.tokens.map((token) => [token.id, token]));
  assertAsleep('token', named.tokens, [...tokens.keys()]);
  assertAsleep('origin', named.allowed_origins, now.allowed_origins);
  assertAsleep('host', named.allowed_hosts, now.allowed_hosts);
  const hashes = tokenHashes(site.db);
  const entries = [...tokens.values()]
    .filter(({ id }) => named.tokens?.includes(id))
    .map(({ id, role, expires_at }) => [hashes.get(id) ?? '', { role, expires_at }] as const);
  const { anonymous_read = false, allowed_origins = [], allowed_hosts = [] } = named;
  confirm(site, { tokens: Object.fromEntries(entries), doors: { anonymous_read, allowed_origins, allowed_hosts } });
  forgetCallers(site);
  return asleep(site);
}

function assertAsleep<T extends string | number>(what: string, named: readonly T[] = [], sleeping: readonly T[]): void {
  const other = named.find((one) => !sleeping.includes(one));
  if (other === undefined) return;
  throw new RestError('polydesk_not_asleep', `No ${what} "${other}" is asleep. Nothing was changed.`, 404);
}

/** One that has expired is refused anyway. */
function isOver(site: Site, { expires_at }: TokenView): boolean {
  return expires_at !== '' && Date.parse(expires_at) <= site.now().getTime();
}
