import { timingSafeEqual } from 'node:crypto';
import type { Site } from '../../site.ts';
import { noteTokenUse, tokenByHash, type TokenOwner } from '../../store/access/tokens.ts';
import { firstAdministrator } from '../../store/access/users.ts';
import { ROLES, type Caller, type Role } from '../../types.ts';
import { createCaller } from './capabilities.ts';
import { hashToken } from './token-text.ts';
import { trustedToken } from './trust.ts';
import { ensureUser } from './users.ts';

/** What the `Authorization` header said, taken apart (`interface.md` 1.11). */
export type Credentials =
  | { kind: 'none' }
  | { kind: 'bad' }
  | { kind: 'basic'; user: string; token: string }
  | { kind: 'bearer'; token: string };

/** Somebody who has shown a right token. */
interface Known {
  caller: Caller;
  /** Login and e-mail address in lower case: the names Basic may use. */
  names: readonly string[];
}

/** Tokens that live as long as the process, by their hash. Never stored. */
export type ProcessTokens = ReadonlyMap<string, Known>;

/** Who comes with these credentials: a caller, 'bad', or null for a guest (`security.md` 3.4). Called for every request. */
export function findCaller(site: Site, processTokens: ProcessTokens, credentials: Credentials): Caller | 'bad' | null {
  if (credentials.kind === 'none') return null;
  if (credentials.kind === 'bad') return 'bad';
  const digest = digestOf(credentials);
  const known = processTokens.get(digest) ?? storedToken(site, digest);
  if (!known) return 'bad';
  if (credentials.kind === 'basic' && !known.names.includes(credentials.user.toLowerCase())) return 'bad';
  return known.caller;
}

// Not state: a function of the token. Who reads the header gives the same object for the same header.
const digests = new WeakMap<Credentials, string>();

function digestOf(credentials: Extract<Credentials, { token: string }>): string {
  let digest = digests.get(credentials);
  if (digest === undefined) digests.set(credentials, (digest = hashToken(credentials.token)));
  return digest;
}

/** Forgets who was seen before: after a token was revoked, or a user may have changed. */
export function forgetCallers(site: Site): void {
  seen.delete(site.db);
}

/** The name of a token that would be right if somebody here had confirmed it; undefined for every other. */
export function unconfirmedToken(site: Site, credentials: Credentials): string | undefined {
  if (credentials.kind === 'none' || credentials.kind === 'bad') return undefined;
  const digest = digestOf(credentials);
  const row = tokenByHash(site.db, digest);
  return row && row.revoked_at === null && !trustedToken(site, digest) ? row.name : undefined;
}

/** A token of POLYDESK_TOKENS, an entry of `ProcessTokens` (`contract/README.md`). Makes its user when missing. */
export function namedProcessToken(site: Site, who: { user: string; role: Role; token: string }): [string, Known] {
  const user = ensureUser(site, who.user, who.role);
  const role = weakerRole(who.role, user.role);
  const caller = createCaller({ name: user.login, userId: user.id, role, token: who.user, origin: 'token' });
  return [hashToken(who.token), { caller, names: namesOf(user.login, user.email) }];
}

/** The token of the port file: the way in of the command line, with every right (`security.md` 3.1). */
export function commandLineToken(site: Site, token: string): [string, Known] {
  const caller = commandLineCaller(site);
  return [hashToken(token), { caller, names: namesOf(caller.name, '') }];
}

/** The command line itself: acts for the first administrator, with the rights of the window. */
export function commandLineCaller(site: Site): Caller {
  const user = firstAdministrator(site.db) ?? { id: 0, login: '' };
  const who = { name: user.login, userId: user.id, role: 'administrator', origin: 'command line' } as const;
  return createCaller({ ...who, serverRights: true });
}

/** The one of two roles that has fewer rights: a token never has more than its user. */
export function weakerRole(a: Role, b: Role): Role {
  return ROLES.indexOf(a) > ROLES.indexOf(b) ? a : b;
}

const DAY = 86_400_000;
/** Compared with when no token has the hash, so that both ways cost the same. */
const NOBODY = Buffer.alloc(32);

interface Seen extends Known {
  id: number;
  expires: number;
  /** Day of the last use that is stored, counted from 1970. */
  day: number;
}

// Not state of the program: what was read from the database, kept with it and dropped with each change of tokens or users.
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
    // A file that was elsewhere may give it another role.
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

/** A right token is not refused because its use could not be noted (a full disk, a file that may only be read). */
function noteUse(site: Site, entry: Seen, day: number): void {
  entry.day = day;
  try {
    noteTokenUse(site.db, entry.id, new Date(day * DAY).toISOString().slice(0, 10));
  } catch {
    // Tried again tomorrow, or by the next process.
  }
}

function namesOf(login: string, email: string): string[] {
  return [login, email].filter((name) => name !== '').map((name) => name.toLowerCase());
}
