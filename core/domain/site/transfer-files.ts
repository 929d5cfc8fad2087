import { copyFileSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Site } from '../../site.ts';
import { UPLOADS } from '../../store/file/file-folder.ts';

/**
 * A private folder for one file of a job, beside the files of media, where what is left over goes at the next start; of a site
 * that cannot be written, in that of the system.
 */
export function jobFolder(site: Site): string {
  return mkdtempSync(join(site.readOnly ? tmpdir() : site.files.root(), `${UPLOADS}job-`));
}

/** Takes an uploaded file over: it stays after its request was answered, until `dropJobFile`. Its path. */
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

/** Removes a file of a job with its folder. */
export function dropJobFile(path: string): void {
  rmSync(dirname(path), { recursive: true, force: true });
}
