import { all, sql, type ReadDb } from '../sql.ts';

/** A media record whose file exists only on the live site. */
export interface FileThere {
  id: number;
  /** Address of the file, as reported by the site. */
  url: string;
}

/** Records of the live site without their file, one for each file. @param ids only those; left out: all */
export function filesThere(db: ReadDb, live: number, ids: readonly number[] | undefined): FileThere[] {
  const chosen = ids === undefined ? null : JSON.stringify(ids);
  return all(
    db,
    sql`SELECT min(m.post_id) AS id, m.source_url AS url FROM media AS m JOIN posts AS p ON p.id = m.post_id
        WHERE m.source_url <> '' AND (${chosen} IS NULL OR m.post_id IN (SELECT value FROM json_each(${chosen})))
          AND EXISTS (SELECT 1 FROM live_ids AS i WHERE i.live = ${live} AND i.kind = 'post' AND i.uuid = p.uuid)
        GROUP BY m.source_url ORDER BY 1`,
  );
}
