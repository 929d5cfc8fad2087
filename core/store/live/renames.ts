// Keys of the live site that became those of local items, and how far references to them have been renamed.
import { all, get, pluck, run, sql, type ReadDb, type WriteDb } from '../sql.ts';
import type { LiveKey } from './states.ts';

/**
 * Records that a key there is that of a local item, or no longer is: references are renamed from the start. A renaming in the
 * other direction that has not reached all of them is over.
 */
export function putRename(db: WriteDb, live: number, { from, to }: { from: string; to: string }): void {
  run(db, sql`DELETE FROM live_renames WHERE live = ${live} AND old = ${to} AND new = ${from}`);
  run(
    db,
    sql`INSERT INTO live_renames (live, old, new) VALUES (${live}, ${from}, ${to}) ON CONFLICT DO UPDATE SET new = excluded.new`,
  );
  moveRenaming(db, live, { kind: '', uuid: '' });
}

/** The new key; undefined: unchanged. */
export function renamedKey(db: ReadDb, live: number, key: string): string | undefined {
  return pluck<string>(db, sql`SELECT new FROM live_renames WHERE live = ${live} AND old = ${key}`);
}

/** Whether anything remains to be renamed. */
export function isRenaming(db: ReadDb): boolean {
  return pluck<number>(db, sql`SELECT EXISTS (SELECT 1 FROM live_renaming)`) === 1;
}

/** The next items seen there, in order, with the bodies of those that differ from the base. */
export function nextToRename(
  db: ReadDb,
  live: number,
  limit: number,
): (LiveKey & { zip: Uint8Array | null })[] | undefined {
  const at = get<{ kind: string; uuid: string }>(db, sql`SELECT kind, uuid FROM live_renaming WHERE live = ${live}`);
  if (!at) return undefined;
  return all(
    db,
    sql`SELECT s.kind, s.uuid, iif(b.body IS s.body, NULL, o.zip) AS zip FROM live_seen AS s
        LEFT JOIN live_bodies AS o ON o.id = s.body
        LEFT JOIN live_bases AS b ON b.live = s.live AND b.kind = s.kind AND b.uuid = s.uuid
        WHERE s.live = ${live} AND (s.kind, s.uuid) > (${at.kind}, ${at.uuid}) ORDER BY s.kind, s.uuid LIMIT ${limit}`,
  );
}

/** Records the position. */
export function moveRenaming(db: WriteDb, live: number, { kind, uuid }: { kind: string; uuid: string }): void {
  run(
    db,
    sql`INSERT INTO live_renaming (live, kind, uuid) VALUES (${live}, ${kind}, ${uuid})
        ON CONFLICT DO UPDATE SET kind = excluded.kind, uuid = excluded.uuid`,
  );
}

/** Nothing references an old key any more. */
export function endRenaming(db: WriteDb, live: number): void {
  run(db, sql`DELETE FROM live_renaming WHERE live = ${live}`);
  run(db, sql`DELETE FROM live_renames WHERE live = ${live}`);
}
