// What items are called that others refer to by key.
import { all, sql, type ReadDb } from '../sql.ts';

/** The title of an item or the name of a term, and the code of its language, "" for none. */
export interface ItemName {
  key: string;
  title: string;
  lang: string;
}

/** The names here of items and terms with these keys. */
export function namesHere(db: ReadDb, keys: readonly string[]): ItemName[] {
  const wanted = JSON.stringify(keys);
  return all<ItemName>(
    db,
    sql`SELECT p.uuid AS key, p.title, coalesce(l.slug, '') AS lang FROM json_each(${wanted}) AS k
        CROSS JOIN posts AS p ON p.uuid = k.value LEFT JOIN terms AS l ON l.id = p.language_id
        UNION ALL
        SELECT t.uuid, t.name, coalesce(l.slug, '') FROM json_each(${wanted}) AS k
        CROSS JOIN terms AS t ON t.uuid = k.value
        LEFT JOIN item_languages AS i ON i.kind = 'term' AND i.item_id = t.id LEFT JOIN terms AS l ON l.id = i.language_id`,
  );
}

/** The numbers here of items and terms, by their keys. */
export function idsHere(db: ReadDb, keys: readonly string[]): Map<string, number> {
  const wanted = JSON.stringify(keys);
  const rows = all<{ key: string; id: number }>(
    db,
    sql`SELECT p.uuid AS key, p.id FROM json_each(${wanted}) AS k CROSS JOIN posts AS p ON p.uuid = k.value
        UNION ALL SELECT t.uuid, t.id FROM json_each(${wanted}) AS k CROSS JOIN terms AS t ON t.uuid = k.value`,
  );
  return new Map(rows.map(({ key, id }) => [key, id]));
}

/**
 * The names of what items and terms here translate, with the keys of the translations: the member of their group in the default
 * language, else its first one.
 */
export function originalsHere(db: ReadDb, keys: readonly string[]): ItemName[] {
  const wanted = JSON.stringify(keys);
  const original = (kind: 'post' | 'term') =>
    sql`(SELECT o.item_id FROM item_languages AS o WHERE o.kind = ${kind} AND o.group_id = i.group_id
         ORDER BY o.language_id = (SELECT default_language_id FROM site) DESC, o.pos LIMIT 1)`;
  return all<ItemName>(
    db,
    sql`SELECT p.uuid AS key, s.title, coalesce(l.slug, '') AS lang FROM json_each(${wanted}) AS k
        CROSS JOIN posts AS p ON p.uuid = k.value
        CROSS JOIN item_languages AS i ON i.kind = 'post' AND i.item_id = p.id
        CROSS JOIN posts AS s ON s.id = ${original('post')} AND s.id <> p.id LEFT JOIN terms AS l ON l.id = s.language_id
        UNION ALL
        SELECT t.uuid, s.name, coalesce(l.slug, '') FROM json_each(${wanted}) AS k
        CROSS JOIN terms AS t ON t.uuid = k.value
        CROSS JOIN item_languages AS i ON i.kind = 'term' AND i.item_id = t.id
        CROSS JOIN terms AS s ON s.id = ${original('term')} AND s.id <> t.id
        LEFT JOIN item_languages AS j ON j.kind = 'term' AND j.item_id = s.id LEFT JOIN terms AS l ON l.id = j.language_id`,
  );
}

/** The bodies there, or last in common, of items with these keys; what was seen last comes last. */
export function bodiesOfKeys(db: ReadDb, live: number, keys: readonly string[]): { key: string; zip: Uint8Array }[] {
  const wanted = sql`live = ${live} AND kind IN ('post', 'term') AND uuid IN (SELECT value FROM json_each(${JSON.stringify(keys)}))`;
  return all(
    db,
    sql`SELECT x.uuid AS key, o.zip FROM (
          SELECT 0 AS at, uuid, body FROM live_bases WHERE ${wanted}
          UNION ALL SELECT 1, uuid, body FROM live_seen WHERE ${wanted}) AS x
        JOIN live_bodies AS o ON o.id = x.body ORDER BY x.at`,
  );
}
