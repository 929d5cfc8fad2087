import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { RestError } from '../../../errors.ts';
import { isMap } from '../../../schema/wire/coerce.ts';
import type { Site } from '../../../site.ts';
import type { FileFacts } from '../../../schema/content/fields/media.ts';
import { isFileUsed, isPathAwaited } from '../../../store/content/media.ts';
import type { FileRef, RestRequest } from '../../../types.ts';
import { momentNow } from '../posts/dates.ts';
import { siteSettings } from '../../settings/site-settings.ts';
import { takeFile } from './files.ts';
import { readImageFile, type ImageFacts } from './image-size.ts';
import { fileName, freeName, stemOf, withEnding } from './names.ts';
import { endingFor, endingOf, uploadType } from './types.ts';

/** An accepted upload: its path and properties are known. */
export interface Upload {
  path: string;
  mime: string;
  facts: Partial<FileFacts> & { file: string };
  /** Default title of the item. */
  title: string;
}

/** Whether the request is a multipart form upload. */
export function isFormUpload({ headers = {} }: RestRequest): boolean {
  return (headers['content-type'] ?? '').toLowerCase().startsWith('multipart/form-data');
}

/** The file of a request; throws if there is none, with the checks in the order of `content.md` 2.7. */
export function uploadedFile(request: RestRequest): FileRef {
  const { headers = {}, body, file } = request;
  const isForm = isFormUpload(request);
  const isEmpty = file ? file.size === 0 : isForm || body === undefined;
  if (isEmpty || (!file && isMap(body) && 'url' in body))
    throw new RestError('rest_upload_no_data', 'The request contains no file.', 400);
  if (!isForm && (headers['content-disposition'] ?? '') === '')
    throw new RestError(
      'rest_upload_no_content_disposition',
      'The header Content-Disposition with the name of the file is missing.',
      400,
    );
  if (!file) throw new RestError('rest_upload_no_data', 'The request contains no file.', 400);
  if (file.name === '')
    throw new RestError(
      'rest_upload_invalid_disposition',
      'Name the file: Content-Disposition: attachment; filename="photo.png".',
      400,
    );
  if (headers['content-md5'] !== undefined && headers['content-md5'] !== (file.md5 ?? md5Of(file.path)))
    throw new RestError('rest_upload_hash_mismatch', 'The file does not have the sum that Content-MD5 names.', 412);
  return file;
}

function md5Of(path: string): string {
  return createHash('md5').update(readFileSync(path)).digest('hex');
}

/** Judges the file and chooses its name: free, of an allowed type, with the ending of what it really is. */
/** @param isForm the name comes from a form: the title is that name, as sent */
export function planUpload(site: Site, file: FileRef, isForm: boolean): Upload {
  const clean = fileName(file.name);
  const declared = uploadType(clean);
  if (declared === undefined) throw refused('Files of this type cannot be uploaded.');
  const image = declared.startsWith('image/') ? readImageFile(file.path) : undefined;
  if (READABLE.has(declared) && !image) throw refused('The file is not a picture of the type its name says.');
  const mime = image?.type ?? declared;
  const name = mime === declared ? clean : withEnding(stemOf(clean), endingFor(mime) ?? endingOf(clean));
  const place = placeOf(site, name);
  return {
    path: file.path,
    mime,
    title: stemOf(isForm ? file.name : place.slice(place.lastIndexOf('/') + 1)),
    facts: { file: place, filesize: file.size, ...sizeOf(image) },
  };
}

/** Takes the file over. Call it after the records are stored: nothing else can fail then. */
export function keepUpload(site: Site, { path, facts }: Upload): void {
  takeFile(site, path, facts.file);
}

/** Image types whose header can be parsed. */
const READABLE: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/bmp',
  'image/svg+xml',
]);

/** "2026/11/name.png", in the site's time zone. */
function placeOf(site: Site, name: string): string {
  const { local } = momentNow(site.now(), siteSettings(site).timezone);
  const month = `${local.slice(0, 4)}/${local.slice(5, 7)}`;
  const isTaken = (one: string): boolean => {
    const file = `${month}/${one}`;
    return site.files.find(file) !== undefined || isFileUsed(site.db, file) || isPathAwaited(site.db, file);
  };
  return `${month}/${freeName(name, isTaken)}`;
}

function sizeOf(image: ImageFacts | undefined): Partial<FileFacts> {
  return image ? { width: image.width, height: image.height } : {};
}

function refused(text: string): RestError {
  return new RestError('rest_upload_sideload_error', text, 400);
}
