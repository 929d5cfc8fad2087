import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { GUEST } from '../domain/capabilities.ts';
import { requestLog } from '../domain/request-log.ts';
import { RestError } from '../errors.ts';
import type { Caller, Dict, RestRequest, RestResponse } from '../types.ts';
import { passGate, signIn, type Door } from './admit.ts';
import { sendPage, sendResponse, siteErrorAnswer, type Exchange } from './answer.ts';
import { ClientGone, hasBody, watchArrival, type Clock } from './arrival.ts';
import { notLoggedIn } from './auth.ts';
import { readBody, type BodyRoom, type Received } from './body.ts';
import { isEventPath, openEvents, type StreamRoom } from './events.ts';
import { fileAt } from './files.ts';
import { tooBusy, tooSlow, type Meter } from './limits.ts';
import { discoveryLink, findPage, isOpenPage, previewPage, type PageSource } from './pages.ts';
import type { Sessions } from './session.ts';
import { answerSession, isSessionRequest } from './session-route.ts';
import { readTarget, type Target } from './target.ts';
import type { Turn } from './turn.ts';

/** Everything one server knows while it runs. */
export interface Context extends Door, BodyRoom, StreamRoom {
  pages: PageSource;
  inFlight: Meter;
  turn: Turn;
  /** Who signs in through the interface; only while it is served. */
  sessions: Sessions | undefined;
  log(line: string): void;
}

/** Answers one HTTP request. Never throws. `proceed`: the client waits to be told to send its body. */
export function handle(context: Context, req: IncomingMessage, res: ServerResponse, proceed?: () => void): void {
  context.turn.begin();
  const close = proceed !== undefined;
  const exchange: Exchange = { req, res, authenticated: false, cors: undefined, pretty: false, close };
  const clock = hasBody(req)
    ? watchArrival(exchange, context.limits, () => fail(context, exchange, tooSlow()))
    : undefined;
  if (!context.inFlight.take(1)) return fail(context, exchange, tooBusy());
  const done = (): void => context.inFlight.give(1);
  try {
    // What only reads is answered at once: pipelined requests then are never in flight together.
    const pending = answer(context, exchange, clock && { clock, proceed });
    if (!pending) return done();
    pending.then(done, (error: unknown) => {
      done();
      fail(context, exchange, error);
    });
  } catch (error) {
    fail(context, exchange, error);
    done();
  }
}

/** The order of checks (`interface.md` 1.4, `reliability-and-security.md` 3.2); steps 5 to 12 are those of `dispatch`. */
function answer(context: Context, exchange: Exchange, sending: Sending | undefined): Promise<void> | void {
  const { req } = exchange;
  const { method = '', url = '' } = req;
  if (url.length > context.limits.url) throw new RestError('rest_uri_too_long', 'The address is too long.', 414);
  passGate(context, exchange);
  const { sessions } = context;
  if (sessions && isSessionRequest(method, url)) return openSession(context, exchange, { sessions, sending });
  const credentials = context.readCredentials(req.headers.authorization);
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
  return answerRest(context, exchange, { caller, target, sending });
}

function isPreflight({ req, cors }: Exchange): boolean {
  return req.method === 'OPTIONS' && cors !== undefined && req.headers['access-control-request-method'] !== undefined;
}

