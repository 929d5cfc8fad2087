import { net } from 'electron';
import { readUi, UI_PATH, type Ui } from '../core/server/ui.ts';
import type { Page } from '../core/server/answer.ts';

/** The interface as it was built, or, in development only, as Vite makes it this moment. */
export type Interface = Ui | ((path: string) => Promise<Page | undefined>);

/** Never from a server once packaged, whatever the environment says. */
export function findInterface(folder: string, isPackaged: boolean): Interface {
  const server = isPackaged ? undefined : process.env['POLYDESK_DEV_SERVER'];
  if (server) return (path) => fromVite(server, path);
  const ui = readUi(folder);
  if (!ui) throw new Error(`The interface was not built: ${folder} has no page`);
  return ui;
}

/** Vite writes styles and a socket into the page, which E4 forbids. */
const DEVELOPMENT_CSP = "default-src 'self' 'unsafe-inline' data: blob: ws:";

async function fromVite(server: string, path: string): Promise<Page | undefined> {
  const answer = await net.fetch(new URL(path === '/' ? UI_PATH : path, server).href);
  const type = answer.headers.get('content-type') ?? 'text/plain';
  const headers = { 'Content-Type': type, 'Content-Security-Policy': DEVELOPMENT_CSP, 'Cache-Control': 'no-cache' };
  return answer.ok ? { status: 200, headers, body: await answer.bytes() } : undefined;
}
