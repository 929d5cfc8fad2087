import { randomUUID } from 'node:crypto';
import { POST_ROWS, type PostValues } from '../../schema/content/fields/posts.ts';
import { all, column, pluck, rawSql, run, sql, type ReadDb, type WriteDb } from '../sql.ts';
import { tableOf } from './table.ts';
import { treeOf } from './tree.ts';

/** A post-like item as stored: posts, pages, custom types and media share one table. */
export interface PostRow extends PostValues {
  id: number;
  uuid: string;
  type: string;
  /** Derived from the table of languages; never written here. */
  language_id: number | null;
}

/** The writable columns: id, UUID and type never change, the language has a separate table. */
export type PostChanges = Partial<PostValues>;

const FIELDS = POST_ROWS.map(({ name }) => name);
const table = tableOf<PostRow, Omit<PostRow, 'language_id'>>({
  table: 'posts',
  key: 'id',
  own: ['uuid', 'type'],
  fields: FIELDS,
  derived: ['language_id'],
});

/** Columns of a `PostRow`, for queries without ambiguous names. */
export const POST = table.columns;

export const postById = table.byId;

/** Rows of many items at once, in the order of the ids. */
export function postsByIds(db: ReadDb, ids: readonly number[]): PostRow[] {
  const byId = new Map(table.byIds(db, ids).map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

const LONG: ReadonlySet<string> = new Set(['content', 'excerpt']);
const HEAD = rawSql(
  ['id', 'uuid', 'type', ...FIELDS.map((name) => (LONG.has(name) ? `'' AS ${name}` : name)), 'language_id'].join(', '),
);

/** The same without their long texts, which are "": for naming many versions of many items. */
export function postHeads(db: ReadDb, ids: readonly number[]): PostRow[] {
  const found = all<PostRow>(
    db,
    sql`SELECT ${HEAD} FROM posts WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
  );
  const byId = new Map(found.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Stores a new item, with a new UUID unless one is given; returns its id. */
export function insertPost(db: WriteDb, type: string, fields: PostChanges & { id?: number; uuid?: string }): number {
  return table.insert(db, { uuid: randomUUID(), type, ...fields });
}

/** Updates the given columns. */
export const updatePost: (db: WriteDb, id: number, changes: PostChanges) => void = table.update;

/** Deletes an item permanently, with its meta and terms. Its children must be moved to another parent first. */
export function deletePost(db: WriteDb, id: number): void {
  run(db, sql`DELETE FROM posts WHERE id = ${id}`);
}

/** The tree of items by parent. */
export const POST_TREE = treeOf('posts');

/** Where a slug has to be unique: within a type, a level of a hierarchical type, or everything. */
export interface SlugScope {
  type: string;
  /** Set for hierarchical types: 0 for the top level. */
  parent?: number;
  /** Set if slugs are shared across languages; null for items without language. */
  language?: number | null;
  /** The item itself, to be ignored. */
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

/** Whether an item of the site uses a template: names used by an import count as known. */
export function isTemplateUsed(db: ReadDb, template: string): boolean {
  return (
    pluck<number>(db, sql`SELECT EXISTS (SELECT 1 FROM posts WHERE template = ${template} AND template <> '')`) === 1
  );
}

/** Path of a page without leading and trailing slash, including its parents: "parent/accueil". */
export function pagePath(db: ReadDb, id: number): string {
  return POST_TREE.paths(db, [id]).get(id) ?? '';
}

/** Those of these items that have an ancestor this user may not read; 0 is a guest. */
export function belowHidden(db: ReadDb, ids: readonly number[], user: number): Set<number> {
  const found = column<number>(
    db,
    sql`WITH RECURSIVE up (id, parent) AS (
          SELECT id, parent FROM posts WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))
          UNION SELECT up.id, t.parent FROM posts AS t JOIN up ON t.id = up.parent
        )
        SELECT DISTINCT up.id FROM up JOIN posts AS o ON o.id = up.parent WHERE o.status <> 'publish' AND o.author IS NOT ${user}`,
  );
  return new Set(found);
}

/** Ids of the items of any type with one of these slugs, oldest first. */
export function postsWithSlug(db: ReadDb, slugs: readonly string[]): number[] {
  return column<number>(
    db,
    sql`SELECT id FROM posts WHERE slug IN (SELECT value FROM json_each(${JSON.stringify(slugs)})) ORDER BY id LIMIT 200`,
  );
}
