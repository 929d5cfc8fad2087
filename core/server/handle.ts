import type { IncomingMessage, ServerResponse } from 'node:http';
import { GUEST } from '../domain/capabilities.ts';
import type { Credentials } from '../domain/callers.ts';
import type { Engine } from '../engine.ts';
import { RestError } from '../errors.ts';
import type { Caller, Dict, RestRequest } from '../types.ts';
import { errorAnswer, sendPage, sendResponse, type Exchange } from './answer.ts';
import { ClientGone, hasBody, watchArrival, type Clock } from './arrival.ts';
import { badCredentials, notLoggedIn, readCredentials } from './auth.ts';
import { readBody, type BodyRoom, type Received } from './body.ts';
import { isEventPath, openEvents, type StreamRoom } from './events.ts';
import { checkBrowser, checkHost, type Verdict } from './gate.ts';
import { tooBusy, tooSlow, type Meter } from './limits.ts';
import { findPage, isOpenPage, type PageSource } from './pages.ts';
import { readTarget, type Target } from './target.ts';

/** What the handler asks the host of the server; each is called again for every request. */
export interface Policy {
  authenticate(credentials: Credentials): Caller | 'bad' | null;
  anonymousRead(): boolean;
  allowedOrigins(): readonly string[];
  allowedHosts(): readonly string[];
}

/** Everything one server knows while it runs. */
export interface Context extends BodyRoom, StreamRoom {
  engine: Engine;
  policy: Policy;
  pages: PageSource;
  port: number;
  /** The server's own pages may call its API: only while it serves the interface. */
  ownUi: boolean;
  inFlight: Meter;
  log(line: string): void;
  /** A sign-in was refused. */
  refused(): void;
}

/** Answers one HTTP request. Never rejects. `proceed`: the client waits to be told to send its body. */
export async function handle(
  context: Context,
  req: IncomingMessage,
  res: ServerResponse,
  proceed?: () => void,
): Promise<void> {
  const exchange: Exchange = {
    req,
    res,
    authenticated: false,
    cors: undefined,
    pretty: false,
    close: proceed !== undefined,
  };
  const clock = hasBody(req) ? watchArrival(req, context.limits, () => fail(context, exchange, tooSlow())) : undefined;
  const isCounted = context.inFlight.take(1);
  try {
    if (!isCounted) throw tooBusy();
    await answer(context, exchange, clock && { clock, proceed });
  } catch (error) {
    fail(context, exchange, error);
  } finally {
    if (isCounted) context.inFlight.give(1);
  }
}

/** The order of checks (`interface.md` 1.4, `reliability-and-security.md` 3.2); steps 5 to 12 are those of `dispatch`. */
async function answer(context: Context, exchange: Exchange, sending: Sending | undefined): Promise<void> {
  const { req } = exchange;
  const { method = '', url = '' } = req;
  if (url.length > context.limits.url) throw new RestError('rest_uri_too_long', 'The address is too long.', 414);
  passGate(context, exchange);
  const credentials = readCredentials(req.headers.authorization);
  const caller = signIn(context, exchange, credentials);
  const target = readTarget(url);
  const isOpen = target.kind === 'page' && isOpenPage(method, target.path);
  if (caller === GUEST && !isOpen && !context.policy.anonymousRead()) {
    if (isPreflight(exchange)) return sendResponse(exchange, { status: 200, headers: {}, body: {} });
    throw notLoggedIn();
  }
  if (target.kind === 'page') return answerPage(context, exchange, target.path);
  exchange.pretty = '_pretty' in target.query;
  if (method === 'GET' && isEventPath(target.path)) {
    const isStillWelcome = (): boolean => context.policy.authenticate(credentials) !== 'bad';
    return openEvents(exchange, { caller, query: target.query, isStillWelcome }, context);
  }
  await answerRest(context, exchange, { caller, target, sending });
}

