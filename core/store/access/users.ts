import type { Role } from '../../types.ts';
import { get, pluck, run, sql, type ReadDb, type WriteDb } from '../sql.ts';

export interface UserRow {
  id: number;
  login: string;
  email: string;
  role: Role;
}

/** The user with this login or e-mail address, ignoring case. */
export function userByLoginOrEmail(db: ReadDb, name: string): UserRow | undefined {
  return get<UserRow>(
    db,
    sql`SELECT id, login, email, role FROM users WHERE login = ${name} OR (email = ${name} AND email <> '') ORDER BY login = ${name} DESC, id LIMIT 1`,
  );
}

/** The display name and id of an author; undefined for an unknown login. */
export function userFactsOf(
  db: ReadDb,
  login: string,
):
  | { id: number; facts: { login: string; email: string; name: string; first_name: string; last_name: string } }
  | undefined {
  const found = get<{ id: number; login: string; email: string; name: string; first_name: string; last_name: string }>(
    db,
    sql`SELECT id, login, email, name, first_name, last_name FROM users WHERE login = ${login}`,
  );
  if (!found) return undefined;
  const { id, ...facts } = found;
  return { id, facts };
}

export function firstAdministrator(db: ReadDb): UserRow | undefined {
  return get<UserRow>(
    db,
    sql`SELECT id, login, email, role FROM users WHERE role = 'administrator' ORDER BY id LIMIT 1`,
  );
}

/** The id of a user by the slug in addresses. */
export function userIdOfSlug(db: ReadDb, slug: string): number | undefined {
  return pluck<number>(db, sql`SELECT id FROM users WHERE slug = ${slug} ORDER BY id LIMIT 1`);
}

export function isUserSlugTaken(db: ReadDb, slug: string): boolean {
  return pluck<number>(db, sql`SELECT EXISTS (SELECT 1 FROM users WHERE slug = ${slug})`) === 1;
}

export interface NewUser {
  uuid: string;
  login: string;
  role: Role;
  slug: string;
  at: string;
}

/** Stores a user known only by login; returns the id. */
export function insertUser(db: WriteDb, user: NewUser): number {
  const { uuid, login, role, slug, at } = user;
  const done = run(
    db,
    sql`INSERT INTO users (uuid, login, role, name, nickname, slug, registered_at) VALUES (${uuid}, ${login}, ${role}, ${login}, ${login}, ${slug}, ${at})`,
  );
  return Number(done.lastInsertRowid);
}
