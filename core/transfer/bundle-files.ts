import {
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { RestError } from '../errors.ts';
import { ImportRefused } from './refusal.ts';
import { writeWhole, type Output } from './xml-write.ts';

/** One text file of a bundle; the path has slashes. */
export interface BundleFile {
  path: string;
  text: string;
}

/** Largest file, most files: as for other imports (`reliability-and-security.md` 5.6). */
const LARGEST = 8 * 1024 * 1024;
const MOST_FILES = 4_000_000;
const BLOCK = 512;
/** What may stand in a bundle: nothing outside it, nothing hidden. */
const PATH = /^(?:[\w%-][\w%.-]{0,120}\/){0,3}[\w%-][\w%.-]{0,120}$/;

/**
 * Writes a folder: what is there already and no part of the bundle any more goes, everything else of the folder stays. Throws a
 * `RestError` for a folder that is no bundle and has files where those of a bundle lie: they are somebody else's.
 */
export function writeFolder(path: string, files: Iterable<BundleFile>): void {
  const [foreign] = isBundle(path) ? [] : namesIn(path);
  if (foreign !== undefined) throw notOurs(path, foreign);
  const written = new Set<string>();
  for (const file of files) {
    const target = join(path, ...file.path.split('/'));
    written.add(file.path);
    // Equal files are not touched, so that a version control sees what changed.
    if (existsSync(target) && readFileSync(target, 'utf8') === file.text) continue;
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(`${target}.part`, file.text, { mode: 0o600, flush: true });
    renameSync(`${target}.part`, target);
  }
  for (const old of namesIn(path)) if (!written.has(old)) rmSync(join(path, ...old.split('/')));
}

/** Writes an archive (tar) that is the same for the same files. */
export function writeArchive(path: string, files: Iterable<BundleFile>, check: (path: string) => void): void {
  const fill = (out: Output): void => {
    for (const file of files) {
      const bytes = Buffer.byteLength(file.text, 'utf8');
      out.write(header(file.path, bytes) + file.text + '\0'.repeat((BLOCK - (bytes % BLOCK)) % BLOCK));
    }
    out.write('\0'.repeat(BLOCK * 2));
  };
  writeWhole(path, fill, check);
}

/** The files of a bundle, from a folder or an archive. Throws `ImportRefused`. */
export function readBundleFiles(path: string): Iterable<BundleFile> {
  return lstatSync(path).isDirectory() ? readFolder(path) : readArchive(path);
}

/** Whether a path looks like a bundle: a folder with its mark, or an archive that begins with it. */
export function isBundle(path: string): boolean {
  const about = lstatSync(path, { throwIfNoEntry: false });
  if (about?.isDirectory()) return existsSync(join(path, MARK));
  if (!about?.isFile()) return false;
  const start = Buffer.alloc(BLOCK);
  const file = openSync(path, 'r');
  try {
    readSync(file, start, 0, BLOCK, 0);
  } finally {
    closeSync(file);
  }
  return start.toString('latin1', 257, 262) === 'ustar';
}

/** The file every bundle begins with. */
export const MARK = 'polydesk.json';
/** In this order, so that what others name comes early. */
const PLACES = [MARK, 'site.json', 'users.json', 'languages', 'terms', 'posts'];

function namesIn(path: string): string[] {
  return PLACES.flatMap((place) => below(path, place));
}

/** Files below a place, sorted; links and other things than files are passed over. */
function below(root: string, place: string): string[] {
  const about = lstatSync(join(root, ...place.split('/')), { throwIfNoEntry: false });
  if (about?.isFile()) return /\.(?:json|html)$/.test(place) ? [place] : [];
  if (!about?.isDirectory() || place.split('/').length > 3) return [];
  return readdirSync(join(root, ...place.split('/')))
    .sort()
    .flatMap((name) => below(root, `${place}/${name}`));
}

function* readFolder(path: string): Iterable<BundleFile> {
  for (const name of namesIn(path)) {
    const target = join(path, ...name.split('/'));
    if (lstatSync(target).size > LARGEST) throw tooLarge(name);
    yield { path: name, text: decode(readFileSync(target), name) };
  }
}

function* readArchive(path: string): Iterable<BundleFile> {
  const file = openSync(path, 'r');
  try {
    let at = 0;
    for (let n = 0; n < MOST_FILES; n += 1) {
      const head = readBlock(file, at, BLOCK);
      if (head.every((byte) => byte === 0)) return;
      const { name, size, isFile } = readHeader(head);
      if (isFile && size > LARGEST) throw tooLarge(name);
      if (isFile) yield { path: name, text: decode(readBlock(file, at + BLOCK, size), name) };
      at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
    }
    throw new ImportRefused('too_large', `The archive holds more than ${MOST_FILES} files.`, {
      params: { what: 'archive', count: MOST_FILES },
    });
  } finally {
    closeSync(file);
  }
}

function readBlock(file: number, at: number, size: number): Buffer {
  const bytes = Buffer.alloc(size);
  if (readSync(file, bytes, 0, size, at) === size) return bytes;
  throw new ImportRefused('truncated', 'The archive ends before it is complete.', {
    params: { what: 'archive' },
  });
}

function readHeader(head: Buffer): { name: string; size: number; isFile: boolean } {
  const field = (from: number, length: number): string =>
    head.toString('utf8', from, from + length).replace(/\0[\s\S]*$/, '');
  const sum = head.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 32 : byte), 0);
  const prefix = field(345, 155);
  const name = (prefix === '' ? '' : `${prefix}/`) + field(0, 100);
  const size = parseInt(field(124, 12).trim(), 8);
  if (parseInt(field(148, 8).trim(), 8) !== sum || !Number.isSafeInteger(size) || size < 0)
    throw new ImportRefused('broken_archive', 'The archive is damaged.');
  const kind = field(156, 1);
  const isFile = kind === '0' || kind === '';
  if (isFile && !PATH.test(name))
    throw new ImportRefused('archive_path', 'The archive holds a file with a name that no bundle has.');
  return { name, size, isFile };
}

