import { RestError } from '../../errors.ts';
import type { TokenView } from '../../schema/site/token.ts';
import type { Confirmation, UnconfirmedAccess } from '../../schema/site/trust.ts';
import type { Site } from '../../site.ts';
import { tokenHashes } from '../../store/access/tokens.ts';
import { storedServerOptions } from '../site/server.ts';
import { forgetCallers } from './callers.ts';
import { listTokens } from './tokens.ts';
import { confirm, confirmedAccess } from './trust.ts';

/** What came in the site file and does not count until a person of this computer confirms it (`contract/extras.md`, `/trust`). */
export function unconfirmedAccess(site: Site): UnconfirmedAccess {
  const stored = storedServerOptions(site);
  const confirmed = confirmedAccess(site, stored);
  return {
    tokens: listTokens(site).filter((token) => token.unconfirmed && !isOver(site, token)),
    anonymous_read: stored.anonymous_read && !confirmed.anonymous_read,
    allowed_origins: stored.allowed_origins.filter((one) => !confirmed.allowed_origins.includes(one)),
    allowed_hosts: stored.allowed_hosts.filter((one) => !confirmed.allowed_hosts.includes(one)),
    kept_in: site.trust?.place ?? '',
  };
}

/** How many ways in are not confirmed. */
export function countUnconfirmed(site: Site): number {
  const { tokens, anonymous_read, allowed_origins, allowed_hosts } = unconfirmedAccess(site);
  return tokens.length + allowed_origins.length + allowed_hosts.length + (anonymous_read ? 1 : 0);
}

/** What is not confirmed, as one line; undefined where nothing is left to confirm. */
export function unconfirmedText(site: Site): string | undefined {
  const { tokens, anonymous_read, allowed_origins, allowed_hosts } = unconfirmedAccess(site);
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

/** Confirms what is named, or all; answers what is left. Throws 404 for what is not there to confirm, 503 where it cannot be kept; then nothing changed. */
export function confirmAccess(site: Site, chosen: Confirmation): UnconfirmedAccess {
  const now = unconfirmedAccess(site);
  const named: Confirmation = chosen.all ? { ...now, tokens: now.tokens.map(({ id }) => id) } : chosen;
  const tokens = new Map(now.tokens.map((token) => [token.id, token]));
  assertUnconfirmed('token', named.tokens, [...tokens.keys()]);
  assertUnconfirmed('origin', named.allowed_origins, now.allowed_origins);
  assertUnconfirmed('host', named.allowed_hosts, now.allowed_hosts);
  const hashes = tokenHashes(site.db);
  const entries = [...tokens.values()]
    .filter(({ id }) => named.tokens?.includes(id))
    .map(({ id, role, expires_at }) => [hashes.get(id) ?? '', { role, expires_at }] as const);
  const { anonymous_read = false, allowed_origins = [], allowed_hosts = [] } = named;
  confirm(site, { tokens: Object.fromEntries(entries), access: { anonymous_read, allowed_origins, allowed_hosts } });
  forgetCallers(site);
  return unconfirmedAccess(site);
}

function assertUnconfirmed<T extends string | number>(
  what: string,
  named: readonly T[] = [],
  waiting: readonly T[],
): void {
  const other = named.find((one) => !waiting.includes(one));
  if (other === undefined) return;
  throw new RestError(
    'polydesk_not_found',
    `No ${what} "${other}" is waiting to be confirmed. Nothing was changed.`,
    404,
  );
}

/** One that has expired is refused anyway. */
function isOver(site: Site, { expires_at }: TokenView): boolean {
  return expires_at !== '' && Date.parse(expires_at) <= site.now().getTime();
}
