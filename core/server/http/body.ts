import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { parseQuery } from '../../rest/query.ts';
import type { RestRequest } from '../../types.ts';
import { consume, type Clock } from './arrival.ts';
import { parseJson } from '../../rest/json.ts';
import { invalidUtf8, tooBusy, tooLarge, type Limits, type Meter } from './limits.ts';
import { readMultipart } from './multipart.ts';
import { describeUpload, saveBody, type UploadFolder, type UploadSize } from './uploads.ts';

/** How a body is read (`interface.md` 1.6); `file`: raw, into a file (`content.md` 2.7). */
export type BodyKind = 'json' | 'form' | 'multipart' | 'file' | 'ignored';

export interface BodyFacts {
  /** The actual HTTP method. */
  method: string;
  contentType: string;
  disposition: string;
  /** Whether the address takes uploads. */
  takesFile: boolean;
}

/** Chooses the reader for a body. */
export function bodyKind({ method, contentType, disposition, takesFile }: BodyFacts): BodyKind {
  const value = (contentType.split(';')[0] ?? '').toLowerCase();
  const first = (value.split(',')[0] ?? '').trim();
  if (method === 'POST' && first === 'multipart/form-data') return 'multipart';
  const isJson = value === 'application/json' || value.split(/[\s,]+/).some(isJsonType);
  const isForm = first === 'application/x-www-form-urlencoded';
  if (takesFile && (disposition !== '' || !(isJson || isForm))) return 'file';
  if (isJson) return 'json';
  return isForm && FORM_METHODS.has(method) ? 'form' : 'ignored';
}

/** What the readers of one server share. */
export interface BodyRoom {
  limits: Limits;
  /** Bytes of all bodies held in memory. */
  bodies: Meter;
  uploads: UploadFolder;
}

export interface BodyOptions {
  /** Whether the address takes uploads with this method. */
  takesFile: boolean;
  /** Largest file this caller may send. */
  uploadMax: number;
  clock: Clock;
  /** Tells a client that sent `Expect: 100-continue` to send the body. */
  proceed?: (() => void) | undefined;
}

/** What a body adds to a request. */
export type BodyParts = Pick<RestRequest, 'body' | 'floats' | 'bodyFault' | 'file'>;

/** `release` frees memory and removes the file; call it after the answer. */
export interface Received {
  parts: BodyParts;
  release(): void;
}

/** Reads the body of a request. Throws or rejects with a `RestError` or `ClientGone`; then nothing remains. */
export function readBody(req: IncomingMessage, options: BodyOptions, room: BodyRoom): Promise<Received> {
  const { headers, method = '' } = req;
  const disposition = headers['content-disposition'] ?? '';
  const kind = bodyKind({
    method,
    contentType: headers['content-type'] ?? '',
    disposition,
    takesFile: options.takesFile,
  });
  const isUpload = options.takesFile && (kind === 'file' || kind === 'multipart');
  const max = isUpload ? options.uploadMax + room.limits.body : room.limits.body;
  if (options.proceed && Number(headers['content-length'] ?? 0) > max) throw tooLarge(max);
  options.proceed?.();
  if (isUpload) options.clock.allowUpload();
  if (kind === 'file' || kind === 'multipart') return readToDisk(req, { kind, ...options }, room);
  return readToMemory(req, kind, room);
}

type DiskOptions = BodyOptions & { kind: 'file' | 'multipart' };

const FORM_METHODS: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

function isJsonType(type: string): boolean {
  return type === 'application/json' || (type.startsWith('application/') && type.endsWith('+json'));
}

async function readToMemory(req: IncomingMessage, kind: BodyKind, { limits, bodies }: BodyRoom): Promise<Received> {
  const chunks: Buffer[] = [];
  let held = 0;
  const release = (): void => {
    bodies.give(held);
    held = 0;
  };
  const onChunk = (chunk: Buffer): void => {
    if (kind === 'ignored') return;
    if (!bodies.take(chunk.length)) throw tooBusy();
    held += chunk.length;
    chunks.push(chunk);
  };
  try {
    await consume(req, { max: limits.body, limits, onChunk });
    return { parts: parse(kind, chunks), release };
  } catch (error) {
    release();
    throw error;
  }
}

function parse(kind: BodyKind, chunks: Buffer[]): BodyParts {
  if (kind === 'ignored') return {};
  const bytes = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
  if (kind === 'json') {
    const { value, floats, fault } = parseJson(bytes);
    return fault ? { bodyFault: fault } : { body: value, ...(floats && { floats }) };
  }
  if (!isUtf8(bytes)) throw invalidUtf8();
  return { body: parseQuery(bytes.toString('utf8')) };
}

async function readToDisk(req: IncomingMessage, options: DiskOptions, room: BodyRoom): Promise<Received> {
  const { limits, uploads, bodies } = room;
  const path = options.takesFile ? await uploads.reserve() : undefined;
  const size = { max: options.uploadMax, limits };
  const release = (): void => {
    if (path !== undefined) uploads.remove(path).catch(() => undefined);
  };
  try {
    const isForm = options.kind === 'multipart';
    const parts = isForm ? await readMultipart(req, { path, bodies, ...size }) : await readFile(req, path ?? '', size);
    if (parts.file && req.headers['content-md5'] !== undefined) parts.file.md5 = await md5Of(parts.file.path);
    return { parts, release };
  } catch (error) {
    if (path !== undefined) await uploads.remove(path);
    throw error;
  }
}

async function md5Of(path: string): Promise<string> {
  const hash = createHash('md5');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** A raw upload. An empty body gives no file: `chunked` may turn out to be empty. */
async function readFile(req: IncomingMessage, path: string, size: UploadSize): Promise<BodyParts> {
  const bytes = await saveBody(req, path, size);
  const about = describeUpload(req.headers['content-disposition'] ?? '', req.headers['content-type'] ?? '');
  return bytes === 0 ? {} : { file: { path, ...about, size: bytes } };
}
