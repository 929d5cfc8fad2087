import busboy, { type Busboy } from 'busboy';
import type { IncomingMessage } from 'node:http';
import { RestError } from '../../errors.ts';
import { parseQuery } from '../../rest/query.ts';
import type { Dict, FileRef } from '../../types.ts';
import { ClientGone } from './arrival.ts';
import { invalidUtf8, tooBusy, tooLarge, type Meter } from './limits.ts';
import { baseName, feed, savePart, type UploadSize } from './uploads.ts';

export interface FormOptions extends UploadSize {
  /** Where the part `file` is written; undefined: file parts are skipped. */
  path: string | undefined;
  /** Bytes of all bodies in memory. */
  bodies: Meter;
}

export interface Form {
  body: Dict;
  file?: FileRef;
}

/** Reads `multipart/form-data` (`interface.md` 1.6). Fields are named as in urlencoded forms; a file is streamed to disk. */
export async function readMultipart(req: IncomingMessage, options: FormOptions): Promise<Form> {
  const { limits, bodies, path } = options;
  const parser = createParser(req, options);
  const fields = collectFields(parser, limits.body, bodies);
  const saved = path === undefined ? skipFiles(parser) : saveFile(parser, path, options.max);
  for (const event of ['partsLimit', 'fieldsLimit'] as const) parser.on(event, () => parser.destroy(tooManyParts()));
  try {
    const max = limits.body + (path === undefined ? 0 : options.max);
    await feed(req, parser, { max, limits }).catch(explain);
    const file = await saved.file();
    return { body: parseQuery(fields.text()), ...(file && { file }) };
  } finally {
    bodies.give(fields.held());
    // The file may be removed only after it is closed.
    await saved.file().catch(() => undefined);
  }
}

/** The maximum number of parameters is that of `rest/query.ts`, set here so that parts beyond it are not even kept. */
const FORM_LIMITS = { fieldNameSize: 4096, fields: 1000, parts: 1000, headerPairs: 50 } as const;

function createParser(req: IncomingMessage, { limits, max }: FormOptions): Busboy {
  try {
    return busboy({
      headers: req.headers,
      defParamCharset: 'utf8',
      // One byte more than allowed, because the parser treats a file of exactly the limit as truncated.
      limits: { ...FORM_LIMITS, fieldSize: limits.body, fileSize: max + 1 },
    });
  } catch {
    throw badForm();
  }
}

/** Collects the fields of a form as urlencoded text, so that the same reader builds lists and maps. */
function collectFields(parser: Busboy, max: number, bodies: Meter): { text(): string; held(): number } {
  const pairs: string[] = [];
  let held = 0;
  parser.on('field', (name, value, info) => {
    const bytes = name.length + value.length;
    const isCut = info.nameTruncated || info.valueTruncated || held + bytes > max;
    if (isCut) return void parser.destroy(tooLarge(max));
    if (!bodies.take(bytes)) return void parser.destroy(tooBusy());
    held += bytes;
    // The decoder puts U+FFFD where bytes are not valid UTF-8; it is never sent on purpose.
    if (name.includes('\ufffd') || value.includes('\ufffd')) return void parser.destroy(invalidUtf8());
    pairs.push(`${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  });
  return { text: () => pairs.join('&'), held: () => held };
}

interface Saved {
  file(): Promise<FileRef | undefined>;
}

function skipFiles(parser: Busboy): Saved {
  parser.on('file', (_name, part) => void part.resume());
  return { file: () => Promise.resolve(undefined) };
}

/** Saves the first file named `file`; skips others. */
function saveFile(parser: Busboy, path: string, max: number): Saved {
  let saving: Promise<FileRef> | undefined;
  parser.on('file', (name, part, info) => {
    // Typed as string, but a part may be a file because of its media type alone.
    const given: string | undefined = info.filename;
    if (name !== 'file' || given === undefined || saving) return void part.resume();
    const about = { path, name: baseName(given), type: info.mimeType.toLowerCase() };
    saving = savePart(part, path, max).then((size) => ({ ...about, size }));
    saving.catch((error: Error) => parser.destroy(error));
  });
  return { file: () => saving ?? Promise.resolve(undefined) };
}

function explain(error: unknown): never {
  throw error instanceof RestError || error instanceof ClientGone || isSystemError(error) ? error : badForm();
}

function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}

function badForm(): RestError {
  return new RestError('rest_invalid_form', 'The form could not be read.', 400);
}

function tooManyParts(): RestError {
  return new RestError('rest_request_too_complex', 'The form has too many parts.', 400);
}
