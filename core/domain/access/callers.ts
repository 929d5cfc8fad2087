import { timingSafeEqual } from 'node:crypto';
import type { Site } from '../../site.ts';
import { noteTokenUse, tokenByHash, type TokenOwner } from '../../store/access/tokens.ts';
import { firstAdministrator } from '../../store/access/users.ts';
import { ROLES, type Caller, type Role } from '../../types.ts';
import { createCaller } from './capabilities.ts';
import { hashToken } from './token-text.ts';
import { trustedToken } from './trust.ts';
import { ensureUser } from './users.ts';

/** The parsed `Authorization` header (`interface.md` 1.11). */
export type Credentials =
  | { kind: 'none' }
  | { kind: 'bad' }
  | { kind: 'basic'; user: string; token: string }
  | { kind: 'bearer'; token: string };

/** A user with a valid token. */
interface Known {
  caller: Caller;
  /** Login and e-mail address in lower case: the names valid for Basic authentication. */
  names: readonly string[];
}

/** Tokens with the lifetime of the process, by hash. Never stored. */
export type ProcessTokens = ReadonlyMap<string, Known>;

/** The caller for these credentials, 'bad', or null for a guest (`security.md` 3.4). Called for every request. */
export function findCaller(site: Site, processTokens: ProcessTokens, credentials: Credentials): Caller | 'bad' | null {
  if (credentials.kind === 'none') return null;
  if (credentials.kind === 'bad') return 'bad';
  const digest = digestOf(credentials);
  const known = processTokens.get(digest) ?? storedToken(site, digest);
  if (!known) return 'bad';
  if (credentials.kind === 'basic' && !known.names.includes(credentials.user.toLowerCase())) return 'bad';
  return known.caller;
}

// A pure cache, derived from the token: the header parser returns the same object for the same header.
const digests = new WeakMap<Credentials, string>();

function digestOf(credentials: Extract<Credentials, { token: string }>): string {
  let digest = digests.get(credentials);
  if (digest === undefined) digests.set(credentials, (digest = hashToken(credentials.token)));
  return digest;
}

/** Clears the caller cache: after a token was revoked, or a user may have changed. */
export function forgetCallers(site: Site): void {
  seen.delete(site.db);
}

/** The name of a valid token that has not been confirmed on this computer; undefined for any other. */
export function unconfirmedToken(site: Site, credentials: Credentials): string | undefined {
  if (credentials.kind === 'none' || credentials.kind === 'bad') return undefined;
  const digest = digestOf(credentials);
  const row = tokenByHash(site.db, digest);
  return row && row.revoked_at === null && !trustedToken(site, digest) ? row.name : undefined;
}

/** Creates an entry of `ProcessTokens` for a token of POLYDESK_TOKENS (`contract/README.md`). Creates its user if missing. */
export function namedProcessToken(site: Site, who: { user: string; role: Role; token: string }): [string, Known] {
  const user = ensureUser(site, who.user, who.role);
  const role = weakerRole(who.role, user.role);
  const caller = createCaller({ name: user.login, userId: user.id, role, token: who.user, origin: 'token' });
  return [hashToken(who.token), { caller, names: namesOf(user.login, user.email) }];
}

/** The token of the port file: authenticates the command line, with all rights (`security.md` 3.1). */
export function commandLineToken(site: Site, token: string): [string, Known] {
  const caller = commandLineCaller(site);
  return [hashToken(token), { caller, names: namesOf(caller.name, '') }];
}

/** The caller of the command line: acts as the first administrator, with the rights of the window. */
export function commandLineCaller(site: Site): Caller {
  const user = firstAdministrator(site.db) ?? { id: 0, login: '' };
  const who = { name: user.login, userId: user.id, role: 'administrator', origin: 'command line' } as const;
  return createCaller({ ...who, serverRights: true });
}

/** The weaker of two roles: a token never has more rights than its user. */
export function weakerRole(a: Role, b: Role): Role {
  return ROLES.indexOf(a) > ROLES.indexOf(b) ? a : b;
}

const DAY = 86_400_000;
/** Compared with if no token has the hash, so that both paths take the same time. */
const NOBODY = Buffer.alloc(32);

interface Seen extends Known {
  id: number;
  expires: number;
  /** Day of the last stored use, as days since 1970. */
  day: number;
}

// A cache of database rows, stored per database and cleared whenever tokens or users change.
const seen = new WeakMap<Site['db'], Map<string, Seen>>();

function storedToken(site: Site, digest: string): Known | undefined {
  const entry = seen.get(site.db)?.get(digest) ?? readToken(site, digest);
  const now = site.now().getTime();
  if (!entry || entry.expires <= now) return undefined;
  const day = Math.floor(now / DAY);
  if (day > entry.day && !site.merging) noteUse(site, entry, day);
  return entry;
}

function readToken(site: Site, digest: string): Seen | undefined {
  const row = tokenByHash(site.db, digest);
  const isRight = timingSafeEqual(Buffer.from(digest, 'hex'), row ? Buffer.from(row.hash, 'hex') : NOBODY);
  const trusted = trustedToken(site, digest);
  if (!row || !isRight || row.revoked_at !== null || !trusted) return undefined;
  const ends = [row.expires_at, trusted.expires_at].filter((end) => end !== null && end !== '');
  const entry: Seen = {
    id: row.id,
    // A file from another computer may contain a different role.
    caller: callerOf({ ...row, role: weakerRole(row.role, trusted.role) }),
    names: namesOf(row.user, row.user_email),
    expires: Math.min(Infinity, ...ends.map((end) => Date.parse(String(end)))),
    day: row.last_used === null ? -1 : Math.floor(Date.parse(row.last_used) / DAY),
  };
  const map = seen.get(site.db) ?? new Map<string, Seen>();
  seen.set(site.db, map.set(digest, entry));
  return entry;
}

function callerOf(row: TokenOwner): Caller {
  return createCaller({
    name: row.user,
    userId: row.user_id,
    role: weakerRole(row.role, row.user_role),
    token: row.name,
    origin: 'token',
  });
}

/** A valid token is not rejected because its use could not be recorded (disk full, read-only file). */
function noteUse(site: Site, entry: Seen, day: number): void {
  entry.day = day;
  try {
    noteTokenUse(site.db, entry.id, new Date(day * DAY).toISOString().slice(0, 10));
  } catch {
    // Retried tomorrow, or by the next process.
  }
}

function namesOf(login: string, email: string): string[] {
  return [login, email].filter((name) => name !== '').map((name) => name.toLowerCase());
}
