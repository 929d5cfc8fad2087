import busboy from 'busboy';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { parseQuery } from '../../core/rest/query.ts';
import { baseName, describeUpload } from '../../core/server/http/uploads.ts';
import type { RestRequest } from '../../core/types.ts';

/** An uploaded body as the HTTP transport passes it on: a file on the disk, and the fields of a form. */
export type UploadParts = Pick<RestRequest, 'body' | 'file'>;

/** Folders made here, removed when the program ends. */
const folders: string[] = [];
process.once('exit', () => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

/** A raw body as a file. */
export function rawUpload(headers: Record<string, string>, bytes: Buffer): UploadParts {
  const about = describeUpload(headers['content-disposition'] ?? '', headers['content-type'] ?? '');
  return bytes.length === 0 ? {} : { file: saved(bytes, about) };
}

/** The fields of a form, and its file. */
export async function formUpload(headers: Record<string, string>, bytes: Buffer): Promise<UploadParts> {
  const parser = busboy({ headers, defParamCharset: 'utf8' });
  const pairs: string[] = [];
  let file: RestRequest['file'];
  parser.on('field', (name, value) => pairs.push(`${encodeURIComponent(name)}=${encodeURIComponent(value)}`));
  parser.on('file', (name, part, info) => {
    const chunks: Buffer[] = [];
    part.on('data', (chunk: Buffer) => chunks.push(chunk));
    part.on('end', () => {
      const about = { name: baseName(info.filename ?? ''), type: info.mimeType.toLowerCase() };
      if (name === 'file') file = saved(Buffer.concat(chunks), about);
    });
  });
  const ended = new Promise<void>((resolve, reject) => parser.on('close', resolve).on('error', reject));
  Readable.from([bytes]).pipe(parser);
  await ended;
  return { body: parseQuery(pairs.join('&')), ...(file && { file }) };
}

function saved(bytes: Buffer, about: { name: string; type: string }): NonNullable<RestRequest['file']> {
  const folder = mkdtempSync(join(tmpdir(), 'polydesk-upload-test-'));
  folders.push(folder);
  const path = join(folder, 'upload');
  writeFileSync(path, bytes, { mode: 0o600 });
  return { path, ...about, size: bytes.length };
}
