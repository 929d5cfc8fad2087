import { column, pluck, run, sql, type ReadDb, type WriteDb } from '../sql.ts';
import { queueForJudging } from './unit-states.ts';

/** Whether the matrix of some group is outdated, or its source may have changed. */
export function isMatrixBehind(db: ReadDb): boolean {
  return (
    pluck<number>(db, sql`SELECT EXISTS (SELECT 1 FROM matrix_queue) OR EXISTS (SELECT 1 FROM matrix_sweep)`) === 1
  );
}

/** Groups that changed since their matrix was computed, at most `limit`. */
export function queuedGroups(db: ReadDb, limit: number): number[] {
  return column<number>(db, sql`SELECT group_id FROM matrix_queue LIMIT ${limit}`);
}

/** Recomputes groups from scratch: their rows of the matrix, and the counts. */
export function workOutGroups(db: WriteDb, groups: readonly number[]): void {
  const batch = JSON.stringify(groups);
  addToCounts(db, batch, -1);
  run(db, sql`DELETE FROM matrix_items WHERE group_id IN (SELECT value FROM json_each(${batch}))`);
  run(db, sql`DELETE FROM matrix_groups WHERE group_id IN (SELECT value FROM json_each(${batch}))`);
  insertGroups(db, batch);
  insertItems(db, batch);
  noteWork(db, batch);
  addToCounts(db, batch, 1);
  run(db, sql`DELETE FROM matrix_queue WHERE group_id IN (SELECT value FROM json_each(${batch}))`);
}

/**
 * Updates the source of the next groups, at most `limit`, after a change of the default language; false if all are done.
 * Recomputes only what depends on the source, and only for groups whose source changed: that is most of the cost. Other changes
 * of a group are in the queue and are handled from there, before or after.
 */
export function sweepGroups(db: WriteDb, limit: number): boolean {
  const behind = pluck<number>(db, sql`SELECT behind FROM matrix_sweep`);
  if (behind === undefined) return false;
  const next = sql`SELECT group_id FROM matrix_groups WHERE group_id > ${behind} ORDER BY group_id LIMIT ${limit}`;
  const last = pluck<number | null>(db, sql`SELECT max(group_id) FROM (${next})`) ?? undefined;
  if (last === undefined) {
    run(db, sql`DELETE FROM matrix_sweep`);
    return false;
  }
  const others = column<number>(
    db,
    sql`SELECT m.group_id FROM matrix_groups AS m WHERE m.group_id > ${behind} AND m.group_id <= ${last}
        AND m.source_id IS NOT (${SOURCE})`,
  );
  if (others.length > 0) {
    queueForJudging(db, JSON.stringify(others));
    changeSources(db, JSON.stringify(others));
  }
  run(db, sql`UPDATE matrix_sweep SET behind = ${last}`);
  return true;
}

/** The source item of the group of `matrix_groups AS m`, chosen as in `sourceOfGroup`. */
const SOURCE = sql`SELECT i.item_id FROM matrix_items AS i WHERE i.group_id = m.group_id
  ORDER BY i.item_id IS (SELECT source FROM groups WHERE id = m.group_id) DESC,
    i.language_id IS (SELECT default_language_id FROM site) DESC, i.item_id LIMIT 1`;

/** A source has no work left. */
const LEFT = sql`(i.item_id <> g.source_id)`;

