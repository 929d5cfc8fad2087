// `protocol`. Chromium does not know our scheme, so app://ui/x becomes http://ui.app.scheme.localhost/x: a secure context with
// its own origin, all of whose requests are handled here.
import type { Request as PageRequest } from 'playwright-core';
import { app } from './app.ts';
import { record, type Part } from './state.ts';

type Handler = (request: Request) => Response | Promise<Response>;

const SUFFIX = '.scheme.localhost';
const privileged = new Map<string, Electron.Privileges>();

/** `protocol`, or that of one session: what one session answers another does not know. */
export class Protocol {
  readonly handlers = new Map<string, Handler>();

  registerSchemesAsPrivileged(schemes: Electron.CustomScheme[]): void {
    if (app.isReady()) throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready');
    if (privileged.size > 0) throw new Error('protocol.registerSchemesAsPrivileged can only be called once');
    for (const { scheme, privileges } of schemes) privileged.set(scheme, privileges ?? {});
    record('protocol.registerSchemesAsPrivileged', schemes);
  }

  handle(scheme: string, handler: Handler): void {
    if (!app.isReady()) throw new Error('protocol.handle needs a session: call it after app is ready');
    if (this.handlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`);
    const { standard, secure } = privileged.get(scheme) ?? {};
    if (!standard || !secure) throw new Error(`The stand-in knows standard, secure schemes only, not ${scheme}`);
    this.handlers.set(scheme, handler);
    record('protocol.handle', scheme);
  }

  unhandle(scheme: string): void {
    if (!this.handlers.delete(scheme)) throw new Error(`${scheme} is not handled`);
  }

  isProtocolHandled(scheme: string): boolean {
    return this.handlers.has(scheme);
  }

  /** What the program answers to this address; nothing when the scheme has no handler. */
  ask(url: string, request: Request): Promise<Response> | undefined {
    const handler = this.handlers.get(url.slice(0, url.indexOf(':')));
    return handler && Promise.resolve(handler(request));
  }
}
Protocol.prototype satisfies Part<Electron.Protocol>;

/** That of the default session. */
export const protocol = new Protocol();

/** The address as Chromium knows it. */
export function toWire(url: string): string {
  return url.replace(/^([a-z][a-z0-9+.-]*):\/\/([^/]*)/, (whole, scheme: string, host: string) =>
    privileged.has(scheme) ? `http://${host}.${scheme}${SUFFIX}` : whole,
  );
}

/** The address as the program knows it. */
export function fromWire(url: string): string {
  return url.replace(/^(blob:)?http:\/\/([^/]*?)\.([a-z0-9+-]+)\.scheme\.localhost/, '$1$3://$2');
}

export function isOnWire(url: string): boolean {
  return URL.canParse(url) && new URL(url).hostname.endsWith(SUFFIX);
}

/** The origin as `WebFrameMain.origin` tells it. */
export function originOf(url: string): string {
  const { protocol: scheme, host } = URL.canParse(url) ? new URL(url) : { protocol: '', host: '' };
  return privileged.has(scheme.slice(0, -1)) || /^https?:$/.test(scheme) ? `${scheme}//${host}` : 'null';
}

/** Answers a request of a page from the handler of its scheme in its session. */
export async function answerPage(
  own: Protocol,
  request: PageRequest,
): Promise<{ status: number; headers: Record<string, string>; body: Buffer }> {
  const url = fromWire(request.url());
  const body = request.postDataBuffer();
  const init = {
    method: request.method(),
    headers: await request.allHeaders(),
    ...(body && { body: new Uint8Array(body) }),
  };
  const response = await own.ask(url, new Request(url, init));
  if (!response) return { status: 404, headers: {}, body: Buffer.alloc(0) };
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: Buffer.from(await response.arrayBuffer()),
  };
}
