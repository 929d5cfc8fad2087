// The one door to the engine: through the bridge in the window, over HTTP in a browser. No other file knows which.
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
  /** Below the REST root: `/pll/v1/languages`. */
  path: string;
  query?: Dict;
  body?: unknown;
  headers?: Dict<string>;
}

export interface Answer<T = unknown> {
  status: number;
  headers: Dict<string>;
  body: T;
  /** Number of the entry this write made in the history; null when nothing changed. For `toasts.done`. */
  entry: number | null;
}

/** What the console sends (the path with its query), and what it shows. */
export type ProgramCall = Parameters<typeof runCommand<'send'>>[1];
export type ProgramAnswer = Awaited<ReturnType<typeof runCommand<'send'>>>;

/** The licences of the product (`build/licences/`). */
export interface LicenceList {
  version: string;
  packages: { name: string; version: string; licence: string; text: string }[];
}

type Listener<T> = (news: T) => void;

const changes = new Set<Listener<ChangeNotice | null>>();
const requests = new Set<Listener<string | null>>();
const liveNews = new Set<Listener<null>>();
/** The last change that came, or where the stream began, so that a new one goes on behind it. */
let lastChange = '';
const root = '/wp-json';
let closeEvents: () => void = () => undefined;
/** Whether changes are heard of yet, and whether something was read before: what changed in between is not known then. */
const hearing = { hasBegun: false, isLate: false };

/** Whether the page runs in the desktop window, where native dialogs and commands exist. */
export function isDesktop(): boolean {
  return window.polydesk !== undefined;
}

/** Starts the session (start link `#code=…`) and the stream of changes. Once, before anything is shown. */
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

/** A start link that is pasted into this tab: what it showed stays. */
function signInHere({ oldURL }: HashChangeEvent): void {
  if (!codeIn(location.hash)) return;
  void startSession(new URL(oldURL).hash).then((isIn) => isIn && comeBack());
}

/** Signed in again: everything is read anew. */
function comeBack(): void {
  setConnection('online');
  startStream(true);
}

/** Sends a request and answers whatever comes back, errors too. Only the console wants this; others take `api.*`. */
export async function send(call: Call): Promise<Answer> {
  const answer = window.polydesk ? await overBridge(window.polydesk, call) : await overHttp(call);
  if (!window.polydesk) noteConnection(connectionAfter(answer.status));
  if (!hearing.hasBegun && answer.status > 0 && answer.status < 400) hearing.isLate = true;
  return { ...answer, entry: Number(answer.headers['x-polydesk-entry']) || null };
}

/**
 * Requests by verb: bodies typed by the route the path fits (`core/routes/wire.ts`), or, where a route depends on the content
 * model of the site, by the type you name. Throws `ApiError` for 400 and above.
 */
