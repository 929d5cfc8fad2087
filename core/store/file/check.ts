import { JOURNALLED } from '../journal/triggers.ts';
import { shapeOf, type ForeignKey } from './shapes.ts';
import {
  all,
  column,
  get,
  joinSql,
  pluck,
  rawSql,
  run,
  sql,
  type ReadDb,
  type SqlValue,
  type WriteDb,
} from '../sql.ts';
import type { Kind } from '../translations/translations.ts';

/** A row with a dangling reference. */
export interface Orphan {
  table: string;
  /** JSON array of its primary key. */
  key: string;
  foreignKey: ForeignKey;
}

/** How many faults of one kind are examined at a time. */
const MOST = 500;

/** Rows with dangling references: constraints prevent them, but a file may come from anywhere. Ignores these columns. */
export function orphans(db: ReadDb, without: readonly string[]): Orphan[] {
  return JOURNALLED.flatMap(({ table }) =>
    shapeOf(db, table).foreignKeys.flatMap((foreignKey) => {
      if (foreignKey.columns.some(({ from }) => without.includes(`${table}.${from}`))) return [];
      const set = foreignKey.columns.map(({ from }) => rawSql(`c.${from} IS NOT NULL`));
      const match = foreignKey.columns.map(({ from, to }) => rawSql(`p.${to} = c.${from}`));
      const key = rawSql(
        `json_array(${shapeOf(db, table)
          .key.map((name) => `c.${name}`)
          .join(', ')})`,
      );
      const keys = column<string>(
        db,
        sql`SELECT ${key} FROM ${rawSql(table)} AS c WHERE ${joinSql(set, ' AND ')}
            AND NOT EXISTS (SELECT 1 FROM ${rawSql(foreignKey.table)} AS p WHERE ${joinSql(match, ' AND ')}) LIMIT ${MOST}`,
      );
      return keys.map((one) => ({ table, key: one, foreignKey }));
    }),
  );
}

/** Clears the reference if the column allows null, else deletes the row. */
export function repairOrphan(db: WriteDb, { table, key, foreignKey }: Orphan): void {
  const values = JSON.parse(key) as SqlValue[];
  const where = joinSql(
    shapeOf(db, table).key.map((name, at) => sql`${rawSql(name)} = ${values[at] ?? null}`),
    ' AND ',
  );
  const [first] = foreignKey.columns;
  const isOptional = foreignKey.columns.length === 1 && OPTIONAL.has(`${table}.${first?.from ?? ''}`);
  if (isOptional) run(db, sql`UPDATE ${rawSql(table)} SET ${rawSql(first?.from ?? '')} = NULL WHERE ${where}`);
  else run(db, sql`DELETE FROM ${rawSql(table)} WHERE ${where}`);
}

const OPTIONAL = new Set(['posts.author', 'posts.parent', 'terms.parent', 'site.default_language_id']);

/**
 * The best candidate for the default category: in the default language, and created as such; undefined if there is no category.
 */
export function nextDefaultCategory(db: ReadDb): { id: number; name: string } | undefined {
  return get(
    db,
    sql`SELECT t.id, t.name FROM terms AS t LEFT JOIN item_languages AS i ON i.kind = 'term' AND i.item_id = t.id
        WHERE t.taxonomy = 'category'
        ORDER BY i.language_id IS (SELECT default_language_id FROM site) DESC, t.slug = 'uncategorized' DESC,
          i.language_id IS NULL DESC, t.id LIMIT 1`,
  );
}

export function emptyGroups(db: ReadDb): { id: number; kind: Kind; type: string }[] {
  return all(
    db,
    sql`SELECT id, kind, type FROM groups WHERE NOT EXISTS (SELECT 1 FROM item_languages WHERE group_id = groups.id) LIMIT ${MOST}`,
  );
}

/** Groups whose chosen source is not one of their members. */
export function groupsOfStrangeSource(db: ReadDb): { id: number; kind: Kind; source: number }[] {
  return all(
    db,
    sql`SELECT id, kind, source FROM groups WHERE source IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM item_languages WHERE group_id = groups.id AND item_id = groups.source) LIMIT ${MOST}`,
  );
}

export function clearGroupSource(db: WriteDb, id: number): void {
  run(db, sql`UPDATE groups SET source = NULL WHERE id = ${id}`);
}

/** Members that do not match the kind or type of their group. */
export function strangeMembers(db: ReadDb): { kind: Kind; item_id: number; type: string; group_id: number }[] {
  return all(
    db,
    sql`SELECT i.kind, i.item_id, i.type, i.group_id FROM item_languages AS i JOIN groups AS g ON g.id = i.group_id
        WHERE g.kind <> i.kind OR g.type <> i.type LIMIT ${MOST}`,
  );
}

