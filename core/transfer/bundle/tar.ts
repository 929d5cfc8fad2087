import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { ImportRefused } from '../refusal.ts';
import { writeWhole } from '../wxr/xml-write.ts';

/** One file of a bundle; the path has slashes. */
export interface BundleFile {
  path: string;
  data: Buffer;
}

const BLOCK = 512;
/** Maximum number of files in an archive (`security.md` 5.6). */
const MOST_FILES = 4_000_000;
/** Longest path in bytes that fits a header. */
const LONGEST = { name: 100, prefix: 155 };
/** Longest path of any file, in bytes. */
const LONGEST_PATH = 1024;

/** Writes a reproducible archive (tar): equal files give equal bytes. */
export function writeArchive(path: string, files: Iterable<BundleFile>, check: (path: string) => void): void {
  writeWhole(
    path,
    (out) => {
      for (const { path: name, data } of files) {
        out.write(Buffer.concat([headersOf(name, data.length), data, Buffer.alloc(padding(data.length))]));
      }
      out.write(Buffer.alloc(BLOCK * 2));
    },
    check,
  );
}

/** Whether a file is an archive, by its first header. */
export function isArchive(path: string): boolean {
  const start = Buffer.alloc(BLOCK);
  const file = openSync(path, 'r');
  try {
    readSync(file, start, 0, BLOCK, 0);
  } finally {
    closeSync(file);
  }
  return start.toString('latin1', 257, 262) === 'ustar';
}

/** The position of a file in an archive. */
export interface Entry {
  offset: number;
  size: number;
}

/** The contents of an open archive: its files by path, in order. */
export interface Archive {
  entries: ReadonlyMap<string, Entry>;
  read(entry: Entry): Buffer;
  close(): void;
}

/**
 * Opens an archive and scans its headers. Throws `ImportRefused` for a damaged one, for a path that `isPath` rejects, and for a
 * duplicate path.
 */
export function openArchive(path: string, isPath: (path: string) => boolean): Archive {
  const file = openSync(path, 'r');
  try {
    const entries = entriesOf(file, isPath);
    return {
      entries,
      read: ({ offset, size }) => readBytes(file, offset, size),
      close: () => closeSync(file),
    };
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

function entriesOf(file: number, isPath: (path: string) => boolean): Map<string, Entry> {
  const entries = new Map<string, Entry>();
  const end = fstatSync(file).size;
  let longName: string | undefined;
  for (let at = 0; entries.size < MOST_FILES;) {
    const head = readBytes(file, at, BLOCK);
    if (head.every((byte) => byte === 0)) return entries;
    const { name: short, size, kind } = readHeader(head);
    const offset = at + BLOCK;
    at = offset + size + padding(size);
    if (at > end) throw truncated();
    if (kind === 'x') {
      longName = size <= BLOCK * 8 ? longNameIn(readBytes(file, offset, size)) : undefined;
      continue;
    }
    const name = longName ?? short;
    longName = undefined;
    if (kind !== '0' && kind !== '') continue;
    if (!isPath(name))
      throw new ImportRefused('archive_path', 'The archive contains a file with a name that no bundle has.');
    if (entries.has(name)) throw new ImportRefused('broken_archive', `The archive contains the file ${name} twice.`);
    entries.set(name, { offset, size });
  }
  throw new ImportRefused('too_large', `The archive contains more than ${MOST_FILES} files.`, {
    params: { what: 'archive', count: MOST_FILES },
  });
}

const padding = (size: number): number => (BLOCK - (size % BLOCK)) % BLOCK;

function truncated(): ImportRefused {
  return new ImportRefused('truncated', 'The archive ends before it is complete.', { params: { what: 'archive' } });
}

function readBytes(file: number, at: number, size: number): Buffer {
  const bytes = Buffer.alloc(size);
  if (readSync(file, bytes, 0, size, at) === size) return bytes;
  throw truncated();
}

function readHeader(head: Buffer): { name: string; size: number; kind: string } {
  const field = (from: number, length: number): string =>
    head.toString('utf8', from, from + length).replace(/\0[\s\S]*$/, '');
  const prefix = field(345, LONGEST.prefix);
  const name = (prefix === '' ? '' : `${prefix}/`) + field(0, LONGEST.name);
  const size = parseInt(field(124, 12).trim(), 8);
  if (parseInt(field(148, 8).trim(), 8) !== sumOf(head) || !Number.isSafeInteger(size) || size < 0)
    throw new ImportRefused('broken_archive', 'The archive is damaged.');
  return { name, size, kind: field(156, 1) };
}

/** The checksum of a header, computed with blanks in the checksum field itself. */
function sumOf(head: Buffer): number {
  return head.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 32 : byte), 0);
}

/** The header of a file, preceded by a pax header if its path is long. */
function headersOf(path: string, size: number): Buffer {
  const bytes = Buffer.byteLength(path);
  if (bytes <= LONGEST.name) return header({ name: path, prefix: '', size, kind: '0' });
  const cut = path.lastIndexOf('/');
  const [prefix, name] = [path.slice(0, cut), path.slice(cut + 1)];
  if (Buffer.byteLength(prefix) <= LONGEST.prefix && Buffer.byteLength(name) <= LONGEST.name)
    return header({ name, prefix, size, kind: '0' });
  const record = Buffer.from(paxRecord('path', path));
  const long = header({ name: 'path', prefix: '', size: record.length, kind: 'x' });
  const rest = Buffer.alloc(padding(record.length));
  return Buffer.concat([long, record, rest, header({ name: 'long', prefix: '', size, kind: '0' })]);
}

/** "30 path=…": the length includes itself. */
function paxRecord(key: string, value: string): string {
  const length = Buffer.byteLength(` ${key}=${value}\n`);
  let total = length + String(length).length;
  if (String(total).length > String(length).length) total += 1;
  return `${total} ${key}=${value}\n`;
}

function longNameIn(record: Buffer): string | undefined {
  const name = /^\d+ path=([^\n\0]+)\n/m.exec(record.toString('utf8'))?.[1];
  return name !== undefined && Buffer.byteLength(name) <= LONGEST_PATH ? name : undefined;
}

function header({ name, prefix, size, kind }: { name: string; prefix: string; size: number; kind: string }): Buffer {
  const head = Buffer.alloc(BLOCK);
  const octal = (value: number, length: number): string => value.toString(8).padStart(length - 1, '0');
  head.write(name, 0);
  head.write(octal(0o644, 8), 100);
  head.write(octal(0, 8), 108);
  head.write(octal(0, 8), 116);
  head.write(octal(size, 12), 124);
  head.write(octal(0, 12), 136);
  head.write(kind, 156);
  head.write('ustar', 257);
  head.write('00', 263);
  head.write(octal(0, 8), 329);
  head.write(octal(0, 8), 337);
  head.write(prefix, 345);
  head.write(`${octal(sumOf(head), 7)}\0 `, 148);
  return head;
}