interface Api {
  /** The body alone. */
  get<Path extends string>(path: Path, query?: Dict): Promise<AnswerTo<'GET', Path>>;
  get<T>(path: string, query?: Dict): Promise<T>;
  /** With headers, for lists that tell their total in `x-wp-total`. */
  list<Path extends string>(path: Path, query?: Dict): Promise<Answer<AnswerTo<'GET', Path>>>;
  list<T>(path: string, query?: Dict): Promise<Answer<T>>;
  post<Path extends string>(path: Path, body?: unknown): Promise<Answer<AnswerTo<'POST', Path>>>;
  post<T>(path: string, body?: unknown): Promise<Answer<T>>;
  patch<Path extends string>(path: Path, body: unknown): Promise<Answer<AnswerTo<'PATCH', Path>>>;
  put<Path extends string>(path: Path, body: unknown): Promise<Answer<AnswerTo<'PUT', Path>>>;
  put<T>(path: string, body: unknown): Promise<Answer<T>>;
  delete(path: string, query?: Dict): Promise<Answer>;
  /** The description of a route, from which forms are built. */
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

/** How a file is sent. */
export interface Upload {
  query?: Dict;
  /** Ends it before it has arrived. */
  signal?: AbortSignal;
}

/** Sends a file as the body of a POST, as it is; `T` is the answer. Throws as `api.post` does. */
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

/** Fetches a file the engine has made. Throws as `api.get` does. */
export async function downloadFile(path: string): Promise<{ name: string; file: Blob }> {
  const answer = await carry({ method: 'GET', path });
  if (!answer.ok) throw new ApiError(answer.status, JSON.parse((await answer.text()) || 'null') as unknown);
  const header = /filename\*=UTF-8''([^;\s]+)/i.exec(answer.headers.get('content-disposition') ?? '')?.[1];
  return { name: decodeURIComponent(header ?? ''), file: await answer.blob() };
}

/** Bytes do not cross the bridge: in the window too they go by the address of the page. */
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

/** Runs a command of the desktop shell. In a browser there is none: check `isDesktop()` first. */
export const runCommand: Bridge['run'] = (name, ...words) => {
  const none = () => Promise.reject(new ApiError(0, { code: 'polydesk_no_shell', message: name }));
  return window.polydesk?.run(name, ...words) ?? none();
};

/**
 * Sends a request as another program would, over real HTTP and with the token named ("" for none; left out: our own).
 * For the console only. Never throws.
 */
export async function sendAsProgram(call: ProgramCall): Promise<ProgramAnswer> {
  if (window.polydesk) return runCommand('send', call);
  const { token, ...rest } = call;
  const headers = token === undefined ? {} : { authorization: token && `Bearer ${token}` };
  const started = performance.now();
  const answer = await overHttp({ ...rest, headers });
  return { ...answer, ms: performance.now() - started };
}

/** Listens to the shell (menu, server state). In a browser nothing ever comes. */
export function onShell<Topic extends keyof Topics>(topic: Topic, listener: Listener<Topics[Topic]>) {
  return window.polydesk?.on(topic, listener) ?? (() => undefined);
}

/** Every committed change, our own too, and groups whose states were worked out (number 0); null means "some were missed, read again". Returns the function that stops. */
export function onChange(listener: Listener<ChangeNotice | null>): () => void {
  changes.add(listener);
  return () => changes.delete(listener);
}

/**
 * Hears of every request the local server answers, as the JSON of its line; null means "read the list". In a browser
 * only: the window has no such stream. Returns the function that stops.
 */
export function onServerRequest(listener: Listener<string | null>): () => void {
  requests.add(listener);
  if (requests.size === 1) startStream(true);
  return () => {
    requests.delete(listener);
    if (requests.size === 0) startStream(true);
  };
}

/** Hears that a check, pull or push of the live site went on; what it did is read. Returns the function that stops. */
export function onLive(listener: Listener<null>): () => void {
  liveNews.add(listener);
  return () => liveNews.delete(listener);
}

/** An address an `<img>` may show. A browser cannot sign in for a picture, so it gets a blob. */
export async function pictureUrl(path: string): Promise<string> {
  if (window.polydesk) return path;
  const response = await fetch(path, { headers: authorization() });
  if (!response.ok) throw new ApiError(response.status, null);
  return URL.createObjectURL(await response.blob());
}

/** Everything the product is built from, with its licences; written when it is built. Throws `ApiError` without a list. */
export async function readLicences(): Promise<LicenceList> {
  // Its name never changes, so it is asked for anew.
  const response = await fetch('/polydesk/ui/licences.json', { cache: 'no-cache' });
  if (!response.ok) throw new ApiError(response.status, null);
  return (await response.json()) as LicenceList;
}

/** The plugin for live sites with the free edition, to be saved; put beside the page when it is built. Throws `ApiError`. */
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
      // What crosses the bridge is cloned, and a proxy of Svelte cannot be.
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

/** A request may fail late, when the stream is back already: it is opened anew, and says how the connection is by now. */
function noteConnection(state: Connection): void {
  const isNews = state === 'offline' && isOnline();
  setConnection(state);
  if (isNews) startStream();
}

/** Without a token we are a guest, even where guests may read. */
function connectionAfter(status: number): Connection {
  if (status === 0) return 'offline';
  return status === 401 || !sessionToken() ? 'signed-out' : 'online';
}

function unreachable(thrown: unknown): RestResponse {
  const body = { code: 'polydesk_unreachable', message: t('ui.unreachable'), data: { reason: String(thrown) } };
  return { status: 0, headers: {}, body };
}

/** The start link carries a code that works once. It leaves the address bar before anything else happens. Whether it signed us in. */
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

/** One stream for all, since a browser opens only six connections to a server: with the requests while somebody wants them. */
function startStream(isAgain = false): void {
  closeEvents();
  const stop = new AbortController();
  closeEvents = () => stop.abort();
  const query = requests.size > 0 ? '?requests=1' : '';
  const reader = {
    open: async (last: string, signal: AbortSignal) => {
      const response = await openEvents(last, signal, query);
      notify(requests, null);
      // Before this stream something may have happened, and no number is known to go on from.
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

/** States of groups were worked out anew: a change of these that nobody made, so it has no number. */
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
      // One that fails takes neither the others along nor the stream.
      reportError(thrown);
    }
  }
}
