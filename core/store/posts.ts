import { randomUUID } from 'node:crypto';
import { all, get, joinSql, pluck, rawSql, run, sql, type ReadDb, type SqlValue, type WriteDb } from './sql.ts';

export type Switch = 0 | 1;

/** A post-like item as it is stored: posts, pages, custom types and media share one table. */
export interface PostRow {
  id: number;
  uuid: string;
  type: string;
  status: string;
  slug: string;
  title: string;
  content: string;
  excerpt: string;
  /** Local time of the site, without zone. */
  date: string;
  date_gmt: string;
  /** A draft whose date is not fixed yet. */
  floating: Switch;
  modified: string;
  modified_gmt: string;
  author: number | null;
  parent: number | null;
  menu_order: number;
  password: string;
  guid: string;
  comment_status: 'open' | 'closed';
  ping_status: 'open' | 'closed';
  template: string;
  /** "" for the standard format. */
  format: string;
  sticky: Switch;
  featured_media: number;
  mime_type: string;
  /** Derived from the table of languages; never written here. */
  language_id: number | null;
}

/** What may be written: the number, the UUID and the type stay, the language has a table of its own. */
export type PostChanges = Partial<Omit<PostRow, 'id' | 'uuid' | 'type' | 'language_id'>>;

const WRITABLE: readonly (keyof PostChanges)[] = [
  'status',
  'slug',
  'title',
  'content',
  'excerpt',
  'date',
  'date_gmt',
  'floating',
  'modified',
  'modified_gmt',
  'author',
  'parent',
  'menu_order',
  'password',
  'guid',
  'comment_status',
  'ping_status',
  'template',
  'format',
  'sticky',
  'featured_media',
  'mime_type',
];

/** Columns of a `PostRow`, where no other table has them. */
export const POST = rawSql(['id', 'uuid', 'type', ...WRITABLE, 'language_id'].join(', '));

export function postById(db: ReadDb, id: number): PostRow | undefined {
  return get<PostRow>(db, sql`SELECT ${POST} FROM posts WHERE id = ${id}`);
}

/** Rows of many items at once, in the order of the ids. */
export function postsByIds(db: ReadDb, ids: readonly number[]): PostRow[] {
  const rows = all<PostRow>(
    db,
    sql`SELECT ${POST} FROM posts WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Stores a new item; its id. */
export function insertPost(db: WriteDb, type: string, fields: PostChanges): number {
  const given = WRITABLE.filter((name) => fields[name] !== undefined);
  const names = rawSql(['uuid', 'type', ...given].join(', '));
  const values = [randomUUID(), type, ...given.map((name) => fields[name] as SqlValue)].map((value) => sql`${value}`);
  return Number(run(db, sql`INSERT INTO posts (${names}) VALUES (${joinSql(values, ', ')})`).lastInsertRowid);
}

/** Changes what is given. */
export function updatePost(db: WriteDb, id: number, changes: PostChanges): void {
  const given = WRITABLE.filter((name) => changes[name] !== undefined);
  if (given.length === 0) return;
  const parts = given.map((name) => sql`${rawSql(name)} = ${changes[name] as SqlValue}`);
  run(db, sql`UPDATE posts SET ${joinSql(parts, ', ')} WHERE id = ${id}`);
}

/** Removes an item for good; meta and terms go with it. Its children must have another parent before. */
export function deletePost(db: WriteDb, id: number): void {
  run(db, sql`DELETE FROM posts WHERE id = ${id}`);
}

/** Gives the children of an item another parent. */
export function moveChildren(db: WriteDb, from: number, to: number | null): void {
  run(db, sql`UPDATE posts SET parent = ${to} WHERE parent = ${from}`);
}

/** Whether following the parents of `id` leads to `target`. */
export function isBelow(db: ReadDb, id: number, target: number): boolean {
  return (
    pluck<number>(
      db,
      sql`WITH RECURSIVE up (id) AS (
            VALUES (${id}) UNION SELECT p.parent FROM posts p JOIN up ON p.id = up.id WHERE p.parent IS NOT NULL
          )
          SELECT EXISTS (SELECT 1 FROM up WHERE id = ${target})`,
    ) === 1
  );
}

/** Where a slug has to be unique: over a type, over a level of a hierarchical type, or over everything. */
export interface SlugScope {
  type: string;
  /** Set for hierarchical types: 0 for the top level. */
  parent?: number;
  /** Set where slugs are shared over languages; null for items without language. */
  language?: number | null;
  /** The item itself. */
  except: number;
}

/** Whether another item holds the slug (`content.md` 2.5). */
export function isPostSlugTaken(db: ReadDb, slug: string, scope: SlugScope): boolean {
  const { type, parent, language, except } = scope;
  const place =
    type === 'attachment'
      ? sql``
      : parent === undefined
        ? sql`AND type = ${type}`
        : sql`AND type IN (${type}, 'attachment') AND coalesce(parent, 0) = ${parent}`;
  const own = language === undefined ? sql`` : sql`AND language_id IS ${language}`;
  return (
    pluck<number>(
      db,
      sql`SELECT EXISTS (SELECT 1 FROM posts WHERE slug = ${slug} AND id <> ${except} ${place} ${own})`,
    ) === 1
  );
}

/** Whether an item of the site uses a template: names known from an import count as known. */
export function isTemplateUsed(db: ReadDb, template: string): boolean {
  return (
    pluck<number>(db, sql`SELECT EXISTS (SELECT 1 FROM posts WHERE template = ${template} AND template <> '')`) === 1
  );
}

/** Path of a page without slashes at its ends, its parents included: "parent/accueil". */
export function pagePath(db: ReadDb, id: number): string {
  return pathsOf(db, [id]).get(id) ?? '';
}

/** Paths of many items at once. A parent that has no slug yet, as drafts have none, takes no part. */
export function pathsOf(db: ReadDb, ids: readonly number[]): Map<number, string> {
  const rows = all<{ id: number; path: string }>(
    db,
    sql`WITH RECURSIVE up (id, parent, path) AS (
          SELECT id, parent, slug FROM posts WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))
          UNION ALL
          SELECT up.id, p.parent, iif(p.slug = '', '', p.slug || '/') || up.path FROM posts p JOIN up ON p.id = up.parent
        )
        SELECT id, path FROM up WHERE parent IS NULL`,
  );
  return new Map(rows.map((row) => [row.id, row.path]));
}
