import {
  constants,
  copyFileSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { syncFolder } from './backup.ts';
import { filesFolder } from './paths.ts';

/**
 * Media files, named "2026/11/name.png" (`content.md` 2.7). A file is in its place or, while no record references it, in the
 * trash; where it is decides nothing: it is found in both, so that an undone change finds its file.
 */
export interface FileFolder {
  /** The folder of the site's files; created when first needed. */
  root(): string;
  /** Finds the file in either place; undefined if it is missing, and for a name that would lead elsewhere. */
  find(file: string): FoundFile | undefined;
  /** Moves a file into the folder. It is in the trash until a record references it. */
  take(from: string, file: string): void;
  /** Moves the file to its place. */
  use(file: string): void;
  /** Moves the file to the trash. */
  setAside(file: string): void;
  /** Removes the file from the disk. */
  remove(file: string): void;
  /** Files in the trash. */
  unused(): string[];
  /** Removes remains of uploads that no program is reading any more. */
  clearUploads(): void;
  /** Removes the folder of a site in memory. */
  close(): void;
}

export interface FoundFile {
  path: string;
  size: number;
}

/** Year, month and a plain name: nothing else is ever joined to the folder. */
const FILE = /^\d{4}\/\d{2}\/(?!\.{1,2}$)[^/\\:*?"<>|\p{Cc}]{1,255}$/u;
const TRASH = 'trash';
/** Prefix of the folders for uploads in progress. */
export const UPLOADS = 'polydesk-upload-';

/** The folder next to a site file: "name.files" for "name.polydesk". For a site in memory a private temporary one. */
export function createFileFolder(siteFile: string): FileFolder {
  const isTemporary = siteFile === ':memory:';
  let folder = isTemporary ? undefined : filesFolder(siteFile);
  const root = (): string => {
    folder ??= mkdtempSync(join(tmpdir(), 'polydesk-files-'));
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return folder;
  };
  const inPlace = (file: string): string => join(folder ?? '', checked(file));
  const inTrash = (file: string): string => join(folder ?? '', TRASH, checked(file));
  const move = (file: string, of: (file: string) => string, place: (file: string) => string): void => {
    // Imported records may reference missing files in any form: such a name is never found.
    if (folder === undefined || !FILE.test(file) || !foundIn(folder, of(file))) return;
    const [from, to] = [of(file), place(file)];
    makeFolder(dirname(to));
    renameSync(from, to);
    syncFolder(dirname(to));
  };
  return {
    root,
    find(file) {
      if (folder === undefined || !FILE.test(file)) return undefined;
      return foundIn(folder, inPlace(file)) ?? foundIn(folder, inTrash(file));
    },
    take(from, file) {
      const to = join(root(), TRASH, checked(file));
      makeFolder(dirname(to));
      moveAcross(from, to);
      syncFolder(dirname(to));
    },
    use: (file) => move(file, inTrash, inPlace),
    setAside: (file) => move(file, inPlace, inTrash),
    remove(file) {
      if (folder === undefined || !FILE.test(file)) return;
      for (const path of [inPlace(file), inTrash(file)]) if (foundIn(folder, path)) rmSync(path);
    },
    unused: () => (folder === undefined ? [] : namesBelow(join(folder, TRASH)).filter((file) => FILE.test(file))),
    clearUploads() {
      if (folder === undefined) return;
      const names = isFolder(folder) ? readdirSync(folder) : [];
      for (const name of names.filter((one) => one.startsWith(UPLOADS)))
        rmSync(join(folder, name), { recursive: true, force: true });
    },
    close() {
      if (isTemporary && folder !== undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}

function checked(file: string): string {
  if (!FILE.test(file)) throw new Error(`No name of a file of media: ${file}`);
  return file;
}

/** A real file below the folder: a link, or a linked folder, could lead anywhere. */
function foundIn(folder: string, path: string): FoundFile | undefined {
  const about = lstatSync(path, { throwIfNoEntry: false });
  if (!about?.isFile()) return undefined;
  const isWithin = realpathSync(path) === join(realpathSync(folder), relative(folder, path));
  return isWithin ? { path, size: about.size } : undefined;
}

/** Flushes each created folder by syncing its parent. */
function makeFolder(path: string): void {
  const first = mkdirSync(path, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = path; made.length >= first.length; made = dirname(made)) syncFolder(dirname(made));
}

/** Uploads may be on another disk. */
function moveAcross(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    copyFileSync(from, to, constants.COPYFILE_EXCL);
    rmSync(from);
  }
}

function namesBelow(folder: string): string[] {
  if (!isFolder(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => path.split(sep).join('/'));
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
