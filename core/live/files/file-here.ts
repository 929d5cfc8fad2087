import type { Site } from '../../site.ts';
import { mediaById } from '../../store/content/media.ts';

/** A file on this computer. */
export interface FileHere {
  path: string;
  name: string;
  size: number;
}

/** The file of a media record; undefined where only its address is known, or the file is not in its place. */
export function fileHere(site: Site, id: number): FileHere | undefined {
  const record = mediaById(site.db, id);
  const found = record?.source_url === '' ? site.files.find(record.file) : undefined;
  return record && found && { name: record.file.slice(record.file.lastIndexOf('/') + 1), ...found };
}

/** Whether a media record has no file here, as far as it says itself: only its address on another site is known. */
export function isFileMissing({ db }: Site, id: number): boolean {
  const record = mediaById(db, id);
  return !record || record.source_url !== '' || record.file === '';
}
