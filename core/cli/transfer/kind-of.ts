import { statSync, type Stats } from 'node:fs';

/** The kind of file at a path, in words: "a folder". */
export function kindOf(found: Stats): string {
  if (found.isFile()) return 'a file';
  if (found.isDirectory()) return 'a folder';
  if (found.isSymbolicLink()) return 'a link';
  return found.isFIFO() || found.isSocket() ? 'a pipe' : 'a device';
}

/** Why a path cannot be read as a file, as a sentence; the caller handles folders. */
export function notReadable(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  return found ? `${path} is ${kindOf(found)}, not a file.` : `The file ${path} does not exist.`;
}
