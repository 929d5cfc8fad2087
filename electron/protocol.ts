import { protocol } from 'electron';
import { flagPage } from '../core/server/pages.ts';
import { SAFE_HEADERS, type Ui } from '../core/server/ui.ts';
import { isOwnUrl, SCHEME } from './origin.ts';

/** Makes `app:` a scheme with an origin, for secure contexts and `fetch`; nothing more (E3). Before `ready`. */
export function registerScheme(): void {
  const privileges = { standard: true, secure: true, supportFetchAPI: true };
  protocol.registerSchemesAsPrivileged([{ scheme: SCHEME, privileges }]);
}

/** Answers `app://ui` from the built files and the flags. Paths are looked up as they stand: no file is opened (E3). */
export function serveInterface(ui: Ui): void {
  protocol.handle(SCHEME, (request) => answer(ui, request));
}

function answer(ui: Ui, { method, url }: Request): Response {
  const path = isOwnUrl(url) ? new URL(url).pathname : '';
  const isRead = method === 'GET' || method === 'HEAD';
  const page = isRead && path !== '' ? (flagPage(path) ?? ui(path)) : undefined;
  if (!page) return new Response('There is nothing at this address.', { status: 404, headers: SAFE_HEADERS });
  const body = typeof page.body === 'string' ? page.body : new Uint8Array(page.body);
  const headers = { ...SAFE_HEADERS, ...page.headers };
  return new Response(method === 'HEAD' ? null : body, { status: page.status, headers });
}
