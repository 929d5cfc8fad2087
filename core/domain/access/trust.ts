// Trust in the contents of a site file: only what was confirmed on this computer is accepted, wherever the file came from.
import { createHash } from 'node:crypto';
import { RestError } from '../../errors.ts';
import type { Site } from '../../site.ts';
import type { Trusted, TrustedToken } from '../../store/access/trust.ts';

/** Server options for anonymous access and allowed origins, which apply only once confirmed. */
export interface AccessOptions {
  anonymous_read: boolean;
  allowed_origins: string[];
  allowed_hosts: string[];
}

/** The confirmed data of a token; undefined if not confirmed. Without a trust store (a site in memory) every token counts. */
export function trustedToken(site: Site, hash: string): TrustedToken | undefined {
  if (!site.trust) return ANY;
  const { tokens } = site.trust.read();
  return Object.hasOwn(tokens, hash) ? tokens[hash] : undefined;
}

const ANY: TrustedToken = { role: 'administrator', expires_at: '' };

/** Removes a token's confirmation, so that an older copy of the file does not bring it back. */
export function distrustToken(site: Site, hash: string): void {
  change(site, (now) => ({
    ...now,
    tokens: Object.fromEntries(Object.entries(now.tokens).filter(([one]) => one !== hash)),
  }));
}

/** The confirmed part of the stored options. */
export function confirmedAccess(site: Site, stored: AccessOptions): AccessOptions {
  if (!site.trust) return stored;
  const { anonymous_read, allowed_origins, allowed_hosts } = site.trust.read();
  return {
    anonymous_read: stored.anonymous_read && anonymous_read,
    allowed_origins: stored.allowed_origins.filter((origin) => allowed_origins.includes(origin)),
    allowed_hosts: stored.allowed_hosts.filter((host) => allowed_hosts.includes(host)),
  };
}

/** What a user confirms: tokens by hash, and server options. */
export interface Confirmed {
  tokens?: Readonly<Record<string, TrustedToken>>;
  access?: AccessOptions;
}

/**
 * Confirms tokens and options in addition to those already confirmed. Throws if this cannot be stored; then nothing has changed.
 */
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
 * Updates the confirmation when a user here changes options: added values are confirmed, removed ones no longer are, and
 * unconfirmed ones stay unconfirmed. Throws if this cannot be stored.
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

/** The confirmed parts of a live connection: if any of them is changed in the file, the password is not sent. */
export interface LiveConnection {
  url: string;
  user: string;
  network: string;
  secret: string;
}

/** Whether this connection was made on this computer. Without a trust store every connection counts. */
export function isLiveTrusted(site: Site, connection: LiveConnection): boolean {
  return !site.trust || site.trust.read().live === hashOfConnection(connection);
}

/** Confirms a connection, replacing any other; null: none. Throws if this cannot be stored. */
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
    // Revocations are already stored in the site file itself.
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
