import { randomUUID } from 'node:crypto';
import type { Site } from '../../site.ts';
import { insertUser, isUserSlugTaken, userByLoginOrEmail, type UserRow } from '../../store/access/users.ts';
import type { Role } from '../../types.ts';
import { freeSlug } from '../content/slug.ts';

/** The user with this login or e-mail address, created with this role if missing. A new user only has the login. */
export function ensureUser(site: Site, login: string, role: Role): UserRow {
  const known = userByLoginOrEmail(site.db, login);
  if (known) return known;
  const slug = userSlug(login, (one) => isUserSlugTaken(site.db, one));
  const user = { uuid: randomUUID(), login, role, slug, at: site.now().toISOString() };
  return { id: insertUser(site.db, user), login, email: '', role };
}

/** The slug of a user, derived from the login; numbered if taken. */
export function userSlug(login: string, isTaken: (slug: string) => boolean): string {
  const plain = login
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z0-9_]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return freeSlug(plain || 'user', isTaken);
}
