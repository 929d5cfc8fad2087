import { copyFileSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Site } from '../../site.ts';
import { UPLOADS } from '../../store/file/file-folder.ts';

/**
 * A private folder for one file of a job, next to the media files, where leftovers are removed at the next start; for a read-only
 * site, in the system's temporary folder.
 */
export function jobFolder(site: Site): string {
  return mkdtempSync(join(site.readOnly ? tmpdir() : site.files.root(), `${UPLOADS}job-`));
}

/** Keeps an uploaded file beyond its request, until `dropJobFile`. Returns its path. */
export function keepUpload(site: Site, path: string): string {
  const kept = join(jobFolder(site), 'file');
  try {
    renameSync(path, kept);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    copyFileSync(path, kept);
  }
  return kept;
}

/** Deletes a file of a job with its folder. */
export function dropJobFile(path: string): void {
  rmSync(dirname(path), { recursive: true, force: true });
}
