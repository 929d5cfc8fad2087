import { randomUUID } from 'node:crypto';
import { userSlug } from '../../domain/access/users.ts';
import { isTaken } from '../../store/transfer/import.ts';
import { isUserSlugTaken, userByLoginOrEmail } from '../../store/access/users.ts';
import { createIds } from '../ids.ts';
import type { UserRecord } from '../records.ts';
import { count } from '../report.ts';
import type { Context } from './context.ts';

/** A user to be created: an author without a token, who cannot sign in. */
export interface PlannedUser extends Omit<UserRecord, 'source' | 'line'> {
  id: number;
  slug: string;
}

export interface UserPlan {
  added: readonly PlannedUser[];
  /** Existing users with more details in the file. */
  filled: readonly { id: number; email: string; name: string; first_name: string; last_name: string }[];
  /** By login; undefined for an unknown login. */
  idOf(login: string): number | undefined;
}

/** Matches authors by login, then by e-mail address; the others are created (`content.md` 8.2). */
export function planUsers(context: Context, logins: Iterable<string>): UserPlan {
  const { site, records, report, state, choices } = context;
  const listed = [...records.users()];
  const highest = Math.max(0, ...listed.map(({ source }) => source ?? 0));
  const ids = createIds({
    isEmpty: context.isPristine,
    sequence: state.userSequence,
    highest,
    isTaken: (id) => isTaken(site.db, 'users', id),
  });
  const known = new Map<string, number>();
  const slugs = new Set<string>();
  const added: PlannedUser[] = [];
  const filled: UserPlan['filled'][number][] = [];
  const add = (record: UserRecord): void => {
    const login = record.login.toLowerCase();
    if (known.has(login)) return;
    // A login may equal a property that every object inherits.
    const chosen = Object.hasOwn(choices.authors, record.login) ? choices.authors[record.login] : undefined;
    const here =
      (chosen === undefined ? undefined : userByLoginOrEmail(site.db, chosen)) ??
      userByLoginOrEmail(site.db, record.login) ??
      userByLoginOrEmail(site.db, record.email || ' ');
    const { source, line: _line, ...rest } = record;
    if (here) {
      known.set(login, here.id);
      const isMore = here.email === '' && record.email !== '' && !userByLoginOrEmail(site.db, record.email);
      if (isMore) filled.push({ ...rest, id: here.id });
      count(report, 'users', isMore ? 'updated' : 'skipped');
      return;
    }
    const { id } = ids.take(source);
    const slug = userSlug(record.login, (one) => slugs.has(one) || isUserSlugTaken(site.db, one));
    slugs.add(slug);
    added.push({ ...rest, id, uuid: record.uuid || randomUUID(), slug });
    known.set(login, id);
    count(report, 'users', 'created');
  };
  listed.forEach(add);
  for (const login of logins) if (login !== '') add(bareUser(login));
  return { added, filled, idOf: (login) => known.get(login.toLowerCase()) };
}

function bareUser(login: string): UserRecord {
  return { source: null, uuid: '', login, email: '', name: login, first_name: '', last_name: '', line: 0 };
}
