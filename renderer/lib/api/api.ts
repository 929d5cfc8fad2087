// The only access to the engine: over the bridge in the desktop window, over HTTP in a browser. No other file knows which.
import type { ChangeNotice, Dict, RestResponse } from '../../../core/types.ts';
import type { RouteDescription } from '../forms.ts';
import type { AnswerTo } from './answers.ts';
import { ApiError } from './api-error.ts';
import type { Bridge, Topics } from './bridge.ts';
import { isOnline, isSignedOut, setConnection } from './connection.ts';
import type { Connection } from './connection.ts';
import { askOtherTabs, codeIn, keepToken, sessionToken, shareSession } from './session.ts';
import { followStream } from './event-stream.ts';
import type { StreamEvent } from './event-stream.ts';
import { t } from '../messages/messages.svelte.ts';
import { writeQuery } from './query.ts';

export interface Call {
  method: string;
  /** Path relative to the REST root: `/pll/v1/languages`. */
  path: string;
  query?: Dict;
  body?: unknown;
  headers?: Dict<string>;
}

export interface Answer<T = unknown> {
  status: number;
  headers: Dict<string>;
  body: T;
  /** ID of the history entry this write created; null when nothing changed. For `toasts.done`. */
  entry: number | null;
}

/** The request the console sends (path with query) and displays. */
export type ProgramCall = Parameters<typeof runCommand<'send'>>[1];
export type ProgramAnswer = Awaited<ReturnType<typeof runCommand<'send'>>>;

/** The product's licences (`build/licences/`). */
export interface LicenceList {
  version: string;
  packages: { name: string; version: string; licence: string; text: string }[];
}

type Listener<T> = (news: T) => void;

const changes = new Set<Listener<ChangeNotice | null>>();
const requests = new Set<Listener<string | null>>();
const liveNews = new Set<Listener<null>>();
/** ID of the last change received, or of the start of the stream, so that a new stream can resume after it. */
let lastChange = '';
const root = '/wp-json';
let closeEvents: () => void = () => undefined;
/** Whether the change stream is open, and whether anything was read before that: changes in between would have been missed. */
const hearing = { hasBegun: false, isLate: false };

/** Whether the page runs in the desktop window, where native dialogs and commands exist. */
export function isDesktop(): boolean {
  return window.polydesk !== undefined;
}

/** Starts the session (start link `#code=…`) and the change stream. Called once, before anything is rendered. */
export async function openApi(): Promise<void> {
  closeEvents();
  const { polydesk } = window;
  if (polydesk) {
    const ends = [
      polydesk.on('change', (notice) => notify(changes, notice)),
      polydesk.on('states', (groups) => notify(changes, statesNotice(groups))),
    ];
    closeEvents = () => ends.forEach((end) => end());
    return;
  }
  Object.assign(hearing, { hasBegun: false, isLate: false });
  lastChange = '';
  shareSession((token) => {
    if (!isSignedOut() || token === sessionToken()) return;
    keepToken(token);
    comeBack();
  });
  window.removeEventListener('hashchange', signInHere);
  window.addEventListener('hashchange', signInHere);
  if (!(await startSession()) && !sessionToken()) await askOtherTabs();
  startStream();
}

/** Handles a start link pasted into this tab; keeps the current location. */
function signInHere({ oldURL }: HashChangeEvent): void {
  if (!codeIn(location.hash)) return;
  void startSession(new URL(oldURL).hash).then((isIn) => isIn && comeBack());
}

/** Reloads everything after signing in again. */
function comeBack(): void {
  setConnection('online');
  startStream(true);
}

/** Sends a request and resolves with any response, errors included. For the console; everything else uses `api.*`. */
export async function send(call: Call): Promise<Answer> {
  const answer = window.polydesk ? await overBridge(window.polydesk, call) : await overHttp(call);
  if (!window.polydesk) noteConnection(connectionAfter(answer.status));
  if (!hearing.hasBegun && answer.status > 0 && answer.status < 400) hearing.isLate = true;
  return { ...answer, entry: Number(answer.headers['x-polydesk-entry']) || null };
}

