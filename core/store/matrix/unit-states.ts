import type { UnitMark } from '../../schema/translations/unit-mark.ts';
import { all, column, get, pluck, rawSql, run, sql, type ReadDb, type WriteDb } from '../sql.ts';
import { confirmationOf, textsOfItem, type Texts } from '../translations/confirmations.ts';
import { groupMembers, type Kind } from '../translations/translations.ts';
import { marksOf } from '../translations/unit-marks.ts';

/** A group to be judged, with its version: if the turn differs, it changed since. */
export interface QueuedGroup {
  turn: number;
  group_id: number;
}

/** The totals over the units of an item; for a source the number of words to translate. */
export interface UnitSums {
  kind: Kind;
  item_id: number;
  stale: boolean;
  untranslated: number;
  words: number;
  source_words: number;
}

/** An item of a group with everything it is judged by, except for its source. */
export interface MemberTexts {
  kind: Kind;
  id: number;
  language: number;
  locale: string;
  texts: Texts;
  confirmed: Texts | undefined;
  marks: UnitMark[];
}

/** The queued groups, last changed first. */
export function queuedForJudging(db: ReadDb, limit: number): QueuedGroup[] {
  return all<QueuedGroup>(db, sql`SELECT turn, group_id FROM unit_queue ORDER BY turn DESC LIMIT ${limit}`);
}

export function hasGroupToJudge(db: ReadDb): boolean {
  return pluck<number>(db, sql`SELECT EXISTS (SELECT 1 FROM unit_queue)`) === 1;
}

/** The number of queued groups per type; slow only while some are queued. */
export function pendingByType(db: ReadDb): { kind: Kind; type: string; n: number }[] {
  return all(db, sql`SELECT kind, type, count(*) AS n FROM unit_queue GROUP BY kind, type`);
}

/** Those of these groups that are queued. */
export function pendingAmong(db: ReadDb, groups: readonly number[]): Set<number> {
  const asked = JSON.stringify(groups);
  return new Set(
    column<number>(db, sql`SELECT group_id FROM unit_queue WHERE group_id IN (SELECT value FROM json_each(${asked}))`),
  );
}

/** Queues groups for judging; `batch` is a list as JSON. */
export function queueForJudging(db: WriteDb, batch: string): void {
  run(
    db,
    sql`INSERT INTO unit_queue (turn, group_id, kind, type)
        SELECT (SELECT coalesce(max(turn), 0) FROM unit_queue) + row_number() OVER (), id, kind, type
        FROM groups WHERE id IN (SELECT value FROM json_each(${batch}))
        ON CONFLICT (group_id) DO UPDATE SET turn = excluded.turn`,
  );
}

/** All groups. */
export function queueAllForJudging(db: WriteDb): void {
  run(
    db,
    sql`INSERT INTO unit_queue (turn, group_id, kind, type)
        SELECT (SELECT coalesce(max(turn), 0) FROM unit_queue) + row_number() OVER (), id, kind, type
        FROM groups WHERE TRUE
        ON CONFLICT (group_id) DO NOTHING`,
  );
}

/** One item with everything it is judged by; `source`: the source a confirmation must refer to. */
export function memberTexts(
  db: ReadDb,
  member: { kind: Kind; item_id: number; language_id: number },
  source: number,
): MemberTexts | undefined {
  const { kind, item_id: id, language_id } = member;
  const texts = textsOfItem(db, kind, id);
  if (!texts) return undefined;
  const locale = pluck<string>(db, sql`SELECT locale FROM languages WHERE term_id = ${language_id}`) ?? '';
  const known = id === source ? undefined : confirmationOf(db, kind, id);
  const confirmed = known?.source_id === source ? known : undefined;
  return {
    kind,
    id,
    language: language_id,
    locale,
    texts,
    confirmed,
    marks: id === source ? [] : marksOf(db, kind, id),
  };
}

