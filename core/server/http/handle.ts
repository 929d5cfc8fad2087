import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Credentials } from '../../domain/access/callers.ts';
import { GUEST } from '../../domain/access/capabilities.ts';
import { requestLog } from '../../domain/site/request-log.ts';
import { RestError } from '../../errors.ts';
import type { Traits } from '../../rest/route.ts';
import { isMap } from '../../schema/wire/coerce.ts';
import type { Caller, Dict, RestRequest, RestResponse } from '../../types.ts';
import { passGate, refuseCredentials, signIn, type Admission } from './admit.ts';
import { sendPage, sendResponse, siteErrorAnswer, type Exchange } from './answer.ts';
import { ClientGone, hasBody, watchArrival, type Clock } from './arrival.ts';
import { notLoggedIn } from './auth.ts';
import { readBody, type BodyRoom, type Received } from './body.ts';
import { openEvents, type StreamRoom } from './events.ts';
import { fileAt } from './files.ts';
import { tooBusy, tooSlow, type Meter } from './limits.ts';
import { discoveryLink, findPage, isOpenPage, previewPage, type PageSource } from './pages.ts';
import { readTarget, type Target } from './target.ts';
import type { Turn } from './turn.ts';

/** The state of one server while it runs. */
export interface Context extends Admission, BodyRoom, StreamRoom {
  pages: PageSource;
  inFlight: Meter;
  turn: Turn;
  log(line: string): void;
}

/** Answers one HTTP request. Never throws. `proceed`: tells a client that is waiting for it to send its body. */
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

/** The order of checks (`interface.md` 1.4, `security.md` 3.2); steps 5 to 12 are those of `dispatch`. */
function answer(context: Context, exchange: Exchange, sending: Sending | undefined): Promise<void> | void {
  const { req } = exchange;
  const { method = '', url = '' } = req;
  if (url.length > context.limits.url) throw new RestError('rest_uri_too_long', 'The address is too long.', 414);
  passGate(context, exchange);
  const credentials = context.readCredentials(req.headers.authorization);
  const signedIn = signIn(context, exchange, credentials);
  if (signedIn === 'bad' && method !== 'POST') refuseCredentials(context);
  const target = readTarget(url);
  const traits =
    target.kind === 'rest' ? context.engine.traitsOf({ ...target, method, headers: req.headers as Dict<string> }) : {};
  const refuse = refusalOf(context, signedIn);
  const isOpen = target.kind === 'page' ? isOpenPage(method, target.path) : traits.signsInBy !== undefined;
  if (refuse && !isOpen) {
    if (isPreflight(exchange)) return sendResponse(exchange, { status: 200, headers: {}, body: {} });
    refuse();
  }
  const caller = signedIn === 'bad' ? GUEST : signedIn;
  if (target.kind === 'page') return answerPage(context, exchange, caller, target.path);
  exchange.pretty = '_pretty' in target.query;
  return answerRest(context, exchange, { caller, credentials, target, traits, sending, refuse });
}

/** The refusal for a caller who is not admitted; undefined for all others. */
function refusalOf(context: Context, signedIn: Caller | 'bad'): (() => never) | undefined {
  if (signedIn === 'bad') return () => refuseCredentials(context);
  if (signedIn !== GUEST || context.policy.anonymousRead()) return undefined;
  return () => {
    throw notLoggedIn();
  };
}

function isPreflight({ req, cors }: Exchange): boolean {
  return req.method === 'OPTIONS' && cors !== undefined && req.headers['access-control-request-method'] !== undefined;
}

function answerPage(context: Context, exchange: Exchange, caller: Caller, path: string): void {
  if (isPreflight(exchange)) return sendResponse(exchange, { status: 200, headers: {}, body: {} });
  const { method = '' } = exchange.req;
  const file = fileAt(context.engine.site, caller, { method, path });
  if (file) return sendResponse(exchange, { status: 200, headers: {}, body: undefined, file });
  const isRead = method === 'GET' || method === 'HEAD';
  const preview = isRead ? previewPage(context.engine.site, path) : undefined;
  sendPage(exchange, preview ?? findPage(method, path, context.pages));
}

/** A body being received. */
interface Sending {
  clock: Clock;
  /** Tells a client that is waiting for it to continue. */
  proceed: (() => void) | undefined;
}

interface RestCall {
  caller: Caller;
  credentials: Credentials;
  /** Refuses the request, unless its body holds something that replaces credentials. */
  refuse: (() => never) | undefined;
  target: Extract<Target, { kind: 'rest' }>;
  traits: Traits;
  sending: Sending | undefined;
}

