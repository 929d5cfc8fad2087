import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { onTestFinished, vi } from 'vitest';
import { createCaller } from '../../../core/domain/access/capabilities.ts';
import type { Credentials } from '../../../core/domain/access/callers.ts';
import type { Asking, Engine } from '../../../core/engine/engine.ts';
import { traitsOf } from '../../../core/rest/lookup.ts';
import { compileRoutes } from '../../../core/rest/path.ts';
import { eventRoutes } from '../../../core/routes/site/events.ts';
import { sessionRoutes } from '../../../core/routes/site/session.ts';
import { transferRoutes } from '../../../core/routes/site/transfer.ts';
import { serve, type RunningServer, type ServeOptions } from '../../../core/server/http/http.ts';
import type { Caller, ChangeNotice, RestRequest, RestResponse } from '../../../core/types.ts';

export const ADMIN = createCaller({ name: 'admin', userId: 1, role: 'administrator', origin: 'token' });
export const READER = createCaller({ name: 'reader', userId: 2, role: 'subscriber', origin: 'token' });
export const SIGNED_IN = { Authorization: `Basic ${Buffer.from('admin:adminadmin').toString('base64')}` };

/** What reached the engine: the request, its caller, and the uploaded file while it existed. */
export interface Seen {
  request: RestRequest;
  caller: Caller;
  upload: { text: string; mode: number; folderMode: number } | undefined;
}

const nothing = { args: {}, answers: v.unknown(), run: () => ({}) };
const table = compileRoutes(
  {
    ...transferRoutes,
    ...eventRoutes,
    ...sessionRoutes,
    '/wp/v2/media': { POST: { ...nothing, traits: { takesFile: true } } },
  },
  'extended',
);

