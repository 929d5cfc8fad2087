import { readdirSync, readFileSync, existsSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import type { Dict } from '../../types.ts';
import type { Page } from './answer.ts';

/** The Content-Security-Policy of the interface, in the window and in the browser (E4). */
export const CSP =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'; require-trusted-types-for 'script'; trusted-types svelte-trusted-html";

/** Path of the interface files, below the address of the server and of the window alike. */
export const UI_PATH = '/polydesk/ui/';

/** The built interface: its page at `/`, its files under `UI_PATH`. */
export type Ui = (path: string) => Page | undefined;

/**
 * Reads the built interface, once. After that a path is looked up verbatim among the built names: nothing from a request is ever
 * joined to a folder or opened. Undefined if nothing was built.
 */
export function readUi(folder: string): Ui | undefined {
  if (!existsSync(join(folder, 'index.html'))) return undefined;
  const pages = new Map<string, Page>();
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const name = relative(folder, file).split(sep).join('/');
    const path = name === 'index.html' ? '/' : `${UI_PATH}${name}`;
    pages.set(path, Object.freeze({ status: 200, headers: headersFor(name), body: readFileSync(file) }));
  }
  return (path) => pages.get(path);
}

const TYPES: Dict<string> = {
  '.html': 'text/html; charset=UTF-8',
  '.js': 'text/javascript; charset=UTF-8',
  '.css': 'text/css; charset=UTF-8',
  '.json': 'application/json; charset=UTF-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};

/** Headers of every answer of the interface, in addition to its type. */
export const SAFE_HEADERS: Dict<string> = {
  'Content-Security-Policy': CSP,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

function headersFor(name: string): Dict<string> {
  return {
    ...SAFE_HEADERS,
    'Content-Type': TYPES[extname(name)] ?? 'application/octet-stream',
    // The names of all files but the page contain a hash of their content.
    'Cache-Control': name === 'index.html' ? 'no-cache' : 'public, max-age=31536000, immutable',
  };
}
