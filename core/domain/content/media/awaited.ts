import { RestError } from '../../../errors.ts';
import type { Site } from '../../../site.ts';
import { awaitedFiles, isFileUsed, mediaById, putMedia } from '../../../store/content/media.ts';
import { postById, updatePost } from '../../../store/content/posts.ts';
import type { FileRef } from '../../../types.ts';
import { keepUpload, planUpload } from './upload.ts';

/** A missing file, with the first of the records that refer to it. */
export interface AwaitedFile {
  name: string;
  id: number;
}

/** Which of these file names an import referred to without including the file; case-insensitive. */
export function awaitedOf(site: Site, names: readonly string[]): AwaitedFile[] {
  return names.flatMap((name) => {
    const [first] = awaitedFiles(site.db, name);
    return first === undefined ? [] : [{ name, id: first }];
  });
}

const PLACE = /^\d{4}\/\d\d\/[^/]+$/;

/**
 * Adds the file missing from a record, for all records that refer to it; returns their IDs. Throws 404 if it is not media, 409
 * `polydesk_has_file` if the file exists already, and like an upload if the file is rejected.
 */
export function takeAwaited(site: Site, id: number, file: FileRef): number[] {
  const media = mediaById(site.db, id);
  if (!media || postById(site.db, id)?.type !== 'attachment')
    throw new RestError('rest_post_invalid_id', 'This media item does not exist.', 404);
  if (media.source_url === '')
    throw new RestError('polydesk_has_file', 'This media item has its file already. Nothing was changed.', 409);
  const planned = planUpload(site, file, true);
  // At the path in the export, so that addresses in content work again.
  const isFree =
    PLACE.test(media.file) && site.files.find(media.file) === undefined && !isFileUsed(site.db, media.file);
  const facts = { ...planned.facts, ...(isFree && { file: media.file }) };
  const ids = awaitedFiles(site.db, nameIn(media.file || media.source_url)).filter(
    (one) => mediaById(site.db, one)?.source_url === media.source_url,
  );
  for (const one of new Set([id, ...ids])) {
    putMedia(site.db, one, { ...facts, source_url: '', sizes: '{}' });
    updatePost(site.db, one, { mime_type: planned.mime });
  }
  keepUpload(site, { ...planned, facts });
  return [...new Set([id, ...ids])];
}

const nameIn = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