/**
 * Requests by verb: bodies are typed by the matching route (`core/routes/wire.ts`), or by an explicit type where a route depends
 * on the site's content model. Throws `ApiError` for status 400 and above.
 */
interface Api {
  /** Returns only the body. */
  get<Path extends string>(path: Path, query?: Dict): Promise<AnswerTo<'GET', Path>>;
  get<T>(path: string, query?: Dict): Promise<T>;
  /** Returns the headers too, for lists that report their total in `x-wp-total`. */
  list<Path extends string>(path: Path, query?: Dict): Promise<Answer<AnswerTo<'GET', Path>>>;
  list<T>(path: string, query?: Dict): Promise<Answer<T>>;
  post<Path extends string>(path: Path, body?: unknown): Promise<Answer<AnswerTo<'POST', Path>>>;
  post<T>(path: string, body?: unknown): Promise<Answer<T>>;
  patch<Path extends string>(path: Path, body: unknown): Promise<Answer<AnswerTo<'PATCH', Path>>>;
  put<Path extends string>(path: Path, body: unknown): Promise<Answer<AnswerTo<'PUT', Path>>>;
  put<T>(path: string, body: unknown): Promise<Answer<T>>;
  delete(path: string, query?: Dict): Promise<Answer>;
  /** Returns the description of a route, from which forms are generated. */
  options(path: string): Promise<RouteDescription>;
}

export const api: Api = {
  get: async <T>(path: string, query?: Dict): Promise<T> =>
    (await call<T>({ method: 'GET', path, ...(query && { query }) })).body,
  list: <T>(path: string, query?: Dict) => call<T>({ method: 'GET', path, ...(query && { query }) }),
  post: <T>(path: string, body?: unknown) => call<T>({ method: 'POST', path, body }),
  patch: <T>(path: string, body: unknown) => call<T>({ method: 'PATCH', path, body }),
  put: <T>(path: string, body: unknown) => call<T>({ method: 'PUT', path, body }),
  delete: (path, query) => call({ method: 'DELETE', path, ...(query && { query }) }),
  options: async (path) => (await call<RouteDescription>({ method: 'OPTIONS', path })).body,
};

/** Upload options. */
export interface Upload {
  query?: Dict;
  /** Aborts the upload. */
  signal?: AbortSignal;
}

/** Sends a file as the raw body of a POST; `T` is the response. Throws like `api.post`. */
export async function uploadFile<T>(path: string, file: File, { query, signal }: Upload = {}): Promise<Answer<T>> {
  const name = `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`;
  const headers = { 'content-disposition': name, 'content-type': file.type || 'application/octet-stream' };
  const answer = await carry(
    { method: 'POST', path, ...(query && { query }), headers },
    { body: file, ...(signal && { signal }) },
  );
  const text = await answer.text();
  const body = text === '' ? undefined : (JSON.parse(text) as unknown);
  if (!answer.ok) throw new ApiError(answer.status, body);
  const heads = Object.fromEntries(answer.headers);
  return { status: answer.status, headers: heads, body: body as T, entry: Number(heads['x-polydesk-entry']) || null };
}

/** Downloads a file generated by the engine. Throws like `api.get`. */
export async function downloadFile(path: string): Promise<{ name: string; file: Blob }> {
  const answer = await carry({ method: 'GET', path });
  if (!answer.ok) throw new ApiError(answer.status, JSON.parse((await answer.text()) || 'null') as unknown);
  const header = /filename\*=UTF-8''([^;\s]+)/i.exec(answer.headers.get('content-disposition') ?? '')?.[1];
  return { name: decodeURIComponent(header ?? ''), file: await answer.blob() };
}

/** Binary data does not cross the bridge: the desktop window also sends it over HTTP. */
async function carry(
  { method, path, query, headers }: Call,
  more?: { body: File; signal?: AbortSignal },
): Promise<Response> {
  const init = { method, headers: { ...authorization(), ...headers }, ...more };
  try {
    return await fetch(`${root}${path}${writeQuery(query)}`, init);
  } catch (thrown) {
    throw new ApiError(0, unreachable(thrown).body);
  }
}

