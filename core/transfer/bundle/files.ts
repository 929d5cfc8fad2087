import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ImportRefused } from '../refusal.ts';
import { isArchive, openArchive, writeArchive } from './tar.ts';

/** The file that marks a bundle. */
export const MARK = 'polydesk.json';
/** The JSON schema included in a bundle, and the settings for git: written, never read. */
export const SCHEMA_FILE = 'polydesk.schema.json';
export const GIT_FILE = '.gitattributes';
/** In dependency order: referenced files come early. */
const PLACES = [MARK, 'site.json', 'users.json', 'languages', 'terms', 'posts', 'translations.json', 'media'];
/** Maximum depth of folders: posts/TYPE/NAME, media/2026/11/NAME. */
const DEEPEST = 4;

/** Size limits (`security.md` 5.6): all groups of a site are one file. */
const MIB = 1024 * 1024;
const largestOf = (path: string): number =>
  path.startsWith('media/') ? 512 * MIB : path === 'translations.json' ? 64 * MIB : 8 * MIB;

/** Allowed path segments of a bundle: nothing outside it, nothing hidden, at most 1,024 bytes. */
const NAME = /^(?!\.)[^/\\:*?"<>|\p{Cc}]{1,255}$/u;

/** Whether a path is allowed in a bundle. */
export function isBundlePath(path: string): boolean {
  const names = path.split('/');
  if (path === GIT_FILE) return true;
  return Buffer.byteLength(path) <= 1024 && names.length <= DEEPEST && names.every((name) => NAME.test(name));
}

/** The files of a bundle, in a folder or an archive. */
export interface Bundle {
  /** Content files in dependency order: referenced ones come early. */
  paths: readonly string[];
  /** Links and other non-files in the places of content files. */
  strays: readonly string[];
  has(path: string): boolean;
  /** Throws `ImportRefused` for a file that is too large or not valid UTF-8. */
  text(path: string): string;
  bytes(path: string): Buffer;
  close(): void;
}

/** Opens a bundle for reading; a missing folder counts as empty. Throws `ImportRefused` for a damaged archive. */
export function openBundle(path: string): Bundle {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() === true ? openTar(path) : openFolder(path);
}

/** Runs `work` with an open bundle and closes it afterwards. */
export function withBundle<T>(path: string, work: (bundle: Bundle) => T): T {
  const bundle = openBundle(path);
  try {
    return work(bundle);
  } finally {
    bundle.close();
  }
}

/** Whether a path looks like a bundle: a folder with the marker file, or an archive. */
export function isBundle(path: string): boolean {
  const about = lstatSync(path, { throwIfNoEntry: false });
  if (about?.isDirectory()) return existsSync(join(path, MARK));
  return about?.isFile() === true && isArchive(path);
}

/**
 * Packs a folder into an archive, without files that do not belong to the bundle. Throws `ImportRefused` for links in place of
 * files.
 */
export function packFolder(folder: string, file: string): void {
  withBundle(folder, (bundle) => {
    if (!isFirstVersion(bundle)) assertFiles(bundle);
    writeArchive(file, filesOf(bundle), () => undefined);
  });
}

function* filesOf(bundle: Bundle): Iterable<{ path: string; data: Buffer }> {
  for (const path of bundle.paths) yield { path, data: bundle.bytes(path) };
}

/** Throws `ImportRefused` if the bundle has links or other non-files. */
export function assertFiles({ strays }: Bundle): void {
  const [stray] = strays;
  if (stray !== undefined)
    throw new ImportRefused('not_file', 'It is not a file: a bundle has no links.', {
      path: stray,
      params: { name: stray },
    });
}

/** Bundles of version 1 are still read, as leniently as they were (`bundle-format.md`). */
export function isFirstVersion(bundle: Bundle): boolean {
  try {
    return (JSON.parse(bundle.text(MARK)) as { version?: unknown } | null)?.version === 1;
  } catch {
    return false;
  }
}

function openFolder(root: string): Bundle {
  const found = PLACES.flatMap((place) => below(root, place));
  const paths = found.filter(({ isFile }) => isFile).map(({ path }) => path);
  const known = new Set(paths);
  const bytes = (path: string): Buffer => {
    const target = join(root, ...path.split('/'));
    assertSize(path, lstatSync(target).size);
    return readFileSync(target);
  };
  return {
    paths,
    strays: found.filter(({ isFile }) => !isFile).map(({ path }) => path),
    has: (path) => known.has(path),
    text: (path) => decode(bytes(path), path),
    bytes,
    close: () => undefined,
  };
}

interface Found {
  path: string;
  isFile: boolean;
}

/** Everything below a path, sorted; hidden files are skipped. */
function below(root: string, path: string): Found[] {
  const target = join(root, ...path.split('/'));
  const about = lstatSync(target, { throwIfNoEntry: false });
  if (!about) return [];
  if (!about.isDirectory()) return [{ path, isFile: about.isFile() }];
  if (path.split('/').length === DEEPEST) return [{ path, isFile: false }];
  return readdirSync(target)
    .filter((name) => !name.startsWith('.'))
    .sort()
    .flatMap((name) => below(root, `${path}/${name}`));
}

function openTar(path: string): Bundle {
  const archive = openArchive(path, isBundlePath);
  const placeOf = (name: string): number => PLACES.indexOf(name.split('/', 1)[0] ?? '');
  const paths = [...archive.entries.keys()].filter((name) => placeOf(name) >= 0);
  paths.sort((a, b) => placeOf(a) - placeOf(b) || (a < b ? -1 : 1));
  const bytes = (name: string): Buffer => {
    const entry = archive.entries.get(name);
    if (!entry) throw new Error(`The archive has no file ${name}`);
    assertSize(name, entry.size);
    return archive.read(entry);
  };
  return {
    paths,
    strays: [],
    has: (name) => archive.entries.has(name),
    text: (name) => decode(bytes(name), name),
    bytes,
    close: () => archive.close(),
  };
}

function assertSize(path: string, size: number): void {
  if (size <= largestOf(path)) return;
  const mib = largestOf(path) / MIB;
  throw new ImportRefused('giant_text', `The file ${path} of the bundle is larger than ${mib} MiB.`, {
    params: { what: 'bundle', name: path, size: mib },
  });
}

function decode(bytes: Buffer, path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new ImportRefused('encoding', `The file ${path} of the bundle is not in UTF-8.`, {
      params: { what: 'bundle', name: path },
    });
  }
}
