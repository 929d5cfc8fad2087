import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** A value as SQLite stores it. */
export type Cell = null | number | bigint | string | Buffer;

/** A row as stored in a page: its rowid, for tables that have one, and its values in stored order. */
export interface RawRow {
  rowid: number | undefined;
  values: Cell[];
}

/** The content of a page of a tree. Undefined children and rows are unreadable. */
export interface TreePage {
  /** Rows of a table are in table leaves; those of a table without rowid are stored like an index, on every level. */
  kind: 'table' | 'index';
  children: number[];
  rows: RawRow[];
  /** Rows with a part on an unreadable page, by rowid if there is one. */
  broken: (number | undefined)[];
}

/** The pages of a file as stored on disk, without SQLite, which gives up at the first unreadable one. */
export interface Pages {
  readonly count: number;
  /** The version of the format; undefined if the header of the file is unreadable. */
  readonly userVersion: number | undefined;
  /** How many pages are counted in the header but missing from the file. */
  readonly cut: number;
  /** Undefined for a page that does not belong to a tree. */
  tree(number: number): TreePage | undefined;
  /** Free pages: their content was deleted. */
  free: ReadonlySet<number>;
  close(): void;
}

const TABLE = { inner: 0x05, leaf: 0x0d } as const;
const INDEX = { inner: 0x02, leaf: 0x0a } as const;
const MAGIC = 'SQLite format 3\0';
const USUAL_PAGE = 4096;
/** More than any row of a site has. */
const MOST_COLUMNS = 100;

/** Opens the pages of a file, read-only. */
export function openPages(path: string): Pages {
  const file = openSync(path, 'r');
  const head = Buffer.alloc(100);
  readSync(file, head, 0, 100, 0);
  const isHead = head.toString('latin1', 0, 16) === MAGIC;
  const named = isHead ? head.readUInt16BE(16) : USUAL_PAGE;
  const size = named === 1 ? 65536 : isPageSize(named) ? named : USUAL_PAGE;
  const usable = size - (isHead ? head.readUInt8(20) : 0);
  const count = Math.floor(fstatSync(file).size / size);
  const read = (number: number): Buffer | undefined => {
    if (!Number.isInteger(number) || number < 1 || number > count) return undefined;
    const page = Buffer.alloc(size);
    try {
      if (readSync(file, page, 0, size, (number - 1) * size) < size) return undefined;
    } catch (error) {
      // An unreadable sector.
      if (error instanceof Error && 'code' in error && error.code === 'EIO') return undefined;
      throw error;
    }
    return page.some((byte) => byte !== 0) ? page : undefined;
  };
  const source = { read, usable, count };
  return {
    count,
    userVersion: isHead ? head.readUInt32BE(60) : undefined,
    cut: isHead && isCounted(head) ? Math.max(0, head.readUInt32BE(28) - count) : 0,
    tree: (number) => treePage(source, number),
    free: isHead ? freePages(source, head.readUInt32BE(32)) : new Set(),
    close: () => closeSync(file),
  };
}

/** The header's page count is valid only for the change it names: older programs update neither. */
const isCounted = (head: Buffer): boolean => head.readUInt32BE(24) === head.readUInt32BE(92);

function isPageSize(size: number): boolean {
  return size >= 512 && size <= 32768 && (size & (size - 1)) === 0;
}

interface Source {
  read(number: number): Buffer | undefined;
  usable: number;
  count: number;
}

function freePages({ read, usable, count }: Source, first: number): Set<number> {
  const free = new Set<number>();
  for (let trunk = first; trunk > 0 && trunk <= count && !free.has(trunk);) {
    free.add(trunk);
    const page = read(trunk);
    if (!page) break;
    const leaves = Math.min(page.readUInt32BE(4), usable / 4 - 2);
    for (let at = 0; at < leaves; at += 1) free.add(page.readUInt32BE(8 + 4 * at));
    trunk = page.readUInt32BE(0);
  }
  return free;
}

function treePage(source: Source, number: number): TreePage | undefined {
  const page = source.read(number);
  // The first page begins with the header of the file.
  const start = number === 1 ? 100 : 0;
  const type = page?.readUInt8(start);
  const isInner = type === TABLE.inner || type === INDEX.inner;
  const isTable = type === TABLE.inner || type === TABLE.leaf;
  if (!page || (!isInner && !isTable && type !== INDEX.leaf)) return undefined;
  const found: TreePage = { kind: isTable ? 'table' : 'index', children: [], rows: [], broken: [] };
  const cells = page.readUInt16BE(start + 3);
  const array = start + (isInner ? 12 : 8);
  if (array + 2 * cells > source.usable) return undefined;
  for (let n = 0; n < cells; n += 1) {
    const at = page.readUInt16BE(array + 2 * n);
    if (at < array || at >= source.usable - 3) found.broken.push(undefined);
    else readCell({ source, page, isTable, isInner }, at, found);
  }
  if (isInner) found.children.push(page.readUInt32BE(start + 8));
  return found;
}

