import { all, get, joinSql, pluck, rawSql, sql, type ReadDb, type Sql } from '../sql.ts';
import type { Role } from '../../types.ts';
import { holdsText } from '../content/letters.ts';

/** A user with everything that is shown. */
export interface FullUser {
  id: number;
  login: string;
  email: string;
  role: Role;
  name: string;
  nickname: string;
  slug: string;
  first_name: string;
  last_name: string;
  url: string;
  description: string;
  locale: string;
  registered_at: string;
}

export const USER_ORDERS = [
  'id',
  'include',
  'name',
  'registered_date',
  'slug',
  'include_slugs',
  'email',
  'url',
] as const;

/** Which users, and which page of them (`content.md` 4). */
export interface UserQuery {
  search?: { text: string; withEmail: boolean } | undefined;
  include?: readonly number[] | undefined;
  exclude?: readonly number[] | undefined;
  slugs?: readonly string[] | undefined;
  roles?: readonly string[] | undefined;
  /** Authors of published items of these types. */
  authorsOf?: readonly string[] | undefined;
  order: 'asc' | 'desc';
  orderby: (typeof USER_ORDERS)[number];
  limit: number;
  offset: number;
}

const USER = sql`id, login, email, role, name, nickname, slug, first_name, last_name, url, description, locale, registered_at`;

export function userById(db: ReadDb, id: number): FullUser | undefined {
  return get<FullUser>(db, sql`SELECT ${USER} FROM users WHERE id = ${id}`);
}

export function listUsers(db: ReadDb, query: UserQuery): FullUser[] {
  return all<FullUser>(
    db,
    sql`SELECT ${USER} FROM users WHERE ${whereOf(query)} ORDER BY ${orderOf(query)}, id LIMIT ${query.limit} OFFSET ${query.offset}`,
  );
}

export function countUsers(db: ReadDb, query: UserQuery): number {
  return pluck<number>(db, sql`SELECT count(*) FROM users WHERE ${whereOf(query)}`) ?? 0;
}

/** Whether a user has a published item of one of these types. */
export function hasPublished(db: ReadDb, user: number, types: readonly string[]): boolean {
  return (
    pluck<number>(
      db,
      sql`SELECT EXISTS (SELECT 1 FROM posts WHERE author = ${user} AND type IN ${values(types)} AND status = 'publish')`,
    ) === 1
  );
}

function whereOf(query: UserQuery): Sql {
  const parts: Sql[] = [sql`1`];
  if (query.search && query.search.text !== '') {
    const { text } = query.search;
    const columns = ['login', 'slug', 'name', 'url', ...(query.search.withEmail ? ['email'] : [])];
    parts.push(
      sql`(${joinSql(
        columns.map((name) => holdsText(rawSql(name), text)),
        ' OR ',
      )})`,
    );
  }
  if (query.include?.length) parts.push(sql`id IN ${values(query.include)}`);
  if (query.exclude?.length) parts.push(sql`id NOT IN ${values(query.exclude)}`);
  if (query.slugs) parts.push(sql`slug IN ${values(query.slugs)}`);
  if (query.roles) parts.push(sql`role IN ${values(query.roles)}`);
  if (query.authorsOf) {
    const types = values(query.authorsOf);
    parts.push(
      sql`EXISTS (SELECT 1 FROM posts p WHERE p.author = users.id AND p.type IN ${types} AND p.status = 'publish')`,
    );
  }
  return joinSql(parts, ' AND ');
}

const COLUMNS: Readonly<Record<string, string>> = {
  id: 'id',
  registered_date: 'registered_at',
  slug: 'slug',
  email: 'email',
  url: 'url',
};

function orderOf({ orderby, order, include, slugs }: UserQuery): Sql {
  const direction = rawSql(order === 'desc' ? 'DESC' : 'ASC');
  if (orderby === 'include' && include?.length) return sql`${placeIn(include, sql`users.id`)} ${direction}`;
  if (orderby === 'include_slugs' && slugs?.length) return placeIn(slugs, sql`users.slug`);
  return sql`${rawSql(COLUMNS[orderby] ?? 'name COLLATE NOCASE')} ${direction}`;
}

/** The column needs its table name: `json_each` has a column `id` as well. */
function placeIn(list: readonly (string | number)[], column: Sql): Sql {
  return sql`(SELECT key FROM json_each(${JSON.stringify(list)}) WHERE value = ${column})`;
}

function values(list: readonly (string | number)[]): Sql {
  return sql`(SELECT value FROM json_each(${JSON.stringify(list)}))`;
}
