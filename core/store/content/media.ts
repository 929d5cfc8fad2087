import { MEDIA_ROWS, type FileFacts, type MediaValues } from '../../schema/content/fields/media.ts';
import { column, pluck, run, sql, type ReadDb, type WriteDb } from '../sql.ts';
import { tableOf } from './table.ts';

/** The metadata of an attachment's file (`content.md` 2.7). */
export interface MediaRow extends MediaValues {
  post_id: number;
}

const FIELDS = MEDIA_ROWS.map(({ name }) => name);
const table = tableOf<MediaRow, MediaRow>({ table: 'media', key: 'post_id', own: [], fields: FIELDS });

export const mediaById = table.byId;

/** Files of many attachments at once. */
export function mediaByIds(db: ReadDb, ids: readonly number[]): Map<number, MediaRow> {
  return new Map(table.byIds(db, ids).map((row) => [row.post_id, row]));
}

/** Updates the given fields of a file's record, or creates the record. */
export function putMedia(db: WriteDb, id: number, fields: Partial<MediaValues>): void {
  if (mediaById(db, id)) table.update(db, id, fields);
  else table.insert(db, { post_id: id, ...fields });
}

/** The metadata of a file without its record. */
export function fileFactsOf(row: MediaRow): FileFacts {
  const facts = MEDIA_ROWS.filter(({ ofRecord }) => !ofRecord).map(({ name }) => [name, row[name]]);
  return Object.fromEntries(facts) as FileFacts;
}

/** The records that reference a stored file: one, and its translations. */
export function recordsOfFile(db: ReadDb, file: string): number[] {
  return column<number>(db, sql`SELECT post_id FROM media WHERE file = ${file} AND source_url = '' ORDER BY post_id`);
}

/** Records from this ID on whose file is stored here. */
export function uploadsSince(db: ReadDb, id: number): number[] {
  return column<number>(db, sql`SELECT post_id FROM media WHERE post_id >= ${id} AND file <> '' AND source_url = ''`);
}

/** Whether a record waits for a file with this path, which another site has. */
export function isPathAwaited(db: ReadDb, file: string): boolean {
  return column(db, sql`SELECT 1 FROM media WHERE file = ${file} AND source_url <> '' LIMIT 1`).length > 0;
}

/** Records that reference a file by this name of which only the address is known. */
export function awaitedFiles(db: ReadDb, name: string): number[] {
  const ending = `%/${name.replace(/[\\%_]/g, '\\$&')}`;
  return column<number>(
    db,
    sql`SELECT post_id FROM media WHERE source_url <> ''
          AND (file = ${name} COLLATE NOCASE OR file LIKE ${ending} ESCAPE '\\' OR source_url LIKE ${ending} ESCAPE '\\')
        ORDER BY post_id`,
  );
}

/** Whether a record references a stored file. */
export function isFileUsed(db: ReadDb, file: string): boolean {
  return recordsOfFile(db, file).length > 0;
}

/** Whether undoing a change could bring back a record that referenced the file. */
export function isFileRemembered(db: ReadDb, file: string): boolean {
  return (
    pluck<number>(
      db,
      sql`SELECT EXISTS (SELECT 1 FROM journal_images WHERE tbl = 'media' AND json_extract(old, '$.file') = ${file})`,
    ) === 1
  );
}

/** Files of the records that a journal entry touched, before and after it. */
export function filesOfEntry(db: ReadDb, entry: number): string[] {
  return column<string>(
    db,
    sql`SELECT json_extract(old, '$.file') AS file FROM journal_rows
          WHERE entry = ${entry} AND tbl = 'media' AND json_extract(old, '$.file') <> ''
        UNION
        SELECT m.file FROM journal_rows AS j JOIN media AS m ON m.post_id = json_extract(j.key, '$[0]')
          WHERE j.entry = ${entry} AND j.tbl = 'media' AND m.file <> '' AND m.source_url = ''`,
  );
}

/** Removes this image as the featured image of all items. */
export function clearFeaturedMedia(db: WriteDb, id: number): void {
  run(db, sql`UPDATE posts SET featured_media = 0 WHERE featured_media = ${id} AND featured_media > 0`);
}
