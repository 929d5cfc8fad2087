import { RestError } from '../../../errors.ts';
import type { Site } from '../../../site.ts';
import { awaitedFiles, isFileUsed, mediaById, putMedia } from '../../../store/content/media.ts';
import { postById, updatePost } from '../../../store/content/posts.ts';
import type { FileRef } from '../../../types.ts';
import { keepUpload, planUpload } from './upload.ts';

/** A file that a record names and the site does not hold, with the first of the records that name it. */
export interface AwaitedFile {
  name: string;
  id: number;
}

/** Which of these names of files an import named without bringing the file; letters of either case are the same. */
export function awaitedOf(site: Site, names: readonly string[]): AwaitedFile[] {
  return names.flatMap((name) => {
    const [first] = awaitedFiles(site.db, name);
    return first === undefined ? [] : [{ name, id: first }];
  });
}

const PLACE = /^\d{4}\/\d\d\/[^/]+$/;

/**
 * Takes the file of a record that came without it, for all records that name the same one; their numbers. Throws 404 for what
 * is not media, 409 `polydesk_has_file` where the site holds a file already, and as an upload for a file that is refused.
 */
export function takeAwaited(site: Site, id: number, file: FileRef): number[] {
  const media = mediaById(site.db, id);
  if (!media || postById(site.db, id)?.type !== 'attachment')
    throw new RestError('rest_post_invalid_id', 'This media item does not exist.', 404);
  if (media.source_url === '')
    throw new RestError('polydesk_has_file', 'This media item has its file already. Nothing was changed.', 409);
  const planned = planUpload(site, file, true);
  // Where the export says it lies, so that addresses in contents lead to it again.
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
