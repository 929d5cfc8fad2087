import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createServer } from '../../node-http.ts';
import { GUEST } from '../../domain/access/capabilities.ts';
import { servedFile } from '../../domain/content/media/files.ts';
import { FILE_PATH } from '../../preview/content.ts';
import { previewHosts, type PreviewHosts } from '../../preview/hosts.ts';
import { pageAt } from '../../preview/pages.ts';
import { placeAt } from '../../preview/places.ts';
import { sitemapOf } from '../../preview/sitemap.ts';
import type { PreviewSwitch } from '../../preview/switch.ts';
import type { Site } from '../../site.ts';
import { LIMITS, limitServer, serverOptions } from '../http/limits.ts';
import { listenOnLoopback } from '../http/listen.ts';

/** A running preview. */
export interface RunningPreview {
  url: string;
  close(): void;
}

/**
 * Serves the finished site on loopback, on a separate port (`security.md` 3.12): pages and files, read-only, without scripts or
 * any part of the REST API. Rejects with EADDRINUSE if the port is taken; 0: any free port.
 */
export async function servePreview(site: Site, wanted = 0): Promise<RunningPreview> {
  let port = wanted;
  const create = (): Server => {
    const server = createServer(serverOptions(LIMITS), (request, response) =>
      answer(site, port, { request, response }),
    );
    limitServer(server, LIMITS);
    return server;
  };
  const listening = await listenOnLoopback(create, wanted);
  ({ port } = listening);
  const close = (): void => {
    for (const server of listening.servers) {
      server.close();
      server.closeAllConnections();
    }
  };
  return { url: previewHosts(site, port).start, close };
}

/** Switches the preview on and off while a server runs. `failed` is called with the reason if it cannot be served. */
export function createPreview(site: Site, failed: (text: string) => void): PreviewSwitch & { close(): void } {
  let isOn = false;
  let running: RunningPreview | undefined;
  /** Counts the times it was switched: a server that is listening by the time of a later one is closed. */
  let turns = 0;
  const stop = (): void => {
    running?.close();
    running = undefined;
    isOn = false;
    turns++;
  };
  const start = async (): Promise<void> => {
    const own = ++turns;
    try {
      const started = await servePreview(site);
      if (own === turns) running = started;
      else started.close();
    } catch (error) {
      if (own !== turns) return;
      isOn = false;
      failed(`The preview could not be started: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  return {
    get isOn() {
      return isOn;
    },
    get url() {
      return running?.url ?? '';
    },
    turn(on) {
      if (on === isOn) return;
      if (!on) return stop();
      isOn = true;
      void start();
    },
    close: stop,
  };
}

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

function answer(site: Site, port: number, { request, response }: Exchange): void {
  try {
    answerOne(site, previewHosts(site, port), { request, response });
  } catch {
    // The site cannot be read at the moment; the window shows the reason.
    send(response, { status: 503, type: 'text/plain; charset=utf-8', body: 'The site cannot be read at the moment.' });
  }
}

function answerOne(site: Site, hosts: PreviewHosts, { request, response }: Exchange): void {
  const { method = '', url = '', headers } = request;
  const host = headers.host ?? '';
  if (method !== 'GET' && method !== 'HEAD')
    return send(response, { status: 405, type: 'text/plain; charset=utf-8', body: 'The preview can only be read.' });
  if (!url.startsWith('/') || url.startsWith('//')) return refuse(response);
  const isBare = /^(?:127\.0\.0\.1|localhost|\[::1\]):\d+$/.test(host);
  if (isBare && url === '/') return redirect(response, hosts.start);
  const address = hosts.toPublic(host, url);
  if (address === undefined) return refuse(response);
  const file = FILE_PATH.exec(URL.parse(address)?.pathname ?? '')?.[1];
  if (file !== undefined) return sendFile(site, file, response);
  if (url === '/sitemap.xml')
    return send(response, { status: 200, type: 'application/xml; charset=utf-8', body: sitemapOf(site, hosts, host) });
  const place = placeAt(site, address);
  if (place?.kind === 'moved') return redirect(response, hosts.toPreview(place.to) ?? hosts.start);
  const { status, html } = pageAt(site, place, hosts);
  send(response, { status, type: 'text/html; charset=utf-8', body: html });
}

/** Nothing runs, nothing is loaded from elsewhere, nothing is sent: the page may show its own content and files of the site. */
const HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; media-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox",
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex',
  'X-DNS-Prefetch-Control': 'off',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cache-Control': 'no-store',
};

function send(response: ServerResponse, { status, type, body }: { status: number; type: string; body: string }): void {
  response.writeHead(status, { ...HEADERS, 'Content-Type': type, 'Content-Length': Buffer.byteLength(body) });
  response.end(body);
}

function redirect(response: ServerResponse, to: string): void {
  response.writeHead(302, { ...HEADERS, Location: to, 'Content-Length': 0 });
  response.end();
}

/** Refuses a foreign page whose name was rebound to this computer: its Host header is not one of ours. */
function refuse(response: ServerResponse): void {
  send(response, {
    status: 421,
    type: 'text/plain; charset=utf-8',
    body: 'This address does not belong to the site that is previewed here.',
  });
}

function sendFile(site: Site, path: string, response: ServerResponse): void {
  const file = servedFile(site, GUEST, decoded(path));
  if (!file || !/^(?:image|audio|video)\//.test(file.type) || file.type.startsWith('image/svg'))
    return send(response, { status: 404, type: 'text/plain; charset=utf-8', body: 'This file is not here.' });
  response.writeHead(200, { ...HEADERS, 'Content-Type': file.type, 'Content-Length': file.size });
  pipeline(createReadStream(file.path), response, () => {});
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
