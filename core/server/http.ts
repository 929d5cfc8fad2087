import { createServer, STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Engine } from '../engine.ts';
import type { Policy } from './admit.ts';
import type { Page } from './answer.ts';
import { createCredentialReader } from './auth.ts';
import { handle, type Context } from './handle.ts';
import { createMeter, createThrottle, limitServer, LIMITS, serverOptions, type Limits, type Meter } from './limits.ts';
import { listenOnLoopback } from './listen.ts';
import type { Sessions } from './session.ts';
import { createTurn } from './turn.ts';
import { createUploadFolder } from './uploads.ts';

export interface ServeOptions extends Policy {
  /** 0: any free one. */
  port: number;
  /** Told at `/`: how a port file is checked (`reliability-and-security.md` 3.1). */
  instanceId: string;
  /** The server's own pages may call its API: only where it serves the interface. */
  ownUi?: boolean;
  /** The interface: its page at `/` and its files under `/polydesk/ui/`, by path. */
  page?: (path: string) => Page | undefined;
  /** Who signs in through the interface: only where it is served. */
  sessions?: Sessions;
  /** Where uploads lie until they are answered; beside the files of the site unless given, so that keeping one costs nothing. */
  uploadFolder?: string;
  log?: (line: string) => void;
  /** Other limits than those of the contract: for tests. */
  limits?: Partial<Limits> & { heartbeat?: number };
}

export interface RunningServer {
  /** Without final slash. */
  url: string;
  port: number;
  /** Stops taking requests, lets the open ones end and ends the event streams. */
  close(): Promise<void>;
}

/** Serves an engine on loopback (`reliability-and-security.md` 3). Rejects with EADDRINUSE when the port is taken. */
export async function serve(engine: Engine, options: ServeOptions): Promise<RunningServer> {
  const limits: Limits = { ...LIMITS, ...options.limits };
  const connections = createMeter(limits.connections);
  const context = createContext(engine, options, { limits, turn: createTurn(() => connections.used() > 1) });
  const { servers, port } = await listenOnLoopback(() => createHttp(context, connections), options.port);
  const url = `http://127.0.0.1:${port}`;
  context.port = port;
  context.pages.serverUrl = url;
  engine.site.serverUrl = url;
  return { url, port, close: () => stop(servers, context) };
}

const HEARTBEAT = 15_000;
/** How long open requests have to end when the server stops. */
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
    sessions: options.sessions,
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

function createHttp(context: Context, connections: Meter): Server {
  const { limits } = context;
  const server = createServer(serverOptions(limits), (req, res) => handle(context, req, res));
  limitServer(server, limits);
  const onExpect = (req: IncomingMessage, res: ServerResponse): void =>
    void handle(context, req, res, () => res.writeContinue());
  server.on('checkContinue', onExpect);
  server.on('clientError', refuseRaw);
  server.on('connection', (socket: Socket) => {
    if (!connections.take(1)) return void endWith(socket, 503, 'rest_too_busy', 'Retry-After: 1\r\n');
    socket.once('close', () => connections.give(1));
  });
  return server;
}

/** What node:http could not read as a request has no answer object: the few bytes are written by hand. */
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
  // Connections that still had a request then are idle later.
  const sweep = setInterval(() => servers.forEach((server) => server.closeIdleConnections()), 20);
  const force = setTimeout(() => servers.forEach((server) => server.closeAllConnections()), GRACE);
  await Promise.all(closed);
  clearTimeout(force);
  clearInterval(sweep);
  await context.uploads.clear();
}
