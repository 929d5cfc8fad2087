import { all, sql, type ReadDb } from '../sql.ts';

/** The comments of an item, as exported: JSON, a list of `{fields, meta}`. */
export interface CommentsRow {
  post_id: number;
  comments: string;
}

/** Comments of these items, or of all items that have some. */
export function readComments(db: ReadDb, posts?: readonly number[]): CommentsRow[] {
  const some = posts && sql`WHERE post_id IN (SELECT value FROM json_each(${JSON.stringify(posts)}))`;
  return all<CommentsRow>(db, sql`SELECT post_id, comments FROM post_comments ${some ?? sql``} ORDER BY post_id`);
}