/** The members of a group with what they are judged by, except those in the trash. */
export function groupTexts(db: ReadDb, group: number, source: number): MemberTexts[] {
  return groupMembers(db, group).flatMap((member) => {
    const isTrash =
      member.kind === 'post' && get(db, sql`SELECT 1 FROM posts WHERE id = ${member.item_id} AND status = 'trash'`);
    return isTrash ? [] : (memberTexts(db, member, source) ?? []);
  });
}

/**
 * Stores the results of a group and removes it from the queue, unless it changed since (`turn`). Returns whether the results
 * changed, so that the matrix has to be recomputed.
 */
export function keepSums(db: WriteDb, { turn, group_id }: QueuedGroup, sums: readonly UnitSums[]): boolean {
  const isCurrent = run(db, sql`DELETE FROM unit_queue WHERE group_id = ${group_id} AND turn = ${turn}`).changes > 0;
  if (!isCurrent) return false;
  let changed = 0;
  for (const { kind, item_id, stale, untranslated, words, source_words } of sums)
    changed += run(
      db,
      sql`INSERT INTO unit_states (kind, item_id, stale, untranslated, words, source_words)
          VALUES (${kind}, ${item_id}, ${stale ? 1 : 0}, ${untranslated}, ${words}, ${source_words})
          ON CONFLICT DO UPDATE SET stale = excluded.stale, untranslated = excluded.untranslated, words = excluded.words,
            source_words = excluded.source_words
          WHERE stale IS NOT excluded.stale OR untranslated <> excluded.untranslated OR words <> excluded.words
            OR source_words <> excluded.source_words`,
    ).changes;
  return changed > 0;
}

/** Groups with a version that was never judged, and that are not queued. */
export function groupsNotJudged(db: ReadDb, limit: number): number[] {
  return column<number>(
    db,
    sql`SELECT DISTINCT m.group_id FROM matrix_items AS m
        LEFT JOIN unit_states AS u ON u.kind = m.kind AND u.item_id = m.item_id AND u.stale IS NOT NULL
        WHERE u.item_id IS NULL
          AND NOT EXISTS (SELECT 1 FROM unit_queue WHERE group_id = m.group_id)
        LIMIT ${limit}`,
  );
}

/** The newest groups that were judged and are not queued. */
export function groupsJudged(db: ReadDb, limit: number): number[] {
  return column<number>(
    db,
    sql`SELECT group_id FROM matrix_groups WHERE group_id NOT IN (SELECT group_id FROM unit_queue)
        ORDER BY group_id DESC LIMIT ${limit}`,
  );
}

/** The stored results of the items of a group. */
export function sumsOfGroup(db: ReadDb, group: number): UnitSums[] {
  return all<Omit<UnitSums, 'stale'> & { stale: number | null }>(
    db,
    sql`SELECT u.kind, u.item_id, u.stale, u.untranslated, u.words, u.source_words FROM item_languages AS i
        JOIN unit_states AS u ON u.kind = i.kind AND u.item_id = i.item_id WHERE i.group_id = ${group}`,
  ).map((row) => ({ ...row, stale: row.stale === 1 }));
}

/** A version with fewer blocks than its source, without a mark that some were omitted, and the source. */
export interface ShorterVersion {
  id: number;
  content: string;
  source: string;
}

/** Versions with fewer blocks than their source. */
export function shorterVersions(db: ReadDb, limit: number): ShorterVersion[] {
  const blocks = (text: string) => rawSql(`(length(${text}) - length(replace(${text}, '<!-- wp:', '')))`);
  return all<ShorterVersion>(
    db,
    sql`SELECT p.id, p.content, s.content AS source FROM matrix_groups AS g
        CROSS JOIN matrix_items AS m ON m.group_id = g.group_id AND m.item_id <> g.source_id
        CROSS JOIN posts AS p ON p.id = m.item_id CROSS JOIN posts AS s ON s.id = g.source_id
        WHERE g.kind = 'post' AND p.content <> '' AND ${blocks('p.content')} < ${blocks('s.content')}
          AND NOT EXISTS (SELECT 1 FROM unit_marks WHERE kind = 'post' AND item_id = p.id AND word = 'omitted')
        LIMIT ${limit}`,
  );
}
