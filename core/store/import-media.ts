import { run, sql, type WriteDb } from './sql.ts';

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

/** Stores the record of a file, or replaces it where something differs. */
export function setMedia(db: WriteDb, id: number, media: ImportedMedia): void {
  const { file, source_url, width, height, filesize, alt_text } = media;
  const sizes = JSON.stringify(media.sizes);
  const image_meta = JSON.stringify(media.image_meta);
  run(
    db,
    sql`INSERT INTO media (post_id, file, source_url, width, height, filesize, sizes, image_meta, alt_text)
        VALUES (${id}, ${file}, ${source_url}, ${width}, ${height}, ${filesize}, ${sizes}, ${image_meta}, ${alt_text})
        ON CONFLICT DO UPDATE SET file = excluded.file, source_url = excluded.source_url, width = excluded.width,
          height = excluded.height, filesize = excluded.filesize, sizes = excluded.sizes, image_meta = excluded.image_meta,
          alt_text = excluded.alt_text`,
  );
}