/** The smallest thing that satisfies `Engine`: it notes requests, echoes them, and has a journal of numbers. */
export function echoEngine(answer?: (request: RestRequest, caller: Caller) => RestResponse) {
  const seen: Seen[] = [];
  const entries: { id: number }[] = [];
  const listeners = new Set<(notice: ChangeNotice) => void>();
  const engine: Engine = {
    site: { serverUrl: '' } as Engine['site'],
    dispatch(request: RestRequest, caller: Caller): RestResponse {
      seen.push({ request, caller, upload: request.file && runFileCheck(request.file.path) });
      if (request.path === '/polydesk/v1/changes') return changes(request, caller);
      if (traitsOf(table, request).streams) return events(request, caller);
      if (answer) return answer(request, caller);
      const { method, path, query, body, bodyFault, file } = request;
      return { status: 200, headers: {}, body: { method, path, query, body, bodyFault, file, name: caller.name } };
    },
    ask(request: RestRequest, caller: Caller, how: Asking = {}): RestResponse | Promise<RestResponse> {
      if (request.method === 'GET' && request.body === undefined) return engine.dispatch(request, caller);
      how.sealed?.(request);
      return Promise.resolve().then(() => engine.dispatch(request, caller));
    },
    traitsOf: (request) => traitsOf(table, request),
    onStates: () => () => undefined,
    onLive: () => () => undefined,
    onChange(listener: (notice: ChangeNotice) => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => undefined,
  };
  const changes = ({ query }: RestRequest, caller: Caller): RestResponse => {
    const error = { code: 'rest_forbidden', message: 'No.', data: { status: 401 } };
    if (!caller.can('read_history')) return { status: 401, headers: {}, body: error };
    const since = Number(query?.['since'] ?? 0);
    const page = entries.filter(({ id }) => id > since).slice(0, 2);
    return { status: 200, headers: {}, body: { entries: page, latest: entries.length } };
  };
  const events = (request: RestRequest, caller: Caller): RestResponse => {
    const { status, body } = changes(request, caller);
    const since = Number(request.headers?.['last-event-id'] ?? request.query?.['since'] ?? entries.length);
    return { status, headers: {}, body, ...(status < 400 && { stream: { since, requests: false } }) };
  };
  const commit = (): void => {
    entries.push({ id: entries.length + 1 });
    for (const listener of listeners) listener({ id: entries.length } as ChangeNotice);
  };
  return { engine, seen, commit, listeners };
}

function runFileCheck(path: string): Seen['upload'] {
  const mode = (of: string): number => statSync(of).mode & 0o777;
  return { text: readFileSync(path, 'utf8'), mode: mode(path), folderMode: mode(join(path, '..')) };
}

export interface Started extends RunningServer {
  seen: Seen[];
  commit(): void;
  listeners: ReadonlySet<unknown>;
  log: string[];
  /** How many heads of requests were read so far; their bodies need not have come. */
  heads(): number;
  /** Files of uploads that are still there. */
  leftovers(): string[];
}

/** A server for one test, closed after it. */
export async function start(options: Partial<ServeOptions> = {}, fake = echoEngine()): Promise<Started> {
  const folder = mkdtempSync(join(tmpdir(), 'polydesk-test-'));
  const log: string[] = [];
  let heads = 0;
  const running = await serve(fake.engine, {
    port: 0,
    instanceId: 'instance-1',
    allowedOrigins: () => [],
    allowedHosts: () => [],
    uploadFolder: folder,
    log: (line) => log.push(line),
    ...options,
    // Asked once for each request: the one for whoever names a password, the other for all others.
    authenticate: (credentials) => (heads++, (options.authenticate ?? authenticate)(credentials)),
    anonymousRead: () => (heads++, options.anonymousRead?.() ?? true),
    // A busy computer may think for five seconds between two requests of a test.
    limits: { keepAlive: 60_000, ...options.limits },
  });
  onTestFinished(async () => {
    await running.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const { seen, commit, listeners } = fake;
  return { ...running, seen, commit, listeners, log, heads: () => heads, leftovers: () => filesBelow(folder) };
}

/** Serves an engine of the test itself to those `who` lets in, and closes both after it. */
export async function serveEngine(engine: Engine, who: ServeOptions['authenticate']): Promise<RunningServer> {
  const running = await serve(engine, {
    port: 0,
    instanceId: 'x',
    authenticate: who,
    anonymousRead: () => true,
    allowedOrigins: () => [],
    allowedHosts: () => [],
  });
  onTestFinished(async () => {
    await running.close();
    engine.close();
  });
  return running;
}

function authenticate(credentials: Credentials): Caller | 'bad' | null {
  if (credentials.kind === 'none') return null;
  if (credentials.kind === 'bad') return 'bad';
  if (credentials.token === 'adminadmin') return ADMIN;
  return credentials.token === 'reader' ? READER : 'bad';
}

function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

export interface RawAnswer {
  text: string;
  /** Of the first answer, 0 when none came. */
  status: number;
  /** Milliseconds until the connection ended. */
  took: number;
}

/** Writes bytes to a socket and reads until the server ends the connection. */
export function sendRaw(port: number, ...parts: (string | Buffer)[]): Promise<RawAnswer> {
  const started = performance.now();
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => parts.forEach((part) => socket.write(part)));
    let text = '';
    socket.setEncoding('latin1').on('data', (data: string) => (text += data));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      resolve({ text, status: Number(/^HTTP\/1.1 (\d+)/.exec(text)?.[1] ?? 0), took: performance.now() - started });
    });
  });
}

export function open(port: number): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket));
    socket.on('error', () => undefined);
  });
}

/** Waits until `isTrue`, for many turns: a busy machine may not get on for seconds. */
export async function until(isTrue: () => boolean): Promise<boolean> {
  for (let turn = 0; turn < 2000 && !isTrue(); turn++) await new Promise((resolve) => setTimeout(resolve, 10));
  return isTrue();
}

/** Stops a server that nothing may cut off: the clock that would do so stands still, so that a stop waiting for it never ends. */
export async function stopWithoutForce(server: RunningServer, meanwhile = (): void => undefined): Promise<void> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const closed = server.close();
    meanwhile();
    await closed;
  } finally {
    vi.useRealTimers();
  }
}
