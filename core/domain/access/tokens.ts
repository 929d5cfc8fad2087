import { RestError } from '../../errors.ts';
import type { TokenView } from '../../schema/site/token.ts';
import type { Site } from '../../site.ts';
import { allTokens, insertToken, revokeTokenById, tokenHashes, type TokenRow } from '../../store/access/tokens.ts';
import { firstAdministrator, type UserRow } from '../../store/access/users.ts';
import type { Role } from '../../types.ts';
import { forgetCallers, weakerRole } from './callers.ts';
import { hashToken, inGroups, randomToken } from './token-text.ts';
import { confirm, distrustToken, trustedToken } from './trust.ts';
import { ensureUser } from './users.ts';

/** All tokens without their secrets, revoked ones too (`contract/extras.md`, `/tokens`). */
export function listTokens(site: Site): TokenView[] {
  const hashes = tokenHashes(site.db);
  return allTokens(site.db).map((row) => viewOf(site, row, hashes));
}

export interface TokenRequest {
  name: string;
  role: Role;
  user?: string | undefined;
  expires_at?: string | undefined;
}

/** Creates a token and returns it with its description: the only time it can be seen. */
export function createToken(site: Site, request: TokenRequest): { token: string; view: TokenView } {
  const now = site.now();
  refuseTaken(site, request.name);
  const expiresAt = request.expires_at === undefined ? null : new Date(request.expires_at).toISOString();
  if (expiresAt !== null && expiresAt <= now.toISOString()) {
    throw new RestError('polydesk_token_expired', 'The token would expire immediately: choose a later time.', 400);
  }
  const user = ownerOf(site, request);
  const token = randomToken();
  const { name, role } = request;
  const hash = hashToken(token);
  // First: a hash without its token is harmless, but a token without it would need confirmation.
  confirm(site, { tokens: { [hash]: { role, expires_at: expiresAt ?? '' } } });
  const stored = { userId: user.id, name, role, hash, at: now.toISOString(), expiresAt };
  return { token: inGroups(token), view: findToken(site, insertToken(site.db, stored)) };
}

/** Revokes a token with effect from the next request. Its description stays, so that the history can name it. */
export function revokeToken(site: Site, id: number): TokenView {
  const token = findToken(site, id);
  if (token.revoked_at !== '')
    throw new RestError('polydesk_gone', `The token "${token.name}" is already revoked.`, 410);
  distrustToken(site, tokenHashes(site.db).get(id) ?? '');
  revokeTokenById(site.db, id, site.now().toISOString());
  forgetCallers(site);
  return token;
}

/** Active tokens need unique names, for the command line and the history. */
function refuseTaken(site: Site, name: string): void {
  const isTaken = allTokens(site.db).some((token) => token.name === name && token.revoked_at === null);
  const text = `There is already a token named "${name}". Revoke it first, or choose another name.`;
  if (isTaken) throw new RestError('polydesk_token_exists', text, 400);
}

function ownerOf(site: Site, request: TokenRequest): UserRow {
  const user =
    request.user === undefined
      ? (firstAdministrator(site.db) ?? ensureUser(site, 'admin', 'administrator'))
      : ensureUser(site, request.user, request.role);
  const text = `The user "${user.login}" has the role ${user.role}: a token of this user cannot be ${request.role}.`;
  if (weakerRole(request.role, user.role) !== request.role) throw new RestError('polydesk_role_too_high', text, 400);
  return user;
}

function findToken(site: Site, id: number): TokenView {
  const row = allTokens(site.db).find((token) => token.id === id);
  if (!row) throw new RestError('polydesk_token_unknown', `No token has the number ${id}.`, 404);
  return viewOf(site, row, tokenHashes(site.db));
}

function viewOf(site: Site, row: TokenRow, hashes: ReadonlyMap<number, string>): TokenView {
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
    unconfirmed: revoked_at === null && trustedToken(site, hashes.get(id) ?? '') === undefined,
  };
}