function answerPage(context: Context, exchange: Exchange, path: string): void {
  if (isPreflight(exchange)) return sendResponse(exchange, { status: 200, headers: {}, body: {} });
  const { method = '' } = exchange.req;
  const file = fileAt(context.engine.site, method, path);
  if (file) return sendResponse(exchange, { status: 200, headers: {}, body: undefined, file });
  const isRead = method === 'GET' || method === 'HEAD';
  const preview = isRead ? previewPage(context.engine.site, path) : undefined;
  sendPage(exchange, preview ?? findPage(method, path, context.pages));
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

function answerRest(context: Context, exchange: Exchange, call: RestCall): Promise<void> | void {
  const { method = '', headers } = exchange.req;
  const { path, query } = call.target;
  // Only `set-cookie` can be a list here, and nobody asks for it.
  const request: RestRequest = { method, path, query, headers: headers as Dict<string> };
  const { sending } = call;
  noteAnswer(context, exchange, { request, caller: call.caller });
  if (sending) return answerBody(context, exchange, { ...call, request, sending });
  // What only reads stores nothing, so it has no secret to take out.
  if (!READS.has(method)) return answerSealed(context, exchange, { ...call, request });
  const response = context.engine.read(request, call.caller);
  if (!(response instanceof Promise)) return sendResponse(exchange, response, context.turn);
  return sendLate(context, exchange, response);
}

async function sendLate(context: Context, exchange: Exchange, answering: Promise<RestResponse>): Promise<void> {
  sendResponse(exchange, await unhurried(context, exchange, answering));
}

// Not state of the program: how many answers a connection waits for goes with the connection.
const awaited = new WeakMap<Socket, number>();

/** While something is waited for here (an answer that is made, a translation service, the vault) it is not the client who is slow. */
async function unhurried<T>(context: Context, exchange: Exchange, work: Promise<T>): Promise<T> {
  const came = beginWait(context, exchange);
  try {
    return await work;
  } finally {
    came();
  }
}

/** Stops the clock of the connection; what comes back ends the wait. */
function beginWait(context: Context, exchange: Exchange): () => void {
  const { socket } = exchange.req;
  awaited.set(socket, (awaited.get(socket) ?? 0) + 1);
  socket.setTimeout(0);
  return () => {
    awaited.set(socket, (awaited.get(socket) ?? 1) - 1);
    resumeClock(context, exchange);
  };
}

/** The clock of the connection runs again, unless others are waited for behind it. */
function resumeClock({ limits }: Context, { req: { socket } }: Exchange): void {
  if (!awaited.get(socket)) socket.setTimeout(limits.idle);
}

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

interface Sealable {
  caller: Caller;
  request: RestRequest;
}

/** From here on the answer goes into the request log, with the request as it is known by then. */
function noteAnswer({ engine }: Context, exchange: Exchange, seen: Sealable): void {
  const started = (exchange.started ??= performance.now());
  exchange.note = (status, answer) =>
    requestLog(engine.site).note({ ...seen, status, answer, took: performance.now() - started });
}

async function answerSealed(context: Context, exchange: Exchange, { caller, request }: Sealable): Promise<void> {
  const { engine } = context;
  const pending = engine.seal(request);
  // The vault may have to ask the person.
  const sealed = pending instanceof Promise ? await unhurried(context, exchange, pending) : pending;
  // Only now its body: what came may have held secrets.
  noteAnswer(context, exchange, { request: sealed, caller });
  const { res } = exchange;
  let came: (() => void) | undefined;
  // Called where something is asked outside; other writes are answered within this turn of the event loop.
  const leaving = (left: () => void): void => {
    came = beginWait(context, exchange);
    if (res.destroyed) left();
    else res.once('close', left);
  };
  let response: RestResponse;
  try {
    response = await engine.dispatchSoon(sealed, caller, leaving, !context.turn.isShared());
  } finally {
    came?.();
  }
  sendResponse(exchange, response);
}

interface Expected {
  caller: Caller;
  target: { path: string };
  sending: Sending;
}

async function answerBody(context: Context, exchange: Exchange, expected: Sealable & Expected): Promise<void> {
  const { parts, release } = await takeBody(context, exchange, expected);
  try {
    if (expected.sending.clock.hasRun()) resumeClock(context, exchange);
    await answerSealed(context, exchange, { ...expected, request: { ...expected.request, ...parts } });
  } finally {
    release();
  }
}

/** Addresses that take a file as the whole body (`content.md` 2.7, `contract/extras.md`). */
const UPLOADS = /^\/+(?:wp\/v2\/media|polydesk\/v1\/imports)\/?$/i;

function takeBody(context: Context, exchange: Exchange, { caller, target, sending }: Expected): Promise<Received> {
  const { req } = exchange;
  const { limits } = context;
  const { clock, proceed } = sending;
  const takesFile = req.method === 'POST' && UPLOADS.test(target.path);
  // Who may not upload cannot fill the disk: the answer will be a refusal anyway.
  const uploadMax = caller.can('upload') ? limits.upload : limits.body;
  const go = (): void => {
    exchange.close = false;
    proceed?.();
  };
  return readBody(req, { takesFile, uploadMax, clock, proceed: proceed && go }, context);
}

interface SessionCall {
  sessions: Sessions;
  sending: Sending | undefined;
}

async function openSession(context: Context, exchange: Exchange, { sessions, sending }: SessionCall): Promise<void> {
  const expected = sending && { caller: GUEST, target: { path: '' }, sending };
  const received = expected && (await takeBody(context, exchange, expected));
  try {
    const asker = (): Caller => signIn(context, exchange, context.readCredentials(exchange.req.headers.authorization));
    sendResponse(exchange, answerSession(sessions, received?.parts ?? {}, asker));
  } finally {
    received?.release();
  }
}

function fail(context: Context, exchange: Exchange, error: unknown): void {
  const { req, res } = exchange;
  if (error instanceof ClientGone || res.destroyed) return;
  if (res.headersSent) return void req.socket.destroy();
  const response = siteErrorAnswer(context.engine.site, error, (line) => context.log(line));
  if (!req.complete && (response.status === 408 || response.status === 413)) exchange.close = true;
  // Who passed the gate finds the API through errors too (`interface.md` 1.9).
  if (response.status !== 421 && response.status !== 403) response.headers['Link'] = discoveryLink(context.pages);
  sendResponse(exchange, response);
}