function header(path: string, size: number): string {
  const cut = path.length > 100 ? path.lastIndexOf('/', 155) : -1;
  const [prefix, name] = cut > 0 ? [path.slice(0, cut), path.slice(cut + 1)] : ['', path];
  const octal = (value: number, length: number): string => `${value.toString(8).padStart(length - 1, '0')}\0`;
  const pad = (text: string, length: number): string => text.padEnd(length, '\0');
  const start = pad(name, 100) + octal(0o644, 8) + octal(0, 8) + octal(0, 8) + octal(size, 12) + octal(0, 12);
  const rest = `0${pad('', 100)}${pad('ustar', 6)}00${pad('', 32)}${pad('', 32)}${octal(0, 8)}${octal(0, 8)}${pad(prefix, 155)}${pad('', 12)}`;
  const sum = [...Buffer.from(start + ' '.repeat(8) + rest, 'latin1')].reduce((total, byte) => total + byte, 0);
  return `${start}${sum.toString(8).padStart(6, '0')}\0 ${rest}`;
}

function decode(bytes: Buffer, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new ImportRefused('encoding', `The file ${name} of the bundle is not in UTF-8.`, {
      params: { what: 'bundle', name },
    });
  }
}

function tooLarge(name: string): ImportRefused {
  const size = LARGEST / 2 ** 20;
  return new ImportRefused('giant_text', `The file ${name} of the bundle is larger than ${size} MiB.`, {
    params: { what: 'bundle', name, size },
  });
}

function notOurs(path: string, name: string): RestError {
  const text = `The folder ${path} is no bundle and holds ${name}, which an export would replace or remove. Nothing was written. Choose an empty folder.`;
  return new RestError('polydesk_not_bundle', text, 409);
}
