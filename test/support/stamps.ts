// Forged stamps of clean closes.
import Database from 'better-sqlite3';
import {
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
  writeSync,
  closeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import type { Host } from '../../core/server/host/folders.ts';
import { stampPath, stampsOf } from '../../core/server/host/stamps.ts';
import { openSite } from '../../core/site.ts';
import type { Stamp } from '../../core/store/file/clean-close.ts';
import { migrations } from '../../core/store/file/migrations/index.ts';

export const hostAt = (folder: string): Host => ({
  env: { POLYDESK_DATA: folder },
  platform: process.platform,
  home: folder,
});

/** The stamp of a file as it lies in the data folder; undefined where there is none. */
export function readStampOf(host: Host, file: string): Stamp | undefined {
  try {
    return JSON.parse(readFileSync(stampPath(host, realpathSync(file)), 'utf8')) as Stamp;
  } catch {
    return undefined;
  }
}

/** Writes a stamp that says the file as it is now was closed cleanly, or something else. */
export function forgeStamp(host: Host, file: string, changes: Partial<Stamp> = {}): void {
  const { dev, ino, size, mtimeNs, ctimeNs } = statSync(file, { bigint: true });
  const db = new Database(file, { readonly: true });
  const site_id = String(db.prepare('SELECT site_id FROM site').pluck().get());
  db.close();
  const stamp: Stamp = {
    site_id,
    dev: String(dev),
    ino: String(ino),
    size: String(size),
    mtime_ns: String(mtimeNs),
    ctime_ns: String(ctimeNs),
    format: migrations.length,
    checked_at: Date.now() - 60_000,
    ...changes,
  };
  const path = stampPath(host, realpathSync(file));
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(path, JSON.stringify(stamp), { mode: 0o600 });
}

/** A site that is large enough to be opened unchecked, closed cleanly. */
export function makeFilled(host: Host, file: string): void {
  openSite(file, { version: '1.0.0' }).close();
  const db = new Database(file);
  db.exec(
    `INSERT INTO source_texts (kind, item_id, title, content, excerpt) VALUES ('post', 900, '', hex(zeroblob(3000000)), '')`,
  );
  db.close();
  openSite(file, { version: '1.0.0', stamps: stampsOf(host) }).close();
}

/** Spoils pages of it that nobody needs to read but a check. */
export function spoil(file: string): void {
  const descriptor = openSync(file, 'r+');
  writeSync(descriptor, Buffer.alloc(8 * 4096, 0xff), 0, 8 * 4096, statSync(file).size - 64 * 4096);
  closeSync(descriptor);
}
