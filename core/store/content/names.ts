import { all, rawSql, sql, type ReadDb } from '../sql.ts';

/** One text for each of many rows, by the id of the row. */
type TextsById = (db: ReadDb, ids: readonly number[]) => Map<number, string>;

export const loginsOf = textsById('users', 'login');
export const userSlugsOf = textsById('users', 'slug');
export const termNames = textsById('terms', 'name');
export const uuidsOfTerms = textsById('terms', 'uuid');
export const uuidsOfPosts = textsById('posts', 'uuid');
/** Comments of items, each a list as JSON. */
export const commentsOf = textsById('post_comments', 'comments', 'post_id');

function textsById(table: string, column: string, key = 'id'): TextsById {
  const [from, text, id] = [rawSql(table), rawSql(column), rawSql(key)];
  return (db, ids) => {
    const rows = all<{ id: number; text: string }>(
      db,
      sql`SELECT ${id} AS id, ${text} AS text FROM ${from} WHERE ${id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
    );
    return new Map(rows.map((row) => [row.id, row.text]));
  };
}
