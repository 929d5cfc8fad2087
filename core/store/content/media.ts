import { MEDIA_ROWS, type FileFacts, type MediaValues } from '../../schema/content/fields/media.ts';
import { column, pluck, run, sql, type ReadDb, type WriteDb } from '../sql.ts';
import { tableOf } from './table.ts';

/** What is known of the file of an attachment (`content.md` 2.7). */
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

/** Changes what is given of the record of a file, or makes the record. */
export function putMedia(db: WriteDb, id: number, fields: Partial<MediaValues>): void {
  if (mediaById(db, id)) table.update(db, id, fields);
  else table.insert(db, { post_id: id, ...fields });
}

/** The facts of a file without the record they stand in. */
export function fileFactsOf(row: MediaRow): FileFacts {
  const facts = MEDIA_ROWS.filter(({ ofRecord }) => !ofRecord).map(({ name }) => [name, row[name]]);
  return Object.fromEntries(facts) as FileFacts;
}

/** The records that name a file the site holds: one, and its translations. */
export function recordsOfFile(db: ReadDb, file: string): number[] {
  return column<number>(db, sql`SELECT post_id FROM media WHERE file = ${file} AND source_url = '' ORDER BY post_id`);
}

/** Records that name a file by this name, of which only the address is known. */
export function awaitedFiles(db: ReadDb, name: string): number[] {
  const ending = `%/${name.replace(/[\\%_]/g, '\\$&')}`;
  return column<number>(
    db,
    sql`SELECT post_id FROM media WHERE source_url <> ''
          AND (file = ${name} COLLATE NOCASE OR file LIKE ${ending} ESCAPE '\\' OR source_url LIKE ${ending} ESCAPE '\\')
        ORDER BY post_id`,
  );
}

/** Whether a record names a file the site holds. */
export function isFileUsed(db: ReadDb, file: string): boolean {
  return recordsOfFile(db, file).length > 0;
}

/** Whether a record that named the file could come back by undoing a change. */
export function isFileRemembered(db: ReadDb, file: string): boolean {
  return (
    pluck<number>(
      db,
      sql`SELECT EXISTS (SELECT 1 FROM journal_images WHERE tbl = 'media' AND json_extract(old, '$.file') = ${file})`,
    ) === 1
  );
}

/** Files of the records that an entry of the journal touched, as they were and as they are. */
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

/** No item shows this image as its own any more. */
export function clearFeaturedMedia(db: WriteDb, id: number): void {
  run(db, sql`UPDATE posts SET featured_media = 0 WHERE featured_media = ${id} AND featured_media > 0`);
}
