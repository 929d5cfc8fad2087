import { all, column, sql, type ReadDb } from '../sql.ts';

/** Items that show one of these media as their image. */
export function itemsShowing(db: ReadDb, media: readonly number[]): number[] {
  return column<number>(
    db,
    sql`SELECT p.id FROM json_each(${JSON.stringify(media)}) AS b CROSS JOIN posts AS p
        ON p.featured_media = b.value AND p.featured_media > 0 WHERE p.status <> 'trash' ORDER BY p.id`,
  );
}

/** The items these media are attached to. */
export function parentsOf(db: ReadDb, ids: readonly number[]): number[] {
  return column<number>(
    db,
    sql`SELECT DISTINCT p.parent FROM json_each(${JSON.stringify(ids)}) AS b CROSS JOIN posts AS p ON p.id = b.value
        WHERE p.parent > 0 ORDER BY p.parent`,
  );
}

/**
 * The newest items whose content contains one of these texts, folded like the search, and whether those are all. Texts of at
 * least three letters.
 */
export function contentsWith(
  db: ReadDb,
  texts: readonly string[],
  limit: number,
): { items: { id: number; content: string }[]; isAll: boolean } {
  const match = `{content} : (${texts.map((text) => `"${text.replaceAll('"', '""')}"`).join(' OR ')})`;
  const found = column<number>(
    db,
    sql`SELECT rowid FROM post_search WHERE post_search MATCH ${match} ORDER BY rowid DESC LIMIT ${limit + 1}`,
  );
  const items = all<{ id: number; content: string }>(
    db,
    sql`SELECT p.id, p.content FROM json_each(${JSON.stringify(found.slice(0, limit))}) AS s
        CROSS JOIN posts AS p ON p.id = s.value WHERE p.status <> 'trash' AND p.type <> 'attachment' ORDER BY p.id`,
  );
  return { items, isAll: found.length <= limit };
}
