import { pluck, rawSql, sql, type ReadDb } from '../sql.ts';

/** The properties by which the twin of a new item there is found. */
export interface Likeness {
  kind: 'post' | 'term';
  type: string;
  slug: string;
  /** null: no language. */
  language: number | null;
}

/** The UUID of an item here that looks like one of the live site and has no counterpart there. */
export function unpairedLike(db: ReadDb, live: number, { kind, type, slug, language }: Likeness): string | undefined {
  const [table, column] = kind === 'post' ? ['posts', 'type'] : ['terms', 'taxonomy'];
  return pluck<string>(
    db,
    sql`SELECT t.uuid FROM ${rawSql(table)} AS t
        LEFT JOIN item_languages AS l ON l.kind = ${kind} AND l.item_id = t.id
        WHERE t.${rawSql(column)} = ${type} AND t.slug = ${slug} AND l.language_id IS ${language}
          AND NOT EXISTS (SELECT 1 FROM live_ids AS i WHERE i.live = ${live} AND i.kind = ${kind} AND i.uuid = t.uuid)
        ORDER BY t.id LIMIT 1`,
  );
}

/** The UUID of a line for a new item there that looks like this one. */
export function lineWithTwin(db: ReadDb, live: number, twin: string): string | undefined {
  return pluck<string>(
    db,
    sql`SELECT uuid FROM live_states WHERE live = ${live} AND twin = ${twin} AND twin <> '' AND state = 'new_there'`,
  );
}
