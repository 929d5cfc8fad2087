import { column, run, sql, type ReadDb, type WriteDb } from './sql.ts';

/** Groups that changed since they were worked out, at most `limit`. */
export function queuedGroups(db: ReadDb, limit: number): number[] {
  return column<number>(db, sql`SELECT group_id FROM matrix_queue LIMIT ${limit}`);
}

/** Works groups out from scratch: their rows of the matrix, and the counts. */
export function workOutGroups(db: WriteDb, groups: readonly number[]): void {
  const batch = JSON.stringify(groups);
  addToCounts(db, batch, -1);
  run(db, sql`DELETE FROM matrix_items WHERE group_id IN (SELECT value FROM json_each(${batch}))`);
  run(db, sql`DELETE FROM matrix_groups WHERE group_id IN (SELECT value FROM json_each(${batch}))`);
  insertGroups(db, batch);
  insertItems(db, batch);
  run(
    db,
    sql`UPDATE matrix_groups AS g SET
          needs_update = EXISTS (SELECT 1 FROM matrix_items WHERE group_id = g.group_id AND state = 'needs_update'),
          draft = EXISTS (SELECT 1 FROM matrix_items WHERE group_id = g.group_id AND state = 'draft')
        WHERE group_id IN (SELECT value FROM json_each(${batch}))`,
  );
  addToCounts(db, batch, 1);
  run(db, sql`DELETE FROM matrix_queue WHERE group_id IN (SELECT value FROM json_each(${batch}))`);
}

/** The source is chosen as `sourceOfGroup` does. */
function insertGroups(db: WriteDb, batch: string): void {
  run(
    db,
    sql`INSERT INTO matrix_groups (group_id, kind, type, source_id, title, modified, members)
        SELECT f.id, f.kind, f.type, f.source_id, coalesce(sp.title, st.name), coalesce(f.modified, ''), f.members
        FROM (
          SELECT g.id, g.kind, g.type,
            (SELECT i.item_id FROM item_languages AS i LEFT JOIN posts AS p ON p.id = i.post_id
              WHERE i.group_id = g.id AND p.status IS NOT 'trash'
              ORDER BY i.item_id IS g.source DESC, i.language_id IS (SELECT default_language_id FROM site) DESC, i.item_id
              LIMIT 1) AS source_id,
            (SELECT max(p.modified_gmt) FROM item_languages AS i JOIN posts AS p ON p.id = i.post_id
              WHERE i.group_id = g.id AND p.status <> 'trash') AS modified,
            (SELECT count(*) FROM item_languages AS i LEFT JOIN posts AS p ON p.id = i.post_id
              WHERE i.group_id = g.id AND p.status IS NOT 'trash') AS members
          FROM json_each(${batch}) AS b CROSS JOIN groups AS g ON g.id = b.value
        ) AS f
        LEFT JOIN posts AS sp ON f.kind = 'post' AND sp.id = f.source_id
        LEFT JOIN terms AS st ON f.kind = 'term' AND st.id = f.source_id
        WHERE f.source_id IS NOT NULL`,
  );
}

function insertItems(db: WriteDb, batch: string): void {
  run(
    db,
    sql`INSERT INTO matrix_items (group_id, language_id, item_id, kind, type, status, state, title, modified, group_modified)
        SELECT g.group_id, i.language_id, i.item_id, i.kind, i.type, coalesce(p.status, ''),
          CASE WHEN i.item_id = g.source_id THEN 'source'
            WHEN p.status NOT IN ('publish', 'inherit') THEN 'draft'
            WHEN c.source_id = g.source_id AND (
              s.title <> coalesce(sp.title, st.name) OR s.content <> coalesce(sp.content, st.description)
              OR s.excerpt <> coalesce(sp.excerpt, '')) THEN 'needs_update'
            ELSE 'translated' END,
          coalesce(p.title, t.name, ''), coalesce(p.modified_gmt, ''), g.modified
        FROM json_each(${batch}) AS b CROSS JOIN matrix_groups AS g ON g.group_id = b.value
        CROSS JOIN item_languages AS i ON i.group_id = g.group_id
        LEFT JOIN posts AS p ON p.id = i.post_id
        LEFT JOIN terms AS t ON t.id = i.term_id
        LEFT JOIN confirmations AS c ON c.kind = i.kind AND c.item_id = i.item_id
        LEFT JOIN source_texts AS s ON s.id = c.text_id
        LEFT JOIN posts AS sp ON g.kind = 'post' AND sp.id = g.source_id
        LEFT JOIN terms AS st ON g.kind = 'term' AND st.id = g.source_id
        WHERE p.status IS NOT 'trash'`,
  );
}

function addToCounts(db: WriteDb, batch: string, sign: 1 | -1): void {
  run(
    db,
    sql`INSERT INTO matrix_counts (kind, type, language_id, state, n)
        SELECT kind, type, language_id, state, ${sign} * count(*) FROM (
          SELECT kind, type, language_id, state FROM matrix_items WHERE group_id IN (SELECT value FROM json_each(${batch}))
          UNION ALL
          SELECT g.kind, g.type, 0, s.value FROM matrix_groups AS g
          CROSS JOIN json_each(json_array('groups', 'members ' || g.members, iif(g.needs_update, 'needs_update', NULL), iif(g.draft, 'draft', NULL), iif(g.needs_update OR g.draft, NULL, 'settled ' || g.members))) AS s
          WHERE g.group_id IN (SELECT value FROM json_each(${batch})) AND s.value IS NOT NULL
        ) GROUP BY kind, type, language_id, state
        ON CONFLICT DO UPDATE SET n = n + excluded.n`,
  );
}
