import { RestError } from '../../errors.ts';
import type { TokenView } from '../../schema/site/token.ts';
import type { Confirmation, UnconfirmedAccess } from '../../schema/site/trust.ts';
import type { Site } from '../../site.ts';
import { tokenHashes } from '../../store/access/tokens.ts';
import { storedServerOptions } from '../site/server.ts';
import { forgetCallers } from './callers.ts';
import { listTokens } from './tokens.ts';
import { confirm, confirmedAccess } from './trust.ts';

/** The contents of the site file that need confirmation on this computer (`contract/extras.md`, `/trust`). */
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

/** Number of unconfirmed ways of access. */
export function countUnconfirmed(site: Site): number {
  const { tokens, anonymous_read, allowed_origins, allowed_hosts } = unconfirmedAccess(site);
  return tokens.length + allowed_origins.length + allowed_hosts.length + (anonymous_read ? 1 : 0);
}

/** The unconfirmed parts as one line; undefined if there are none. */
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

/**
 * Confirms the named parts, or all; returns what remains. Throws 404 for unknown parts, 503 if this cannot be stored; then
 * nothing has changed.
 */
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

/** An expired token is rejected anyway. */
function isOver(site: Site, { expires_at }: TokenView): boolean {
  return expires_at !== '' && Date.parse(expires_at) <= site.now().getTime();
}
