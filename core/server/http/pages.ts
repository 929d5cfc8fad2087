import { flagSvg } from '../../domain/languages/flags.ts';
import { previewAt } from '../../domain/content/previews.ts';
import { RestError } from '../../errors.ts';
import type { Site } from '../../site.ts';
import type { Page } from './answer.ts';

/** What the pages of a server are built from. */
export interface PageSource {
  /** Address of the server, without a trailing slash. */
  serverUrl: string;
  instanceId: string;
  /** The interface, if this server has one: its page at `/` and its files under `/polydesk/ui/`. */
  page?: ((path: string) => Page | undefined) | undefined;
}

/** A frame cannot sign in: anyone with the address of a preview may see it, and it cannot be guessed. */
const PREVIEWS = '/polydesk/previews/';

/**
 * Whether a page needs no sign-in even while anonymous reading is off: it holds no data of the site (`security.md` 3.5), or has a
 * secret address.
 */
export function isOpenPage(method: string, path: string): boolean {
  return (
    (method === 'GET' || method === 'HEAD') &&
    (path === '/' || path.startsWith('/polydesk/ui/') || path.startsWith(PREVIEWS))
  );
}

/** Everything outside the REST root. Throws the 404 of the API. */
export function findPage(method: string, path: string, source: PageSource): Page {
  const found = method === 'GET' || method === 'HEAD' ? pageAt(path, source) : undefined;
  if (!found) throw new RestError('rest_no_route', 'There is nothing at this address.', 404);
  if (path !== '/') return found;
  const headers = { ...found.headers, Link: discoveryLink(source), 'X-Polydesk-Instance': source.instanceId };
  return { ...found, headers };
}

/** The link by which client libraries find the API (`interface.md` 1.9). */
export function discoveryLink({ serverUrl }: Pick<PageSource, 'serverUrl'>): string {
  return `<${serverUrl}/wp-json/>; rel="https://api.w.org/"`;
}

/** What a frame of a preview may do: show text with inline styles and drawings. Nothing runs, nothing is loaded (E5). */
export const PREVIEW_CSP = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox";

/** The page of a preview, if this is the address of one that is still cached. */
export function previewPage(site: Site, path: string): Page | undefined {
  const body = path.startsWith(PREVIEWS) ? previewAt(site, path) : undefined;
  return body === undefined ? undefined : { status: 200, headers: PREVIEW_HEADERS, body };
}

const PREVIEW_HEADERS = {
  'Content-Type': 'text/html; charset=UTF-8',
  'Content-Security-Policy': PREVIEW_CSP,
  'Cache-Control': 'no-store',
};

/** The image of a flag, if this is the address of one. */
export function flagPage(path: string): Page | undefined {
  const code = FLAG.exec(path)?.[1];
  const svg = code === undefined ? undefined : flagSvg(code);
  return svg === undefined ? undefined : { status: 200, headers: FLAG_HEADERS, body: svg };
}

const FLAG = /^\/polydesk\/flags\/([a-z0-9_-]{1,20})\.svg$/;

function pageAt(path: string, source: PageSource): Page | undefined {
  const own = source.page?.(path);
  if (own) return own;
  if (path === '/') return { status: 200, headers: { 'Content-Type': 'text/html; charset=UTF-8' }, body: START };
  return flagPage(path);
}

/** A week: the images change only with the product, but their address does not include the version. */
const FLAG_HEADERS = { 'Content-Type': 'image/svg+xml', 'Cache-Control': 'public, max-age=604800, immutable' };

const START = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Polydesk</title>
<h1>Polydesk</h1>
<p>A local server for multilingual content. Its interface for programs starts at <a href="/wp-json/">/wp-json/</a>.</p>
</html>
`;