function changeSources(db: WriteDb, batch: string): void {
  addToCounts(db, batch, -1);
  run(
    db,
    sql`UPDATE matrix_groups AS m SET source_id = (${SOURCE}) WHERE group_id IN (SELECT value FROM json_each(${batch}))`,
  );
  run(
    db,
    sql`UPDATE matrix_groups AS m SET title = i.title FROM matrix_items AS i
        WHERE m.group_id IN (SELECT value FROM json_each(${batch}))
        AND i.group_id = m.group_id AND i.item_id = m.source_id AND i.title <> m.title`,
  );
  run(
    db,
    sql`UPDATE matrix_groups AS m SET words = coalesce(
          (SELECT u.source_words FROM unit_states AS u WHERE u.kind = m.kind AND u.item_id = m.source_id), 0)
        WHERE group_id IN (SELECT value FROM json_each(${batch}))`,
  );
  run(
    db,
    sql`UPDATE matrix_items AS m SET state = n.state, untranslated = n.untranslated, words = n.words FROM (
          SELECT i.group_id, i.language_id, i.state AS former, i.untranslated AS left_then, ${STATE} AS state,
            ${LEFT} * coalesce(u.untranslated, 0) AS untranslated, ${LEFT} * coalesce(u.words, 0) AS words
          FROM json_each(${batch}) AS b CROSS JOIN matrix_groups AS g ON g.group_id = b.value
          CROSS JOIN matrix_items AS i ON i.group_id = g.group_id ${CONFIRMED}
        ) AS n WHERE (n.former <> n.state OR n.left_then <> n.untranslated) AND m.group_id = n.group_id AND m.language_id = n.language_id`,
  );
  noteWork(db, batch);
  addToCounts(db, batch, 1);
}

/** The source is chosen as in `sourceOfGroup`. */
function insertGroups(db: WriteDb, batch: string): void {
  run(
    db,
    sql`INSERT INTO matrix_groups (group_id, kind, type, source_id, title, modified, members, languages, words)
        SELECT f.id, f.kind, f.type, f.source_id, coalesce(sp.title, st.name), coalesce(f.modified, ''), f.members, f.languages,
          coalesce(u.source_words, 0)
        FROM (
          SELECT g.id, g.kind, g.type, max(p.modified_gmt) AS modified, count(*) AS members,
            ' ' || group_concat(i.language_id, ' ' ORDER BY i.language_id) || ' ' AS languages,
            (SELECT o.item_id FROM item_languages AS o LEFT JOIN posts AS q ON q.id = o.post_id
              WHERE o.group_id = g.id AND q.status IS NOT 'trash'
              ORDER BY o.item_id IS g.source DESC, o.language_id IS (SELECT default_language_id FROM site) DESC, o.item_id
              LIMIT 1) AS source_id
          FROM json_each(${batch}) AS b CROSS JOIN groups AS g ON g.id = b.value
          CROSS JOIN item_languages AS i ON i.group_id = g.id LEFT JOIN posts AS p ON p.id = i.post_id
          WHERE p.status IS NOT 'trash' GROUP BY g.id
        ) AS f
        LEFT JOIN posts AS sp ON f.kind = 'post' AND sp.id = f.source_id
        LEFT JOIN terms AS st ON f.kind = 'term' AND st.id = f.source_id
        LEFT JOIN unit_states AS u ON u.kind = f.kind AND u.item_id = f.source_id`,
  );
}

/**
 * The state of `i`, with its status, in the group `g`. Until its units were judged, any difference in its source counts as an
 * update.
 */
const STATE = sql`CASE WHEN i.item_id = g.source_id THEN 'source'
  WHEN i.kind = 'post' AND i.status NOT IN ('publish', 'inherit') THEN 'draft'
  WHEN (s.title <> coalesce(sp.title, st.name) OR s.content <> coalesce(sp.content, st.description)
    OR s.excerpt <> coalesce(sp.excerpt, '')) AND coalesce(u.stale, 1) THEN 'needs_update'
  WHEN u.untranslated > 0 THEN 'partial'
  ELSE 'translated' END`;

/**
 * The text of the group's source when it was last confirmed, its current text, whether it is still the source, and the results of
 * its units.
 */
const CONFIRMED = sql`LEFT JOIN confirmations AS c ON c.kind = i.kind AND c.item_id = i.item_id AND c.source_id = g.source_id
  LEFT JOIN source_texts AS s ON s.id = c.text_id
  LEFT JOIN posts AS sp ON c.kind = 'post' AND sp.id = c.source_id
  LEFT JOIN terms AS st ON c.kind = 'term' AND st.id = c.source_id
  LEFT JOIN unit_states AS u ON u.kind = i.kind AND u.item_id = i.item_id`;