function passGate(context: Context, exchange: Exchange): void {
  const { req } = exchange;
  const { headers, method = '', url = '' } = req;
  const { allowedHosts, allowedOrigins } = context.policy;
  const host = checkHost({ rawHeaders: req.rawHeaders, target: url }, context.port, allowedHosts);
  if (!host.ok) {
    exchange.close = true;
    throw refusal(host);
  }
  const facts = { method, origin: headers.origin, secFetchSite: headers['sec-fetch-site'] as string | undefined };
  const ownOrigin = context.ownUi ? `http://${headers.host}` : undefined;
  const page = checkBrowser(facts, { ownOrigin, allowedOrigins });
  if (!page.ok) throw refusal(page);
  exchange.cors = page.cors;
  if (headers.upgrade === undefined) return;
  // Other protocols are not spoken here; of these only WebSocket is one a page can try.
  if (!/websocket/i.test(headers.upgrade)) return;
  exchange.close = true;
  throw new RestError('rest_forbidden_origin', 'This server does not speak WebSocket.', 403);
}

function refusal({ code, message, status }: Extract<Verdict, { ok: false }>): RestError {
  return new RestError(code, message, status);
}

function signIn(context: Context, exchange: Exchange, credentials: Credentials): Caller {
  if (credentials.kind === 'none') return GUEST;
  const caller = credentials.kind === 'bad' ? 'bad' : context.policy.authenticate(credentials);
  if (caller === 'bad' || caller === null) {
    context.refused();
    throw badCredentials();
  }
  exchange.authenticated = true;
  return caller;
}

function isPreflight({ req, cors }: Exchange): boolean {
  return req.method === 'OPTIONS' && cors !== undefined && req.headers['access-control-request-method'] !== undefined;
}

function answerPage(context: Context, exchange: Exchange, path: string): void {
  if (isPreflight(exchange)) return sendResponse(exchange, { status: 200, headers: {}, body: {} });
  sendPage(exchange, findPage(exchange.req.method ?? '', path, context.pages));
}

/** A body on its way. */
interface Sending {
  clock: Clock;
  /** Tells a client that waits for it to go on. */
  proceed: (() => void) | undefined;
}

interface RestCall {
  caller: Caller;
  target: Extract<Target, { kind: 'rest' }>;
  sending: Sending | undefined;
}

async function answerRest(context: Context, exchange: Exchange, { caller, target, sending }: RestCall): Promise<void> {
  const { engine } = context;
  const { req } = exchange;
  // Only `set-cookie` can be a list here, and nobody asks for it.
  const headers = req.headers as Dict<string>;
  const request: RestRequest = { method: req.method ?? '', path: target.path, query: target.query, headers };
  const received = sending && (await takeBody(context, exchange, { caller, path: target.path, sending }));
  try {
    const whole = received ? { ...request, ...received.parts } : request;
    // What only reads stores nothing, so it has no secret to hide.
    const isRead = READS.has(request.method);
    const sealed = isRead ? whole : await sealPatiently(context, req, whole);
    sendResponse(exchange, engine.dispatch(sealed, caller));
  } finally {
    received?.release();
  }
}

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** The vault may have to ask the person: meanwhile it is not the client who is slow. */
async function sealPatiently(
  { engine, limits }: Context,
  req: IncomingMessage,
  request: RestRequest,
): Promise<RestRequest> {
  req.socket.setTimeout(0);
  const sealed = await engine.seal(request);
  req.socket.setTimeout(limits.requestTime);
  return sealed;
}

/** Addresses that take a file as the whole body (`content.md` 2.7, `contract/extras.md`). */
const UPLOADS = /^\/+(?:wp\/v2\/media|polydesk\/v1\/imports)\/?$/i;

interface Expected {
  caller: Caller;
  path: string;
  sending: Sending;
}

async function takeBody(context: Context, exchange: Exchange, { caller, path, sending }: Expected): Promise<Received> {
  const { req } = exchange;
  const { limits } = context;
  const { clock, proceed } = sending;
  const takesFile = req.method === 'POST' && UPLOADS.test(path);
  // Who may not upload cannot fill the disk: the answer will be a refusal anyway.
  const uploadMax = caller.can('upload') ? limits.upload : limits.body;
  const go = (): void => {
    exchange.close = false;
    proceed?.();
  };
  return readBody(req, { takesFile, uploadMax, clock, proceed: proceed && go }, context);
}

function fail(context: Context, exchange: Exchange, error: unknown): void {
  const { req, res } = exchange;
  if (error instanceof ClientGone || res.destroyed) return;
  if (res.headersSent) return void req.socket.destroy();
  const response = errorAnswer(error, (line) => context.log(line));
  if (!req.complete && (response.status === 408 || response.status === 413)) exchange.close = true;
  sendResponse(exchange, response);
}
