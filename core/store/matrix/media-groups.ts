import { all, joinSql, pluck, sql, type ReadDb, type Sql } from '../sql.ts';
import type { GroupFilter, GroupOrder, GroupRow } from './filter.ts';

const PLACED = sql`(coalesce(p.parent, 0) > 0
  OR EXISTS (SELECT 1 FROM posts AS u WHERE u.featured_media = p.id AND u.featured_media > 0))`;
const WITHOUT_ALT = sql`p.mime_type GLOB 'image/*'
  AND NOT EXISTS (SELECT 1 FROM media AS m WHERE m.post_id = p.id AND m.alt_text <> '')`;
/** Its record names an address elsewhere. */
const WITHOUT_FILE = sql`EXISTS (SELECT 1 FROM media AS m WHERE m.post_id = p.id AND m.source_url <> '')`;

/** On `matrix_groups AS g`: with an item like this; a file counts as used if one of its records is. */
export function mediaConditions({ media, inactive = [] }: Pick<GroupFilter, 'media' | 'inactive'>): Sql[] {
  if (!media) return [];
  const items = sql`SELECT 1 FROM matrix_items AS f CROSS JOIN posts AS p ON p.id = f.item_id WHERE f.group_id = g.group_id`;
  const isOn = sql`f.language_id NOT IN (SELECT value FROM json_each(${JSON.stringify(inactive)}))`;
  return [
    ...(media.type === undefined ? [] : [sql`EXISTS (${items} AND ${isOfType(media.type)})`]),
    ...(media.lacks === 'alt' ? [sql`EXISTS (${items} AND ${isOn} AND ${WITHOUT_ALT})`] : []),
    ...(media.lacks === 'place' ? [sql`NOT EXISTS (${items} AND ${PLACED})`] : []),
    ...(media.lacks === 'file' ? [sql`EXISTS (${items} AND ${WITHOUT_FILE})`] : []),
  ];
}

/** Media one by one, for a site whose media have no languages; by page. */
export function listMediaAlone(db: ReadDb, filter: GroupFilter, order: GroupOrder): GroupRow[] {
  const { by, descending, limit, offset } = order;
  const columns = { id: sql`p.id`, title: sql`p.title`, modified: sql`p.modified_gmt` };
  const direction = descending ? sql`DESC` : sql`ASC`;
  return all<GroupRow>(
    db,
    sql`SELECT 0 AS group_id, p.id AS source_id, p.title, p.modified_gmt AS modified FROM posts AS p
        WHERE ${alone(filter)} ORDER BY ${columns[by]} ${direction}, p.id LIMIT ${limit} OFFSET ${offset}`,
  );
}

export function countMediaAlone(db: ReadDb, filter: GroupFilter): number {
  return pluck<number>(db, sql`SELECT count(*) FROM posts AS p WHERE ${alone(filter)}`) ?? 0;
}

function alone({ media = {}, items }: GroupFilter): Sql {
  return joinSql(
    [
      sql`p.type = 'attachment' AND p.status NOT IN ('trash', 'auto-draft')`,
      ...(items ? [sql`p.id IN (SELECT value FROM json_each(${JSON.stringify(items)}))`] : []),
      ...(media.type === undefined ? [] : [isOfType(media.type)]),
      ...(media.lacks === 'alt' ? [WITHOUT_ALT] : []),
      ...(media.lacks === 'place' ? [sql`NOT ${PLACED}`] : []),
      ...(media.lacks === 'file' ? [WITHOUT_FILE] : []),
    ],
    ' AND ',
  );
}

function isOfType(type: string): Sql {
  return sql`p.mime_type GLOB ${`${type}/*`}`;
}
