// The plugin for live sites with the free edition, in the form WordPress accepts: one folder in a ZIP file, next to the built
// interface.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { crc32 } from 'node:zlib';

/** File name in the folder of the built interface. */
const COMPANION = 'polydesk-link.zip';
const source = resolve(import.meta.dirname, 'resources/polydesk-link');
/** 1 January 1980, the earliest date in a ZIP file: makes the archive reproducible. */
const FIRST_DAY = 0x21;

/** Writes the plugin into the folder of the built interface. */
export function writeCompanion(folder: string): void {
  const names = readdirSync(source).toSorted();
  const files = names.map((name) => ({ name: `polydesk-link/${name}`, content: readFileSync(join(source, name)) }));
  writeFileSync(join(folder, COMPANION), zipOf(files));
}

/** Files as an uncompressed ZIP archive: they are small. */
export function zipOf(files: readonly { name: string; content: Uint8Array }[]): Buffer {
  const parts: Buffer[] = [];
  const entries: Buffer[] = [];
  let offset = 0;
  for (const { name, content } of files) {
    const local = Buffer.concat([head(0x04034b50, 30, { name, content }), Buffer.from(name), content]);
    const entry = head(0x02014b50, 46, { name, content });
    entry.writeUInt32LE(offset, 42);
    entries.push(entry, Buffer.from(name));
    parts.push(local);
    offset += local.length;
  }
  const list = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, list, end]);
}

/** The header of a file, repeated in the central directory, where it starts two bytes later. */
function head(mark: number, length: number, { name, content }: { name: string; content: Uint8Array }): Buffer {
  const bytes = Buffer.alloc(length);
  const at = length === 46 ? 2 : 0;
  bytes.writeUInt32LE(mark, 0);
  bytes.writeUInt16LE(20, 4);
  bytes.writeUInt16LE(20, 4 + at);
  bytes.writeUInt16LE(FIRST_DAY, 12 + at);
  bytes.writeUInt32LE(crc32(content), 14 + at);
  bytes.writeUInt32LE(content.length, 18 + at);
  bytes.writeUInt32LE(content.length, 22 + at);
  bytes.writeUInt16LE(Buffer.byteLength(name), 26 + at);
  return bytes;
}