/** Runs a command of the desktop shell. Not available in a browser: check `isDesktop()` first. */
export const runCommand: Bridge['run'] = (name, ...words) => {
  const none = () => Promise.reject(new ApiError(0, { code: 'polydesk_no_shell', message: name }));
  return window.polydesk?.run(name, ...words) ?? none();
};

/**
 * Sends a request as an external program would, over real HTTP, with the given token ("" for none; omitted: our own). For the
 * console only. Never throws.
 */
export async function sendAsProgram(call: ProgramCall): Promise<ProgramAnswer> {
  if (window.polydesk) return runCommand('send', call);
  const { token, ...rest } = call;
  const headers = token === undefined ? {} : { authorization: token && `Bearer ${token}` };
  const started = performance.now();
  const answer = await overHttp({ ...rest, headers });
  return { ...answer, ms: performance.now() - started };
}

/** Subscribes to shell events (menu, server state). Never fires in a browser. */
export function onShell<Topic extends keyof Topics>(topic: Topic, listener: Listener<Topics[Topic]>) {
  return window.polydesk?.on(topic, listener) ?? (() => undefined);
}

/**
 * Subscribes to every committed change, our own included, and to recomputed group states (number 0); null means that changes were
 * missed and everything must be read again. Returns the unsubscribe function.
 */
export function onChange(listener: Listener<ChangeNotice | null>): () => void {
  changes.add(listener);
  return () => changes.delete(listener);
}

/**
 * Subscribes to the request log of the local server, one JSON line per request; null means "reload the list". Browser only: the
 * window has no such stream. Returns the unsubscribe function.
 */
export function onServerRequest(listener: Listener<string | null>): () => void {
  requests.add(listener);
  if (requests.size === 1) startStream(true);
  return () => {
    requests.delete(listener);
    if (requests.size === 0) startStream(true);
  };
}

/**
 * Subscribes to progress of a check, pull or push of the live site; the details have to be read. Returns the unsubscribe
 * function.
 */
export function onLive(listener: Listener<null>): () => void {
  liveNews.add(listener);
  return () => liveNews.delete(listener);
}

/** A URL for use in `<img>`. A browser cannot authenticate image requests, so there it is a blob URL. */
export async function pictureUrl(path: string): Promise<string> {
  if (window.polydesk) return path;
  const response = await fetch(path, { headers: authorization() });
  if (!response.ok) throw new ApiError(response.status, null);
  return URL.createObjectURL(await response.blob());
}

/** Reads the list of dependencies and their licences, which the build generates. Throws `ApiError` if it is missing. */
export async function readLicences(): Promise<LicenceList> {
  // The file name never changes, so it must be revalidated.
  const response = await fetch('/polydesk/ui/licences.json', { cache: 'no-cache' });
  if (!response.ok) throw new ApiError(response.status, null);
  return (await response.json()) as LicenceList;
}

/** The plugin for live sites that run the free edition, for download; the build puts it next to the page. Throws `ApiError`. */
export async function readCompanion(): Promise<Blob> {
  const response = await fetch('/polydesk/ui/polydesk-link.zip', { cache: 'no-cache' });
  if (!response.ok) throw new ApiError(response.status, null);
  return response.blob();
}

async function call<T>(request: Call): Promise<Answer<T>> {
  const answer = await send(request);
  if (answer.status >= 400 || answer.status === 0) throw new ApiError(answer.status, answer.body);
  return answer as Answer<T>;
}

async function overBridge(bridge: Bridge, { method, path, query, body, headers }: Call): Promise<RestResponse> {
  try {
    return await bridge.rest({
      method,
      path,
      ...(query && { query }),
      ...(headers && { headers }),
      // Values crossing the bridge are cloned, and Svelte proxies cannot be.
      ...(body !== undefined && { body: JSON.parse(JSON.stringify(body)) as unknown }),
    });
  } catch (thrown) {
    return unreachable(thrown);
  }
}

