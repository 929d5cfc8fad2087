import { MEDIA_ROWS, type MediaRecordValues } from '../../schema/content/fields/media.ts';
import { pluck, run, sql, type ReadDb, type SqlValue, type WriteDb } from '../sql.ts';

export const MEDIA_COLUMNS = MEDIA_ROWS.map(({ name }) => name);

/** Values of these columns. */
export function mediaValues(media: MediaRecordValues): SqlValue[] {
  return MEDIA_COLUMNS.map((name) => {
    const value = media[name];
    return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
  });
}

const SET_MEDIA = `INSERT INTO media (post_id, ${MEDIA_COLUMNS.join(', ')}) VALUES (?, ${MEDIA_COLUMNS.map(() => '?').join(', ')})
  ON CONFLICT DO UPDATE SET ${MEDIA_COLUMNS.map((name) => `${name} = excluded.${name}`).join(', ')}`;

/** Stores the record of a file, or replaces it if something differs. */
export function setMedia(db: WriteDb, id: number, media: MediaRecordValues): void {
  run(db, [SET_MEDIA, [id, ...mediaValues(media)]]);
}

/** Whether a record references a file of the site itself. */
export function heldFile(db: ReadDb, file: string): boolean {
  return pluck<number>(db, sql`SELECT 1 FROM media WHERE file = ${file} AND source_url = '' LIMIT 1`) === 1;
}

/** Records that the site now has a file that records reference, without its sizes. False: no record references it. */
export function holdFile(
  db: WriteDb,
  file: string,
  { filesize, width, height }: { filesize: number; width: number | null; height: number | null },
): boolean {
  const { changes } = run(
    db,
    sql`UPDATE media SET source_url = '', sizes = '{}', filesize = ${filesize},
          width = coalesce(${width}, width), height = coalesce(${height}, height) WHERE file = ${file}`,
  );
  return changes > 0;
}
