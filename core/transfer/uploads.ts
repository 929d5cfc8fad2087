import { copyFileSync, lstatSync, mkdirSync, realpathSync, renameSync, rmSync, constants } from 'node:fs';
import { dirname, join } from 'node:path';
import { takeFile } from '../domain/content/media/files.ts';
import { readImageFile } from '../domain/content/media/image-size.ts';
import { uploadType } from '../domain/content/media/types.ts';
import { jobFolder } from '../domain/site/transfer-files.ts';
import { RestError } from '../errors.ts';
import type { Site } from '../site.ts';
import { ownFilesAfter, type ExportScope } from '../store/transfer/export.ts';
import { heldFile, holdFile } from '../store/transfer/import-media.ts';
import type { Control } from './refusal.ts';
import { warn, type Report } from './report.ts';

/** Year, month and a plain name: nothing else is ever joined to the folder. */
const FILE = /^\d{4}\/\d{2}\/(?!\.{1,2}$)[^/\\:*?"<>|\p{Cc}]{1,255}$/u;

/** Why a file of the folder was not taken. */
type Refusal = 'path' | 'link' | 'type' | 'taken';

/** Files from a folder of uploads, copied to where the import can take them over quickly. */
export interface Supply {
  /** Looks for the file of a record. */
  offer(record: { media: { file: string } | null }): void;
  /** Attaches the files to their records, in the transaction that stores the records. */
  give(report: Report): void;
  /** Removes copies that were not used. */
  close(): void;
}

/**
 * Supplies the files of imported records from a folder laid out like `wp-content/uploads` (`content.md` 8.2). Never reads outside that
 * folder, neither by `..` nor through a symbolic link. Skipped and missing files are reported. Throws 400 if the folder does not exist.
 */
export function openSupply(site: Site, folder: string, report: Report): Supply {
  const about = lstatSync(folder, { throwIfNoEntry: false });
  if (!about?.isDirectory())
    throw new RestError(
      'polydesk_no_folder',
      `The folder ${folder} does not exist. Nothing was imported. Check the name of the folder of uploads.`,
      400,
    );
  const root = realpathSync(folder);
  const scratch = jobFolder(site);
  const found = new Map<string, string>();
  let missing = 0;
  return {
    offer({ media }) {
      const file = media?.file ?? '';
      if (file === '' || found.has(file)) return;
      const refusal = refusalOf(root, file);
      if (refusal) return noteRefusal(report, file, refusal);
      if (!lstatSync(join(root, file), { throwIfNoEntry: false })) {
        missing += 1;
        return;
      }
      const copy = join(scratch, String(found.size));
      copyFileSync(join(root, file), copy, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
      found.set(file, copy);
    },
    give(report) {
      let count = 0;
      for (const [file, copy] of found) {
        if (heldFile(site.db, file)) continue;
        if (site.files.find(file)) noteRefusal(report, file, 'taken');
        else count += hand(site, file, copy);
      }
      const text = `${count} media ${count === 1 ? 'file' : 'files'} came from the folder of uploads; ${missing} ${missing === 1 ? 'is' : 'are'} not in it.`;
      warn(report, 'media', { line: 0, code: 'files_supplied', text, params: { count, missing } });
    },
    close: () => rmSync(scratch, { recursive: true, force: true }),
  };
}

function refusalOf(root: string, file: string): Refusal | undefined {
  if (!FILE.test(file)) return 'path';
  const path = join(root, file);
  const about = lstatSync(path, { throwIfNoEntry: false });
  if (!about) return undefined;
  if (!about.isFile() || realpathSync(path) !== path) return 'link';
  const type = uploadType(file);
  const isPicture = type?.startsWith('image/') && type !== 'image/svg+xml';
  return type === undefined || (isPicture && !readImageFile(path)) ? 'type' : undefined;
}

const WHY: Readonly<Record<Refusal, string>> = {
  path: 'it is not a path of uploads',
  link: 'a link leads out of the folder, or it is not a file',
  type: 'it is not a file of an allowed type',
  taken: 'the site has another file with this name',
};

function noteRefusal(report: Report, name: string, is: Refusal): void {
  const text = `The media file "${name}" was not taken from the folder: ${WHY[is]}.`;
  warn(report, 'media', { line: 0, code: 'file_refused', text, params: { name, is } });
}

function hand(site: Site, file: string, copy: string): number {
  const { size } = lstatSync(copy);
  const image = uploadType(file)?.startsWith('image/') ? readImageFile(copy) : undefined;
  const isNamed = holdFile(site.db, file, {
    filesize: size,
    width: image?.width ?? null,
    height: image?.height ?? null,
  });
  if (isNamed) takeFile(site, copy, file);
  return isNamed ? 1 : 0;
}

/**
 * Writes the files of the chosen media into a folder laid out like `wp-content/uploads`. Replaces only regular files and follows
 * no links. Returns how many were written. Throws 409 for an unusable folder; then nothing was written.
 */
export function writeUploads(site: Site, folder: string, scope: ExportScope, control: Control): number {
  assertFolder(folder);
  let count = 0;
  for (let page = ownFilesAfter(site.db, scope, ''); page.length > 0;) {
    for (const file of page) {
      const found = site.files.find(file);
      if (!found) continue;
      place(found.path, folder, file);
      count += 1;
      control.progress(count);
    }
    page = ownFilesAfter(site.db, scope, page.at(-1) ?? '');
  }
  return count;
}

function place(from: string, folder: string, file: string): void {
  const to = join(folder, file);
  for (const above of [dirname(dirname(to)), dirname(to)]) {
    mkdirSync(above, { recursive: true });
    assertFolder(above);
  }
  const about = lstatSync(to, { throwIfNoEntry: false });
  if (about && !about.isFile()) throw notUsable(to, 'is not a file');
  const part = `${to}.part`;
  rmSync(part, { force: true });
  try {
    copyFileSync(from, part, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    renameSync(part, to);
  } finally {
    rmSync(part, { force: true });
  }
}

function assertFolder(path: string): void {
  if (!lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) throw notUsable(path, 'is not a folder');
}

function notUsable(path: string, why: string): RestError {
  const text = `${path} ${why}. The media files were not written. Choose an empty folder for them.`;
  return new RestError('polydesk_no_folder', text, 409);
}
