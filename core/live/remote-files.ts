// Files uploaded to and downloaded from a live site, streamed.
import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { liveFault } from './faults.ts';

/** A form with a file of this computer. */
export interface RemoteForm {
  fields: Readonly<Record<string, string>>;
  file: { path: string; name: string; type: string; size: number };
}

/** The body of a request: a text, or a form with a file. */
export interface Payload {
  type: string;
  length: number;
  text?: string;
  form?: { head: Buffer; path: string; tail: Buffer };
}

/** The body of a request; undefined for none. */
export function payloadOf({ body, form }: { body?: unknown; form?: RemoteForm | undefined }): Payload | undefined {
  if (form) return formPayload(form);
  if (body === undefined) return undefined;
  const text = JSON.stringify(body);
  return { type: 'application/json', length: Buffer.byteLength(text), text };
}

function formPayload({ fields, file }: RemoteForm): Payload {
  const boundary = `polydesk-${randomBytes(16).toString('hex')}`;
  const part = (about: string, text: string): string =>
    `--${boundary}\r\nContent-Disposition: form-data; ${about}\r\n${text}`;
  const texts = Object.entries(fields).map(([name, value]) => part(`name="${quoted(name)}"`, `\r\n${value}\r\n`));
  const opening = part(`name="file"; filename="${quoted(file.name)}"`, `Content-Type: ${file.type}\r\n\r\n`);
  const head = Buffer.from(texts.join('') + opening, 'utf8');
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`, 'utf8');
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    length: head.length + file.size + tail.length,
    form: { head, path: file.path, tail },
  };
}

/** Names in forms, escaped as browsers do. */
const quoted = (name: string): string => name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

/** The bytes of a form, part by part. Throws `polydesk_live_file` if the file cannot be read. */
export async function* contentOf({ head, path, tail }: NonNullable<Payload['form']>): AsyncIterable<Buffer> {
  yield head;
  try {
    yield* createReadStream(path) as AsyncIterable<Buffer>;
  } catch {
    throw liveFault('file');
  }
  yield tail;
}

/** Streams an answer into a new file and returns its size. Throws `polydesk_live_large` beyond `most` bytes. */
export async function saveFile(
  answer: Readable,
  { to, most, signal }: { to: string; most: number; signal: AbortSignal },
): Promise<number> {
  const file = await open(to, 'wx', 0o600);
  let size = 0;
  try {
    await pipeline(
      answer,
      async function* (parts: AsyncIterable<Buffer>) {
        for await (const part of parts) {
          size += part.length;
          if (size > most) throw liveFault('large');
          yield part;
        }
      },
      file.createWriteStream(),
      { signal },
    );
    return size;
  } finally {
    await file.close();
  }
}