async function overHttp({ method, path, query, body, headers }: Call): Promise<RestResponse> {
  try {
    const json = body !== undefined && { 'content-type': 'application/json' };
    const init = {
      method,
      headers: { ...authorization(), ...json, ...headers },
      ...(json && { body: JSON.stringify(body) }),
    };
    const response = await fetch(`${root}${path}${writeQuery(query)}`, init);
    const text = await response.text();
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: text === '' ? undefined : JSON.parse(text),
    };
  } catch (thrown) {
    return unreachable(thrown);
  }
}

/** A request may fail after the stream has already reconnected: reopens the stream, which reports the current state. */
function noteConnection(state: Connection): void {
  const isNews = state === 'offline' && isOnline();
  setConnection(state);
  if (isNews) startStream();
}

/** Without a token we are a guest, even if guests have read access. */
function connectionAfter(status: number): Connection {
  if (status === 0) return 'offline';
  return status === 401 || !sessionToken() ? 'signed-out' : 'online';
}

function unreachable(thrown: unknown): RestResponse {
  const body = { code: 'polydesk_unreachable', message: t('ui.unreachable'), data: { reason: String(thrown) } };
  return { status: 0, headers: {}, body };
}

/**
 * The start link carries a single-use code. It is removed from the address bar before anything else happens. Returns whether we
 * are signed in.
 */
async function startSession(shown = ''): Promise<boolean> {
  const code = codeIn(location.hash);
  if (!code) return false;
  history.replaceState(null, '', `${location.pathname}${location.search}${shown}`);
  const { status, body } = await overHttp({ method: 'POST', path: '/polydesk/v1/session', body: { code } });
  const isIn = status < 400 && status > 0;
  if (isIn) keepToken(String((body as Dict)['token']));
  else setConnection(connectionAfter(status));
  return isIn;
}

function authorization(): Dict<string> {
  const token = sessionToken();
  return token ? { authorization: `Bearer ${token}` } : {};
}

/**
 * One shared stream, since a browser opens only six connections per server; it carries the request log only while there are
 * subscribers.
 */
function startStream(isAgain = false): void {
  closeEvents();
  const stop = new AbortController();
  closeEvents = () => stop.abort();
  const query = requests.size > 0 ? '?requests=1' : '';
  const reader = {
    open: async (last: string, signal: AbortSignal) => {
      const response = await openEvents(last, signal, query);
      notify(requests, null);
      // Changes may have happened before this stream, and there is no ID to resume from.
      if (!last && (isAgain || (response.ok && hearing.isLate))) notify(changes, null);
      if (response.ok) Object.assign(hearing, { hasBegun: true, isLate: false });
      return response;
    },
    onEvent: ({ id, event, data }: StreamEvent) => {
      lastChange = id || lastChange;
      if (event === 'request') notify(requests, data);
      else if (event === 'live') notify(liveNews, null);
      else if (event === 'states') notify(changes, statesNotice((JSON.parse(data) as { groups: number[] }).groups));
      else if (data) notify(changes, JSON.parse(data) as ChangeNotice);
    },
    onGap: () => notify(changes, null),
    onState: (state: Connection) => {
      setConnection(state);
      // The session ended; another tab may have a newer one.
      if (state === 'signed-out') void askOtherTabs().then((isIn) => isIn && comeBack());
    },
  };
  void followStream(reader, stop.signal, lastChange);
}

/** A notice for recomputed group states: not a change by a user, so it has no number. */
function statesNotice(groups: readonly number[]): ChangeNotice {
  const items = groups.map((id) => ({ kind: 'group', id, op: 'update' as const }));
  return { id: 0, at: '', author: '', origin: 'window', summary: '', code: 'text', params: { text: '' }, items };
}

function openEvents(last: string, signal: AbortSignal, query: string): Promise<Response> {
  const headers = { ...authorization(), accept: 'text/event-stream', ...(last && { 'last-event-id': last }) };
  return fetch(`${root}/polydesk/v1/events${query}`, { headers, signal });
}

function notify<T>(listeners: Set<Listener<T>>, news: T): void {
  for (const listener of listeners) {
    try {
      listener(news);
    } catch (thrown) {
      // A failing listener must affect neither the others nor the stream.
      reportError(thrown);
    }
  }
}
