import type { Role } from '../../types.ts';
import { all, get, rawSql, run, sql, type ReadDb, type WriteDb } from '../sql.ts';

/** What may be disclosed about a token. Its hash stays in the table. */
export interface TokenRow {
  id: number;
  name: string;
  role: Role;
  user: string;
  created_at: string;
  last_used: string | null;
  expires_at: string | null;
  revoked_at: string | null;
}

/** A token with what is needed to authorise its sender. */
export interface TokenOwner extends TokenRow {
  hash: string;
  user_id: number;
  user_email: string;
  user_role: Role;
}

const COLUMNS = rawSql(
  'tokens.id, tokens.name, tokens.role, login AS user, created_at, last_used, expires_at, revoked_at',
);

/** Every token ever created, including revoked ones, oldest first. */
export function allTokens(db: ReadDb): TokenRow[] {
  return all<TokenRow>(
    db,
    sql`SELECT ${COLUMNS} FROM tokens JOIN users ON users.id = tokens.user_id ORDER BY tokens.id`,
  );
}

/** The hashes of all tokens, by token id. */
export function tokenHashes(db: ReadDb): Map<number, string> {
  const rows = all<{ id: number; hash: string }>(db, sql`SELECT id, hash FROM tokens`);
  return new Map(rows.map(({ id, hash }) => [id, hash]));
}

/** The token with this hash, even if revoked or expired. */
export function tokenByHash(db: ReadDb, hash: string): TokenOwner | undefined {
  return get<TokenOwner>(
    db,
    sql`SELECT ${COLUMNS}, hash, user_id, email AS user_email, users.role AS user_role
        FROM tokens JOIN users ON users.id = tokens.user_id WHERE hash = ${hash}`,
  );
}

export interface NewToken {
  userId: number;
  name: string;
  role: Role;
  hash: string;
  at: string;
  expiresAt: string | null;
}

/** Stores a token by its hash; returns the id. */
export function insertToken(db: WriteDb, token: NewToken): number {
  const { userId, name, role, hash, at, expiresAt } = token;
  const done = run(
    db,
    sql`INSERT INTO tokens (user_id, name, role, hash, created_at, expires_at) VALUES (${userId}, ${name}, ${role}, ${hash}, ${at}, ${expiresAt})`,
  );
  return Number(done.lastInsertRowid);
}

export function revokeTokenById(db: WriteDb, id: number, at: string): void {
  run(db, sql`UPDATE tokens SET revoked_at = ${at} WHERE id = ${id} AND revoked_at IS NULL`);
}

/** Stores the day a token was last used. Not journalled. */
export function noteTokenUse(db: WriteDb, id: number, day: string): void {
  run(db, sql`UPDATE tokens SET last_used = ${day} WHERE id = ${id}`);
}
