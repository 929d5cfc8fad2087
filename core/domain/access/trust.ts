// What of a site file counts on this computer: what a person here confirmed. The rest is refused, wherever the file came from.
import { createHash } from 'node:crypto';
import { RestError } from '../../errors.ts';
import type { Site } from '../../site.ts';
import type { Trusted, TrustedToken } from '../../store/access/trust.ts';

/** Who comes in without being asked, or from where: the options of the server that count once they are confirmed. */
export interface AccessOptions {
  anonymous_read: boolean;
  allowed_origins: string[];
  allowed_hosts: string[];
}

/** What is confirmed of a token; undefined: it is not confirmed. Where nobody keeps trust (a site in memory) every token counts. */
export function trustedToken(site: Site, hash: string): TrustedToken | undefined {
  if (!site.trust) return ANY;
  const { tokens } = site.trust.read();
  return Object.hasOwn(tokens, hash) ? tokens[hash] : undefined;
}

const ANY: TrustedToken = { role: 'administrator', expires_at: '' };

/** A token that was revoked does not come back with an older copy of the file. */
export function distrustToken(site: Site, hash: string): void {
  change(site, (now) => ({
    ...now,
    tokens: Object.fromEntries(Object.entries(now.tokens).filter(([one]) => one !== hash)),
  }));
}

/** What of the stored options counts. */
export function confirmedAccess(site: Site, stored: AccessOptions): AccessOptions {
  if (!site.trust) return stored;
  const { anonymous_read, allowed_origins, allowed_hosts } = site.trust.read();
  return {
    anonymous_read: stored.anonymous_read && anonymous_read,
    allowed_origins: stored.allowed_origins.filter((origin) => allowed_origins.includes(origin)),
    allowed_hosts: stored.allowed_hosts.filter((host) => allowed_hosts.includes(host)),
  };
}

/** What a person confirms: tokens by their hashes, and options of the server. */
export interface Confirmed {
  tokens?: Readonly<Record<string, TrustedToken>>;
  access?: AccessOptions;
}

/** Confirms tokens and options, besides those that are confirmed. Throws where that cannot be kept; then nothing changed. */
export function confirm(site: Site, { tokens = {}, access = NO_ACCESS }: Confirmed): void {
  change(site, (now) => ({
    ...now,
    tokens: { ...now.tokens, ...tokens },
    anonymous_read: now.anonymous_read || access.anonymous_read,
    allowed_origins: [...new Set([...now.allowed_origins, ...access.allowed_origins])],
    allowed_hosts: [...new Set([...now.allowed_hosts, ...access.allowed_hosts])],
  }));
}

const NO_ACCESS: AccessOptions = { anonymous_read: false, allowed_origins: [], allowed_hosts: [] };

/**
 * Keeps up with options that a person here changes: what is new in them counts, what is taken out of them does not any more,
 * and what was not confirmed stays so. Throws where that cannot be kept.
 */
export function updateConfirmed(site: Site, before: AccessOptions, after: Partial<AccessOptions>): void {
  const list = (name: 'allowed_origins' | 'allowed_hosts', now: readonly string[]): readonly string[] =>
    after[name]?.filter((one) => now.includes(one) || !before[name].includes(one)) ?? now;
  change(site, (now) => ({
    ...now,
    anonymous_read: after.anonymous_read ?? now.anonymous_read,
    allowed_origins: list('allowed_origins', now.allowed_origins),
    allowed_hosts: list('allowed_hosts', now.allowed_hosts),
  }));
}

/** What of a connection to a live site is confirmed: whoever changes a part of it in the file gets no password. */
export interface LiveConnection {
  url: string;
  user: string;
  network: string;
  secret: string;
}

/** Whether the password of this connection was entered on this computer. Where nobody keeps trust every connection counts. */
export function isLiveTrusted(site: Site, connection: LiveConnection): boolean {
  return !site.trust || site.trust.read().live === hashOfConnection(connection);
}

/** Confirms a connection, in place of another; null: none. Throws where that cannot be kept. */
export function trustLive(site: Site, connection: LiveConnection | null): void {
  change(site, (now) => ({ ...now, live: connection ? hashOfConnection(connection) : '' }));
}

function hashOfConnection({ url, user, network, secret }: LiveConnection): string {
  return createHash('sha256').update([url, user, network, secret].join('\n')).digest('hex');
}

function change(site: Site, next: (now: Trusted) => Trusted): void {
  const { trust } = site;
  if (!trust) return;
  const now = trust.read();
  const then = next(now);
  if (JSON.stringify(then) === JSON.stringify(now)) return;
  try {
    trust.write(then);
  } catch (error) {
    // What is taken back is out of the site file itself.
    if (isLess(then, now)) return;
    const reason = error instanceof Error ? error.message : String(error);
    const text = `What you confirmed could not be kept in ${trust.place}: ${reason} Nothing was changed. Check the folder, then try again.`;
    throw Object.assign(new RestError('polydesk_trust_not_kept', text, 503), { cause: error });
  }
}

function isLess(then: Trusted, now: Trusted): boolean {
  return (
    Object.keys(then.tokens).every((hash) => Object.hasOwn(now.tokens, hash)) &&
    then.allowed_origins.every((one) => now.allowed_origins.includes(one)) &&
    then.allowed_hosts.every((one) => now.allowed_hosts.includes(one)) &&
    (now.anonymous_read || !then.anonymous_read) &&
    (then.live === now.live || then.live === '')
  );
}
