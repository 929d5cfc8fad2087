import { createReadStream, createWriteStream, statSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { request } from '../../node-http.ts';

/** A request to one of our servers on this computer. */
export interface ClientRequest {
  method: string;
  /** Full address. */
  url: string;
  token?: string;
  body?: unknown;
  /** A file as the body, under this name. */
  upload?: { path: string; name: string };
  /** Where to save the body of a successful answer instead of parsing it. */
  saveTo?: string;
  /** Timeout in milliseconds; defaults to 30 seconds. */
  patience?: number;
}

export interface ClientResponse {
  status: number;
  headers: IncomingMessage['headers'];
  /** The parsed JSON; undefined when the answer has none. */
  body: unknown;
}

const PATIENCE_MS = 30_000;
const LARGEST = 64 * 1024 * 1024;

/** Calls a running server, for the command line. Rejects on a timeout. */
export function ask(about: ClientRequest): Promise<ClientResponse> {
  const { method, url, token, body, upload, saveTo, patience = PATIENCE_MS } = about;
  const text = body === undefined ? undefined : JSON.stringify(body);
  const headers = {
    ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    ...(text !== undefined && { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) }),
    ...(upload && uploadHeaders(upload)),
  };
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent: false, signal: AbortSignal.timeout(patience) }, (answer) => {
      const status = answer.statusCode ?? 0;
      const read = saveTo !== undefined && status < 300 ? save(answer, saveTo) : readJson(answer);
      read.then((parsed) => resolve({ status, headers: answer.headers, body: parsed }), reject);
    });
    sent.on('error', reject);
    if (upload) pipeline(createReadStream(upload.path), sent).catch(reject);
    else sent.end(text);
  });
}

function uploadHeaders({ path, name }: NonNullable<ClientRequest['upload']>): Record<string, string> {
  return {
    'Content-Type': 'application/octet-stream',
    'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
    'Content-Length': String(statSync(path).size),
  };
}

async function save(answer: IncomingMessage, path: string): Promise<undefined> {
  await pipeline(answer, createWriteStream(path, { mode: 0o600 }));
  return undefined;
}

/** The instance id of the server at this address, or undefined if none of ours answers: `HEAD {server}/` (`security.md` 3.1). */
export async function instanceAt(baseUrl: string): Promise<string | undefined> {
  try {
    const { headers } = await ask({ method: 'HEAD', url: `${baseUrl}/`, patience: 3000 });
    const id = headers['x-polydesk-instance'];
    return typeof id === 'string' ? id : undefined;
  } catch {
    return undefined;
  }
}

async function readJson(answer: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > LARGEST) throw new Error('The answer is too large');
    parts.push(part);
  }
  const text = Buffer.concat(parts).toString('utf8');
  return text === '' ? undefined : (JSON.parse(text) as unknown);
}
