import { RestError } from '../errors.ts';
import type { TokenView } from '../schema/token.ts';
import type { Site } from '../site.ts';
import { allTokens, insertToken, revokeTokenById, type TokenRow } from '../store/tokens.ts';
import { firstAdministrator, type UserRow } from '../store/users.ts';
import type { Role } from '../types.ts';
import { forgetCallers, weakerRole } from './callers.ts';
import { hashToken, inGroups, randomToken } from './token-text.ts';
import { ensureUser } from './users.ts';

/** What may be told of every token, revoked ones too (`contract/extras.md`, `/tokens`). */
export function listTokens(site: Site): TokenView[] {
  return allTokens(site.db).map(viewOf);
}

export interface TokenWish {
  name: string;
  role: Role;
  user?: string | undefined;
  expires_at?: string | undefined;
}

/** Makes a token and returns it beside its description: the only time it can be seen. */
export function createToken(site: Site, wish: TokenWish): { token: string; view: TokenView } {
  const now = site.now();
  refuseTaken(site, wish.name);
  const expiresAt = wish.expires_at === undefined ? null : new Date(wish.expires_at).toISOString();
  if (expiresAt !== null && expiresAt <= now.toISOString()) {
    throw new RestError('polydesk_token_expired', 'The token would be expired at once: choose a later moment.', 400);
  }
  const user = ownerOf(site, wish);
  const token = randomToken();
  const { name, role } = wish;
  const stored = { userId: user.id, name, role, hash: hashToken(token), at: now.toISOString(), expiresAt };
  return { token: inGroups(token), view: findToken(site, insertToken(site.db, stored)) };
}

/** Revokes a token: from the next request on it is refused. Its description stays, so that the history can name it. */
export function revokeToken(site: Site, id: number): TokenView {
  const token = findToken(site, id);
  if (token.revoked_at !== '')
    throw new RestError('polydesk_gone', `The token "${token.name}" is revoked already.`, 410);
  revokeTokenById(site.db, id, site.now().toISOString());
  forgetCallers(site);
  return token;
}

/** Active tokens are told apart by name: on the command line and in the history. */
function refuseTaken(site: Site, name: string): void {
  const isTaken = allTokens(site.db).some((token) => token.name === name && token.revoked_at === null);
  const text = `There is already a token named "${name}". Revoke it first, or choose another name.`;
  if (isTaken) throw new RestError('polydesk_token_exists', text, 400);
}

function ownerOf(site: Site, wish: TokenWish): UserRow {
  const user =
    wish.user === undefined
      ? (firstAdministrator(site.db) ?? ensureUser(site, 'admin', 'administrator'))
      : ensureUser(site, wish.user, wish.role);
  const text = `The user "${user.login}" has the role ${user.role}: a token of this user cannot be ${wish.role}.`;
  if (weakerRole(wish.role, user.role) !== wish.role) throw new RestError('polydesk_role_too_high', text, 400);
  return user;
}

function findToken(site: Site, id: number): TokenView {
  const row = allTokens(site.db).find((token) => token.id === id);
  if (!row) throw new RestError('polydesk_token_unknown', `There is no token with the number ${id}.`, 404);
  return viewOf(row);
}

function viewOf(row: TokenRow): TokenView {
  const { id, name, role, user, created_at, last_used, expires_at, revoked_at } = row;
  return {
    id,
    name,
    role,
    user,
    created_at,
    last_used: last_used ?? '',
    expires_at: expires_at ?? '',
    revoked_at: revoked_at ?? '',
  };
}
