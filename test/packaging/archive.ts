// Checks of the packaged program. Each is a function of the collected facts, so that a test can plant a fault.
import { extractFile, getRawHeader } from '@electron/asar';
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { createHash } from 'node:crypto';
import { FUSES } from '../../build/packaging/config.ts';

const driver = `/node_modules/better-sqlite3`;
const native = `${driver}/prebuilds/${process.platform === 'linux' ? 'linux' : process.platform}-${process.arch}.node`;

/** Without these it would not start. */
export const NEEDED = [
  '/package.json',
  '/LICENSE',
  '/dist/main/main.js',
  '/dist/preload/preload.cjs',
  '/dist/reader/reader.js',
  '/dist/worker/worker.js',
  '/dist/renderer/index.html',
  '/dist/renderer/licences.json',
  // The plugin that the wizard of the live site offers.
  '/dist/renderer/polydesk-link.zip',
  `${driver}/package.json`,
  `${driver}/LICENSE`,
  `${driver}/lib/index.js`,
  native,
];

/** Beside those. Names of the built interface are its own, but only kinds that a page needs. */
const ALLOWED = [
  /^\/dist\/renderer\/assets\/[\w.-]+\.(js|css|svg|png|webp|woff2)$/,
  /^\/node_modules\/better-sqlite3\/lib\/((methods\/)?(?!(darwin|linux|linuxmusl|win32)-)[\w-]+)\.js$/,
];

/** Files that have no place in the archive, and files that are missing from it. */
export function judgeFiles(files: readonly string[]): { strange: string[]; missing: string[] } {
  const isAllowed = (file: string): boolean => NEEDED.includes(file) || ALLOWED.some((pattern) => pattern.test(file));
  return { strange: files.filter((file) => !isAllowed(file)), missing: NEEDED.filter((file) => !files.includes(file)) };
}

/** Words that give something away: a key, a token, the folders of who built it. */
export function leaksIn(text: string, root: string): string[] {
  const patterns = [
    /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
    /\bgh[pousr]_[A-Za-z0-9]{36}/,
    /\bnpm_[A-Za-z0-9]{36}/,
    /\bAKIA[A-Z0-9]{16}\b/,
    /[a-f0-9-]{36}:fx\b/,
    /\/\/# sourceMappingURL=data:/,
  ];
  const found = patterns.flatMap((pattern) => pattern.exec(text)?.[0] ?? []);
  return text.includes(`${root}/`) ? [...found, root] : found;
}

/** The fuses of an executable that are not as they should be, by name. */
export async function wrongFuses(executable: string): Promise<string[]> {
  const wire = await getCurrentFuseWire(executable);
  return Object.entries(FUSES).flatMap(([name, isOn]) => {
    const option = FuseV1Options[`${name[0]?.toUpperCase() ?? ''}${name.slice(1)}` as keyof typeof FuseV1Options];
    return wire[option] === (isOn ? FuseState.ENABLE : FuseState.DISABLE) ? [] : [name];
  });
}

interface Entry {
  files?: Record<string, Entry>;
  integrity?: { algorithm: string; hash: string };
  unpacked?: boolean;
}

/** A file of the archive: its path from `/`, the sum written down for it, and whether it lies beside the archive. */
export interface Packed {
  path: string;
  sum: string | undefined;
  isOutside: boolean;
}

/** Every file an archive names. */
export function filesIn(archive: string): Packed[] {
  return entries('', getRawHeader(archive).header);
}

function entries(path: string, { files, integrity, unpacked }: Entry): Packed[] {
  if (!files) return [{ path, sum: integrity?.hash, isOutside: unpacked === true }];
  return Object.entries(files).flatMap(([name, entry]) => entries(`${path}/${name}`, entry));
}

/** Files whose content is not what its sum says (E12). `read` gives the content. */
export function falseSums(files: readonly Packed[], read: (path: string) => Buffer): string[] {
  const sumOf = (path: string): string => createHash('sha256').update(read(path)).digest('hex');
  return files.filter(({ path, sum }) => sum !== sumOf(path)).map(({ path }) => path);
}

/** Reads a file of an archive. */
export function readerOf(archive: string): (path: string) => Buffer {
  return (path) => extractFile(archive, path.slice(1));
}
