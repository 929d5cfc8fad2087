import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, existsSync, type WriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { RestError } from '../../errors.ts';
import { consume } from './arrival.ts';
import { tooLarge, type Limits } from './limits.ts';
import { UPLOADS } from '../../store/file/file-folder.ts';

/** Where uploads are kept until they are answered: files of mode 0600 in a folder of mode 0700, created when first needed. */
export interface UploadFolder {
  /** Returns a path that is not in use. */
  reserve(): Promise<string>;
  remove(path: string): Promise<void>;
  /** Removes the folder with everything in it. */
  clear(): Promise<void>;
}

/**
 * The folder for the uploads of one server.
 * @param parent the system's temporary folder unless given; called when the first upload arrives
 */
export function createUploadFolder(parent: () => string = tmpdir): UploadFolder {
  let folder: Promise<string> | undefined;
  const made = async (): Promise<string> => {
    const own = (folder ??= create(parent));
    const path = await own.catch(() => undefined);
    // A failed attempt is not cached, and systems remove old temporary folders.
    if (path !== undefined && existsSync(path)) return path;
    if (folder === own) folder = create(parent);
    return folder ?? made();
  };
  return {
    async reserve() {
      return join(await made(), randomUUID());
    },
    async remove(path) {
      await rm(path, { force: true });
    },
    async clear() {
      const path = await folder?.catch(() => undefined);
      folder = undefined;
      if (path !== undefined) await rm(path, { recursive: true, force: true });
    },
  };
}

async function create(parent: () => string): Promise<string> {
  return mkdtemp(join(parent(), UPLOADS));
}

/** The maximum number of bytes, and the limits of the server. */
export interface UploadSize {
  max: number;
  limits: Limits;
}

/**
 * Streams a request into `sink` at the speed of the sink. When the promise settles, `sink` is closed and its file can be removed.
 */
export async function feed(req: IncomingMessage, sink: Writable, size: UploadSize): Promise<void> {
  let failure: Error | undefined;
  sink.on('error', (error) => {
    failure = error;
    req.resume();
  });
  sink.on('drain', () => req.resume());
  const onChunk = (chunk: Buffer): void => {
    if (failure) throw failure;
    if (!sink.write(chunk)) req.pause();
  };
  try {
    await consume(req, { ...size, onChunk });
    if (failure) throw failure;
    sink.end();
    await finished(sink);
  } finally {
    sink.destroy();
    if (!sink.closed) await once(sink, 'close');
  }
}

/** Saves the raw body of a request to a file (`content.md` 2.7). Returns its size. */
export async function saveBody(req: IncomingMessage, path: string, size: UploadSize): Promise<number> {
  const sink = openFile(path);
  await feed(req, sink, size).catch(explainDisk);
  return sink.bytesWritten;
}

/** Saves one file of a form. Returns its size; 413 beyond `max`. */
export async function savePart(part: Readable, path: string, max: number): Promise<number> {
  const sink = openFile(path);
  await pipeline(part, sink).catch(explainDisk);
  if (sink.bytesWritten > max) throw tooLarge(max);
  return sink.bytesWritten;
}

/** Name and media type of a raw upload, from its headers. The name is never a path. */
export function describeUpload(disposition: string, contentType: string): { name: string; type: string } {
  const extended = /filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(disposition)?.[1];
  const plain = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;"]+))/i.exec(disposition);
  const name = (extended && decodeName(extended)) ?? plain?.[1]?.replace(/\\(.)/g, '$1') ?? plain?.[2] ?? '';
  return { name: baseName(asUtf8(name)), type: (contentType.split(';')[0] ?? '').trim().toLowerCase() };
}

/** The name without folders and control characters. */
export function baseName(name: string): string {
  // oxlint-disable-next-line no-control-regex -- a file name may hold none of them
  return (name.split(/[/\\]/).at(-1) ?? '').replace(/[\u0000-\u001f\u007f]/g, '').trim();
}

function openFile(path: string): WriteStream {
  // Flushed to disk outside the request path: the file may become one of the site's.
  return createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
}

function explainDisk(error: NodeJS.ErrnoException): never {
  if (error.code !== 'ENOSPC' && error.code !== 'EDQUOT') throw error;
  throw new RestError('storage_full', 'The disk is full: the upload was not stored.', 507);
}

function decodeName(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Header values arrive as Latin-1; browsers and curl send UTF-8. */
function asUtf8(text: string): string {
  const bytes = Buffer.from(text, 'latin1');
  const decoded = bytes.toString('utf8');
  return bytes.toString('latin1') === text && !decoded.includes('\ufffd') ? decoded : text;
}