function answerRest(context: Context, exchange: Exchange, call: RestCall): Promise<void> | void {
  const { method = '', headers } = exchange.req;
  const { path, query } = call.target;
  // Only `set-cookie` can be a list here, and it is never read.
  const request: RestRequest = { method, path, query, headers: headers as Dict<string> };
  const { sending } = call;
  noteAnswer(context, exchange, call, request);
  if (sending) return answerBody(context, exchange, { call, request, sending });
  return ask(context, exchange, call, request);
}

/** A synchronous answer is sent together with the other answers of this turn. */
function ask(context: Context, exchange: Exchange, call: RestCall, request: RestRequest): Promise<void> | void {
  if (call.refuse && !isSignedInBy(call.traits, request)) call.refuse();
  let came: (() => void) | undefined;
  const response = context.engine.ask(request, call.caller, {
    isAlone: !context.turn.isShared(),
    asJson: !exchange.pretty,
    waits(abort) {
      came ??= beginWait(context, exchange);
      if (exchange.res.destroyed) abort();
      else exchange.res.once('close', abort);
    },
    // Only now the body of the request is logged: the original may have held secrets.
    sealed: (sealed) => noteAnswer(context, exchange, call, sealed),
  });
  if (!(response instanceof Promise)) return send(context, exchange, { call, response, turn: context.turn });
  return response.finally(() => came?.()).then((late) => send(context, exchange, { call, response: late }));
}

function isSignedInBy({ signsInBy = '' }: Traits, { body }: RestRequest): boolean {
  return isMap(body) && body[signsInBy] !== undefined;
}

function send(
  context: Context,
  exchange: Exchange,
  { call, response, turn }: { call: RestCall; response: RestResponse; turn?: Turn },
): void {
  const { stream } = response;
  if (!stream || exchange.req.method !== 'GET') return sendResponse(exchange, response, turn);
  const isStillWelcome = (): boolean => context.policy.authenticate(call.credentials) !== 'bad';
  openEvents(exchange, { caller: call.caller, stream, isStillWelcome }, context);
}

/**
 * While the server waits for something (an answer in the making, a translation service, the secret store), the client is not the
 * slow one: pauses the timeout of the connection until the returned function is called.
 */
function beginWait(context: Context, exchange: Exchange): () => void {
  exchange.req.socket.setTimeout(0);
  return () => resumeClock(context, exchange);
}

/** Restarts the timeout of the connection. */
function resumeClock({ limits }: Context, { req: { socket } }: Exchange): void {
  socket.setTimeout(limits.idle);
}

/** From here on the answer goes into the request log, with the request as known by then. */
function noteAnswer({ engine }: Context, exchange: Exchange, { caller, traits }: RestCall, request: RestRequest): void {
  const { log } = traits;
  if (log === 'nothing') return;
  const started = (exchange.started ??= performance.now());
  exchange.note = (status, answer) =>
    requestLog(engine.site).note({ request, caller, status, answer, took: performance.now() - started }, log);
}

interface Arriving {
  call: RestCall;
  request: RestRequest;
  sending: Sending;
}

async function answerBody(context: Context, exchange: Exchange, { call, request, sending }: Arriving): Promise<void> {
  const { parts, release } = await takeBody(context, exchange, { call, sending });
  try {
    if (sending.clock.hasRun()) resumeClock(context, exchange);
    await ask(context, exchange, call, { ...request, ...parts });
  } finally {
    release();
  }
}

function takeBody(
  context: Context,
  exchange: Exchange,
  { call, sending }: Omit<Arriving, 'request'>,
): Promise<Received> {
  const { req } = exchange;
  const { limits } = context;
  const { clock, proceed } = sending;
  // A caller who may not upload must not be able to fill the disk: the answer will be a refusal anyway.
  const uploadMax = call.caller.can('upload') ? limits.upload : limits.body;
  const go = (): void => {
    exchange.close = false;
    proceed?.();
  };
  const takesFile = req.method === 'POST' && call.traits.takesFile === true;
  return readBody(req, { takesFile, uploadMax, clock, proceed: proceed && go }, context);
}

function fail(context: Context, exchange: Exchange, error: unknown): void {
  const { req, res } = exchange;
  if (error instanceof ClientGone || res.destroyed) return;
  if (res.headersSent) return void req.socket.destroy();
  const response = siteErrorAnswer(context.engine.site, error, (line) => context.log(line));
  if (!req.complete && (response.status === 408 || response.status === 413)) exchange.close = true;
  // A client that passed the gate can discover the API from errors too (`interface.md` 1.9).
  if (response.status !== 421 && response.status !== 403) response.headers['Link'] = discoveryLink(context.pages);
  sendResponse(exchange, response);
}
