import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { createServer, STATUS_CODES } from '../../node-http.ts';
import type { Engine } from '../../engine/engine.ts';
import type { Policy } from './admit.ts';
import type { Page } from './answer.ts';
import { createCredentialReader } from './auth.ts';
import { handle, type Context } from './handle.ts';
import { createLanes, type Lanes } from './lanes.ts';
import { createMeter, createThrottle, limitServer, LIMITS, serverOptions, type Limits } from './limits.ts';
import { listenOnLoopback } from './listen.ts';
import { offerSessions, type Sessions } from '../../domain/access/sessions.ts';
import { createTurn } from './turn.ts';
import { createUploadFolder } from './uploads.ts';

export interface ServeOptions extends Policy {
  /** 0: any free port. */
  port: number;
  /** Shown at `/`, to verify a port file (`security.md` 3.1). */
  instanceId: string;
  /** Whether the server's own pages may call its API: only if it serves the interface. */
  ownUi?: boolean;
  /** The interface: its page at `/` and its files under `/polydesk/ui/`, by path. */
  page?: (path: string) => Page | undefined;
  /** Sessions of people who signed in through the interface; only if it is served. */
  sessions?: Sessions;
  /**
   * Where uploads are kept until they are answered; by default next to the files of the site, so that keeping one is a rename.
   */
  uploadFolder?: string;
  log?: (line: string) => void;
  /** Overrides of the limits of the contract, for tests. */
  limits?: Partial<Limits> & { heartbeat?: number };
}

export interface RunningServer {
  /** Without trailing slash. */
  url: string;
  port: number;
  /** Stops accepting requests, lets open ones finish and ends the event streams. */
  close(): Promise<void>;
}

/** Serves an engine on loopback (`security.md` 3). Rejects with EADDRINUSE if the port is taken. */
export async function serve(engine: Engine, options: ServeOptions): Promise<RunningServer> {
  const limits: Limits = { ...LIMITS, ...options.limits };
  const lanes = createLanes(limits.connections);
  const context = createContext(engine, options, { limits, turn: createTurn(() => lanes.count() > 1) });
  const { servers, port } = await listenOnLoopback(() => createHttp(context, lanes), options.port);
  const url = `http://127.0.0.1:${port}`;
  context.port = port;
  context.pages.serverUrl = url;
  engine.site.serverUrl = url;
  const endSessions = options.sessions && offerSessions(engine.site, options.sessions);
  const close = (): Promise<void> => {
    endSessions?.();
    return stop(servers, context);
  };
  return { url, port, close };
}

const HEARTBEAT = 15_000;
/** How long open requests may take to finish when the server stops. */
const GRACE = 2000;

function createContext(
  engine: Engine,
  options: ServeOptions,
  { limits, turn }: Pick<Context, 'limits' | 'turn'>,
): Context {
  const log = options.log ?? ((line: string): void => void process.stderr.write(`${line}\n`));
  const mayLog = createThrottle(20);
  return {
    engine,
    limits,
    turn,
    policy: options,
    readCredentials: createCredentialReader(),
    pages: { serverUrl: '', instanceId: options.instanceId, page: options.page },
    port: 0,
    ownUi: options.ownUi ?? false,
    bodies: createMeter(limits.bodiesTogether),
    inFlight: createMeter(limits.inFlight),
    uploads: createUploadFolder(() => options.uploadFolder ?? engine.site.files.root()),
    streams: createMeter(limits.streams),
    open: new Set(),
    heartbeat: options.limits?.heartbeat ?? HEARTBEAT,
    log,
    refused: () => void (mayLog() && log('A sign-in with wrong credentials was refused.')),
  };
}

function createHttp(context: Context, lanes: Lanes): Server {
  const { limits } = context;
  const answer = (req: IncomingMessage, res: ServerResponse, proceed?: () => void): void =>
    lanes.take(req, res, () => handle(context, req, res, proceed));
  const server = createServer(serverOptions(limits), (req, res) => answer(req, res));
  limitServer(server, limits);
  server.on('checkContinue', (req, res) => answer(req, res, () => res.writeContinue()));
  server.on('clientError', refuseRaw);
  server.on('connection', (socket: Socket) => {
    if (!lanes.admit(socket)) endWith(socket, 503, 'rest_too_busy', 'Retry-After: 1\r\n');
  });
  return server;
}

/** A request that node:http could not parse has no response object: the few bytes are written by hand. */
function refuseRaw(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  if (error.code === 'HPE_HEADER_OVERFLOW') return endWith(socket, 431, 'rest_headers_too_large');
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return endWith(socket, 408, 'rest_request_timeout');
  endWith(socket, 400, 'rest_bad_request');
}

function endWith(socket: Socket, status: number, code: string, more = ''): void {
  const message = `${STATUS_CODES[status]}.`;
  const body = JSON.stringify({ code, message, data: { status } });
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=UTF-8\r\nX-Content-Type-Options: nosniff\r\n`;
  socket.end(`${head}${more}Connection: close\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  socket.destroySoon();
}

async function stop(servers: readonly Server[], context: Context): Promise<void> {
  const closed = servers.map((server) => new Promise<void>((resolve) => server.close(() => resolve())));
  for (const end of context.open) end();
  // Connections that still had a request then become idle later.
  const sweep = setInterval(() => servers.forEach((server) => server.closeIdleConnections()), 20);
  const force = setTimeout(() => servers.forEach((server) => server.closeAllConnections()), GRACE);
  await Promise.all(closed);
  clearTimeout(force);
  clearInterval(sweep);
  await context.uploads.clear();
}