function insertItems(db: WriteDb, batch: string): void {
  run(
    db,
    sql`INSERT INTO matrix_items (group_id, language_id, item_id, kind, type, status, state, untranslated, words, title, modified, group_modified)
        SELECT i.group_id, i.language_id, i.item_id, i.kind, i.type, i.status, ${STATE},
          ${LEFT} * coalesce(u.untranslated, 0), ${LEFT} * coalesce(u.words, 0), i.title, i.modified, g.modified
        FROM (
          SELECT l.group_id, l.language_id, l.item_id, l.kind, l.type, coalesce(p.status, '') AS status,
            coalesce(p.title, t.name, '') AS title, coalesce(p.modified_gmt, '') AS modified
          FROM json_each(${batch}) AS b CROSS JOIN item_languages AS l ON l.group_id = b.value
          LEFT JOIN posts AS p ON p.id = l.post_id LEFT JOIN terms AS t ON t.id = l.term_id
          WHERE p.status IS NOT 'trash'
        ) AS i CROSS JOIN matrix_groups AS g ON g.group_id = i.group_id ${CONFIRMED}`,
  );
}

function noteWork(db: WriteDb, batch: string): void {
  run(
    db,
    sql`UPDATE matrix_groups AS g SET
          needs_update = EXISTS (SELECT 1 FROM matrix_items WHERE group_id = g.group_id AND state = 'needs_update'),
          partial = EXISTS (SELECT 1 FROM matrix_items WHERE group_id = g.group_id AND state = 'partial'),
          draft = EXISTS (SELECT 1 FROM matrix_items WHERE group_id = g.group_id AND state = 'draft')
        WHERE group_id IN (SELECT value FROM json_each(${batch}))`,
  );
}

function addToCounts(db: WriteDb, batch: string, sign: 1 | -1): void {
  run(
    db,
    sql`INSERT INTO matrix_counts (kind, type, language_id, state, n)
        SELECT kind, type, language_id, state, ${sign} * sum(n) FROM (
          SELECT kind, type, language_id, state, 1 AS n FROM matrix_items WHERE group_id IN (SELECT value FROM json_each(${batch}))
          UNION ALL
          SELECT kind, type, language_id, 'untranslated', untranslated FROM matrix_items
          WHERE untranslated > 0 AND group_id IN (SELECT value FROM json_each(${batch}))
          UNION ALL
          SELECT kind, type, language_id, 'words', words FROM matrix_items
          WHERE words > 0 AND group_id IN (SELECT value FROM json_each(${batch}))
          UNION ALL
          SELECT g.kind, g.type, 0, 'source_words', g.words FROM matrix_groups AS g
          WHERE g.group_id IN (SELECT value FROM json_each(${batch}))
          UNION ALL
          SELECT g.kind, g.type, i.language_id, 'source_words', g.words FROM matrix_groups AS g
          CROSS JOIN matrix_items AS i ON i.group_id = g.group_id
          WHERE g.group_id IN (SELECT value FROM json_each(${batch}))
          UNION ALL
          SELECT g.kind, g.type, 0, s.value, 1 FROM matrix_groups AS g
          CROSS JOIN json_each(json_array('groups', 'members ' || g.members, iif(g.needs_update, 'needs_update', NULL), iif(g.partial, 'partial', NULL), iif(g.draft, 'draft', NULL), iif(g.needs_update OR g.partial OR g.draft, NULL, 'settled ' || g.members))) AS s
          WHERE g.group_id IN (SELECT value FROM json_each(${batch})) AND s.value IS NOT NULL
        ) GROUP BY kind, type, language_id, state
        ON CONFLICT DO UPDATE SET n = n + excluded.n`,
  );
}
