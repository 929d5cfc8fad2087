import { all, column, get, joinSql, pluck, rawSql, run, sql, type ReadDb, type SqlValue, type WriteDb } from './sql.ts';

/** What is known of the file of an attachment (`content.md` 2.7). */
export interface MediaRow {
  post_id: number;
  /** "2026/11/name.png"; of a file that is not here at most the name is known. */
  file: string;
  /** The address recorded on import; "" for a file the site holds. */
  source_url: string;
  width: number | null;
  height: number | null;
  filesize: number;
  /** JSON: scaled versions by name, as recorded on import. */
  sizes: string;
  /** JSON: what the camera recorded. */
  image_meta: string;
  alt_text: string;
}

/** What may be written. */
export type MediaChanges = Partial<Omit<MediaRow, 'post_id'>>;

/** What belongs to the file and not to the record: the same for all translations (`content.md` 6, 7.1). */
export type FileFacts = Omit<MediaRow, 'post_id' | 'alt_text'>;

const FILE_COLUMNS = ['file', 'source_url', 'width', 'height', 'filesize', 'sizes', 'image_meta'] as const;
const WRITABLE: readonly (keyof MediaChanges)[] = [...FILE_COLUMNS, 'alt_text'];
const COLUMNS = rawSql(['post_id', ...WRITABLE].join(', '));

export function mediaById(db: ReadDb, id: number): MediaRow | undefined {
  return get<MediaRow>(db, sql`SELECT ${COLUMNS} FROM media WHERE post_id = ${id}`);
}

/** Files of many attachments at once. */
export function mediaByIds(db: ReadDb, ids: readonly number[]): Map<number, MediaRow> {
  const rows = all<MediaRow>(
    db,
    sql`SELECT ${COLUMNS} FROM media WHERE post_id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
  );
  return new Map(rows.map((row) => [row.post_id, row]));
}

/** The record of a file. */
export function insertMedia(db: WriteDb, id: number, fields: MediaChanges): void {
  const given = WRITABLE.filter((name) => fields[name] !== undefined);
  const names = rawSql(['post_id', ...given].join(', '));
  const values = [id, ...given.map((name) => fields[name] as SqlValue)].map((value) => sql`${value}`);
  run(db, sql`INSERT INTO media (${names}) VALUES (${joinSql(values, ', ')})`);
}

/** Changes what is given. */
export function updateMedia(db: WriteDb, id: number, changes: MediaChanges): void {
  const given = WRITABLE.filter((name) => changes[name] !== undefined);
  if (given.length === 0) return;
  const parts = given.map((name) => sql`${rawSql(name)} = ${changes[name] as SqlValue}`);
  run(db, sql`UPDATE media SET ${joinSql(parts, ', ')} WHERE post_id = ${id}`);
}

/** The facts of a file without the record they stand in. */
export function fileFactsOf(row: MediaRow): FileFacts {
  const { post_id: _id, alt_text: _alt, ...facts } = row;
  return facts;
}

/** The media type of a file the site holds, by any record that names it; undefined for a file no record names. */
export function typeOfFile(db: ReadDb, file: string): string | undefined {
  return pluck<string>(
    db,
    sql`SELECT p.mime_type FROM media AS m JOIN posts AS p ON p.id = m.post_id
        WHERE m.file = ${file} AND m.source_url = '' ORDER BY p.id LIMIT 1`,
  );
}

/** Whether a record names a file the site holds. */
export function isFileUsed(db: ReadDb, file: string): boolean {
  return typeOfFile(db, file) !== undefined;
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