function readCell(
  { source, page, isTable, isInner }: { source: Source; page: Buffer; isTable: boolean; isInner: boolean },
  at: number,
  found: TreePage,
): void {
  let from = at;
  if (isInner) {
    found.children.push(page.readUInt32BE(from));
    from += 4;
    if (isTable) return;
  }
  let rowid: number | undefined;
  try {
    const size = varint(page, from);
    from = size.next;
    if (isTable) {
      const key = varint(page, from);
      from = key.next;
      rowid = Number(BigInt.asIntN(64, key.value));
    }
    const payload = payloadOf(source, page, { from, size: Number(size.value), isTable });
    const values = payload && record(payload);
    if (values) found.rows.push({ rowid, values });
    else found.broken.push(rowid);
  } catch (error) {
    if (!(error instanceof RangeError || error instanceof TypeError)) throw error;
    found.broken.push(rowid);
  }
}

/** An integer of one to nine bytes. */
function varint(bytes: Buffer, at: number): { value: bigint; next: number } {
  let value = 0n;
  for (let n = 0; n < 8; n += 1) {
    const byte = bytes.readUInt8(at + n);
    value = (value << 7n) | BigInt(byte & 0x7f);
    if (byte < 0x80) return { value, next: at + n + 1 };
  }
  return { value: (value << 8n) | BigInt(bytes.readUInt8(at + 8)), next: at + 9 };
}

/** The bytes of a row, including those on overflow pages; undefined if one of these is unreadable. */
function payloadOf(
  { read, usable, count }: Source,
  page: Buffer,
  { from, size, isTable }: { from: number; size: number; isTable: boolean },
): Buffer | undefined {
  if (size < 1 || size > count * usable) return undefined;
  const most = isTable ? usable - 35 : Math.floor(((usable - 12) * 64) / 255) - 23;
  const least = Math.floor(((usable - 12) * 32) / 255) - 23;
  const fitting = least + ((size - least) % (usable - 4));
  const local = size <= most ? size : fitting <= most ? fitting : least;
  if (from + local > page.length) return undefined;
  const parts = [page.subarray(from, from + local)];
  let [left, next] = [size - local, local < size ? page.readUInt32BE(from + local) : 0];
  while (left > 0) {
    const more = read(next);
    if (!more) return undefined;
    const part = more.subarray(4, Math.min(usable, 4 + left));
    parts.push(part);
    left -= part.length;
    next = more.readUInt32BE(0);
  }
  return Buffer.concat(parts);
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The values of a row; undefined if its bytes are not a valid record. */
function record(bytes: Buffer): Cell[] | undefined {
  const head = varint(bytes, 0);
  const end = Number(head.value);
  if (end < head.next || end > bytes.length) return undefined;
  const values: Cell[] = [];
  let at = end;
  for (let from = head.next; from < end;) {
    const type = varint(bytes, from);
    from = type.next;
    const kind = Number(type.value);
    const size = kind >= 12 ? Math.floor((kind - 12) / 2) : (SIZES[kind] ?? -1);
    if (size < 0 || at + size > bytes.length || values.length >= MOST_COLUMNS) return undefined;
    values.push(cell(bytes.subarray(at, at + size), kind));
    at += size;
  }
  return at === bytes.length ? values : undefined;
}

/** Sizes of the serial types below 12; 10 and 11 are never stored. */
const SIZES: Readonly<Record<number, number>> = { 0: 0, 1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8, 7: 8, 8: 0, 9: 0 };

function cell(bytes: Buffer, kind: number): Cell {
  if (kind === 0) return null;
  if (kind === 7) return bytes.readDoubleBE(0);
  if (kind === 8 || kind === 9) return kind - 8;
  if (kind === 6) {
    const value = bytes.readBigInt64BE(0);
    return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  }
  if (kind < 6) return bytes.readIntBE(0, bytes.length);
  return kind % 2 === 0 ? Buffer.from(bytes) : UTF8.decode(bytes);
}
