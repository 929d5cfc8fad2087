import { protocol, type Protocol } from 'electron';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { fileHeaders, type Page } from '../../core/server/http/answer.ts';
import { flagPage } from '../../core/server/http/pages.ts';
import { SAFE_HEADERS, type Ui } from '../../core/server/http/ui.ts';
import type { Dict, FileRef } from '../../core/types.ts';
import type { Transfers } from '../sites/transfers.ts';
import { isOwnUrl, SCHEME } from './origin.ts';

/**
 * Registers `app:` as a standard scheme with an origin, for secure contexts and `fetch`; nothing more (E3). Call it before
 * `ready`.
 */
export function registerScheme(): void {
  const privileges = { standard: true, secure: true, supportFetchAPI: true };
  protocol.registerSchemesAsPrivileged([{ scheme: SCHEME, privileges }]);
}

/** What a page may load: the built interface, flags, previews in their frame, and media files looked up in the site. */
export interface Shown {
  ui: Ui;
  preview(path: string): Page | undefined;
  file(path: string): FileRef | undefined;
  /** File uploads to and downloads from the engine. */
  transfers: Transfers;
}

/**
 * Serves `app://ui` in the session of one site. Paths are looked up literally, never joined to a folder (E3). Call the result to
 * stop.
 */
export function serveInterface(own: Protocol, shown: Shown): () => void {
  own.handle(SCHEME, async (request) => {
    const { method, url } = request;
    const carried = await shown.transfers(request);
    if (carried) return carried;
    const path = isOwnUrl(url) ? new URL(url).pathname : '';
    const isRead = method === 'GET' || method === 'HEAD';
    const found = isRead && path !== '' ? find(shown, path) : undefined;
    const { status, headers, body } = found ?? NOTHING;
    return new Response(method === 'HEAD' ? null : body(), { status, headers: { ...SAFE_HEADERS, ...headers } });
  });
  return () => own.unhandle(SCHEME);
}

interface Found {
  status: number;
  headers: Dict<string>;
  body(): ConstructorParameters<typeof Response>[0];
}

const NOTHING: Found = { status: 404, headers: {}, body: () => 'There is nothing at this address.' };

function find({ ui, preview, file }: Shown, path: string): Found | undefined {
  const page = ui(path) ?? flagPage(path) ?? preview(path);
  if (page) return { ...page, body: () => (typeof page.body === 'string' ? page.body : new Uint8Array(page.body)) };
  const media = file(path);
  return media && { status: 200, headers: fileHeaders(media), body: () => stream(media.path) };
}

function stream(path: string): ReadableStream {
  return Readable.toWeb(createReadStream(path)) as ReadableStream;
}