/** Items of translated types without a language, if the site has languages. */
export function withoutLanguage(
  db: ReadDb,
  of: { posts: readonly string[]; taxonomies: readonly string[] },
): { kind: Kind; id: number; type: string; name: string }[] {
  return all(
    db,
    sql`SELECT 'post' AS kind, id, type, title AS name FROM posts
          WHERE type IN (SELECT value FROM json_each(${JSON.stringify(of.posts)})) AND language_id IS NULL AND status <> 'auto-draft'
            AND NOT EXISTS (SELECT 1 FROM item_languages WHERE post_id = posts.id)
            AND EXISTS (SELECT 1 FROM languages)
        UNION ALL
        SELECT 'term', id, taxonomy, name FROM terms
          WHERE taxonomy IN (SELECT value FROM json_each(${JSON.stringify(of.taxonomies)}))
            AND NOT EXISTS (SELECT 1 FROM item_languages WHERE kind = 'term' AND item_id = terms.id)
            AND EXISTS (SELECT 1 FROM languages)
        LIMIT ${MOST}`,
  );
}

/** Items whose language column differs from the table of languages. */
export function strayLanguageColumns(db: ReadDb): number[] {
  return column<number>(
    db,
    sql`SELECT p.id FROM posts AS p LEFT JOIN item_languages AS i ON i.kind = 'post' AND i.item_id = p.id
        WHERE p.language_id IS NOT i.language_id LIMIT ${MOST}`,
  );
}

export function mendLanguageColumn(db: WriteDb, id: number): void {
  run(
    db,
    sql`UPDATE posts SET language_id = (SELECT language_id FROM item_languages WHERE kind = 'post' AND item_id = ${id}) WHERE id = ${id}`,
  );
}

/** Published items with a slug that an older one of the same parent and language has. */
export function duplicatePostSlugs(
  db: ReadDb,
  hierarchical: readonly string[],
): { id: number; type: string; slug: string }[] {
  const place = sql`CASE WHEN type IN (SELECT value FROM json_each(${JSON.stringify(hierarchical)})) THEN coalesce(parent, 0) ELSE 0 END`;
  return all(
    db,
    sql`SELECT id, type, slug FROM (
          SELECT id, type, slug, row_number() OVER (PARTITION BY type, slug, ${place}, language_id ORDER BY id) AS n FROM posts
          WHERE slug <> '' AND status NOT IN ('trash', 'auto-draft', 'draft', 'pending')
        ) WHERE n > 1 LIMIT ${MOST}`,
  );
}

/** Terms with a slug that an older one of the same taxonomy and language has. */
export function duplicateTermSlugs(db: ReadDb): { id: number; taxonomy: string; slug: string }[] {
  return all(
    db,
    sql`SELECT id, taxonomy, slug FROM (
          SELECT t.id, t.taxonomy, t.slug,
            row_number() OVER (PARTITION BY t.taxonomy, t.slug, i.language_id ORDER BY t.id) AS n
          FROM terms AS t LEFT JOIN item_languages AS i ON i.kind = 'term' AND i.item_id = t.id
          WHERE t.taxonomy NOT IN ('language', 'term_language')
        ) WHERE n > 1 LIMIT ${MOST}`,
  );
}

/** Items with a featured image that no longer exists. */
export function lostImages(db: ReadDb): { id: number; title: string; featured_media: number }[] {
  return all(
    db,
    sql`SELECT id, title, featured_media FROM posts WHERE featured_media > 0
        AND NOT EXISTS (SELECT 1 FROM posts AS m WHERE m.id = posts.featured_media AND m.type = 'attachment') LIMIT ${MOST}`,
  );
}

/** Items or terms whose chain of parents is a cycle. */
export function circles(db: ReadDb, table: 'posts' | 'terms'): number[] {
  const name = rawSql(table);
  return column<number>(
    db,
    sql`WITH RECURSIVE up (id, ancestor) AS (
          SELECT id, parent FROM ${name} WHERE parent IS NOT NULL
          UNION SELECT up.id, over.parent FROM up JOIN ${name} AS over ON over.id = up.ancestor WHERE over.parent IS NOT NULL
        ) SELECT id FROM up WHERE id = ancestor LIMIT ${MOST}`,
  );
}

export function clearParent(db: WriteDb, table: 'posts' | 'terms', id: number): void {
  run(db, sql`UPDATE ${rawSql(table)} SET parent = NULL WHERE id = ${id}`);
}

/** Terms below a term of another taxonomy. */
export function strangeTermParents(db: ReadDb): number[] {
  return column<number>(
    db,
    sql`SELECT t.id FROM terms AS t JOIN terms AS p ON p.id = t.parent WHERE p.taxonomy <> t.taxonomy LIMIT ${MOST}`,
  );
}

/** Languages assigned to items like plain terms. */
export function languagesAsTerms(db: ReadDb): { post_id: number; term_id: number }[] {
  return all(
    db,
    sql`SELECT post_id, term_id FROM post_terms
        WHERE term_id IN (SELECT id FROM terms WHERE taxonomy IN ('language', 'term_language')) LIMIT ${MOST}`,
  );
}

export function removePostTerm(db: WriteDb, post: number, term: number): void {
  run(db, sql`DELETE FROM post_terms WHERE post_id = ${post} AND term_id = ${term}`);
}

/** Whether an item of this type exists. */
export function isPostOfType(db: ReadDb, id: number, type: string): boolean {
  return pluck<number>(db, sql`SELECT 1 FROM posts WHERE id = ${id} AND type = ${type}`) === 1;
}

/** Allows writes to a file that was opened read-only because of broken rules, to repair them. */
export function allowRepair(db: WriteDb): void {
  db.pragma('query_only = OFF');
}
