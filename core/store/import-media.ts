import { run, type SqlValue, type WriteDb } from './sql.ts';

/** What an import says of the file of an attachment; none of it lies here. */
export interface ImportedMedia {
  file: string;
  source_url: string;
  width: number | null;
  height: number | null;
  filesize: number;
  sizes: object;
  image_meta: object;
  alt_text: string;
}

export const MEDIA_COLUMNS = [
  'file',
  'source_url',
  'width',
  'height',
  'filesize',
  'sizes',
  'image_meta',
  'alt_text',
] as const;

/** Values of these columns. */
export function mediaValues(media: ImportedMedia): SqlValue[] {
  const { file, source_url, width, height, filesize, sizes, image_meta, alt_text } = media;
  return [file, source_url, width, height, filesize, JSON.stringify(sizes), JSON.stringify(image_meta), alt_text];
}

const SET_MEDIA = `INSERT INTO media (post_id, ${MEDIA_COLUMNS.join(', ')}) VALUES (?, ${MEDIA_COLUMNS.map(() => '?').join(', ')})
  ON CONFLICT DO UPDATE SET ${MEDIA_COLUMNS.map((name) => `${name} = excluded.${name}`).join(', ')}`;

/** Stores the record of a file, or replaces it where something differs. */
export function setMedia(db: WriteDb, id: number, media: ImportedMedia): void {
  run(db, [SET_MEDIA, [id, ...mediaValues(media)]]);
}
