import { randomUUID } from 'node:crypto';
import type { Site } from '../site.ts';
import { insertUser, isUserSlugTaken, userByLoginOrEmail, type UserRow } from '../store/users.ts';
import type { Role } from '../types.ts';

/** The user of this login or e-mail address, made with this role when there is none. A new user is known by the login alone. */
export function ensureUser(site: Site, login: string, role: Role): UserRow {
  const known = userByLoginOrEmail(site.db, login);
  if (known) return known;
  const user = { uuid: randomUUID(), login, role, slug: freeSlug(site, login), at: site.now().toISOString() };
  return { id: insertUser(site.db, user), login, email: '', role };
}

function freeSlug(site: Site, login: string): string {
  const base =
    login
      .toLowerCase()
      .normalize('NFKD')
      .replace(/[^a-z0-9_]+/g, '-')
      .replace(/^-+|-+$/g, '') || 'user';
  for (let n = 1; ; n += 1) {
    const slug = n === 1 ? base : `${base}-${n}`;
    if (!isUserSlugTaken(site.db, slug)) return slug;
  }
}
