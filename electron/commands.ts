import { nativeTheme, type BrowserWindow } from 'electron';
import * as v from 'valibot';
import type { Engine } from '../core/engine/engine.ts';
import { ask } from '../core/server/host/client.ts';
import type { ChangeNotice, RestRequest, RestResponse } from '../core/types.ts';
import { InterfaceChoices } from './window/interface-choices.ts';
import type { Place } from './sites/link-place.ts';
import type { Prefs } from './prefs.ts';
import type { ShownRecent } from './sites/recent.ts';
import type { Say } from './texts/texts.ts';

/**
 * Actions on sites as files, from menus and pages; each returns whether it opened a site. Pages never pass paths (E9), except for
 * dropped files.
 */
export interface Acts {
  /** The texts of the shell in the current language. */
  say(): Say;
  open(): Promise<boolean>;
  create(): Promise<boolean>;
  recent(): ShownRecent[];
  openRecent(id: string): Promise<boolean>;
  clearRecent(): void;
  openDropped(path: string): Promise<boolean>;
  /** Called when the list of recent sites changed. */
  recentChanged(): void;
  /** Applies preferences chosen in one window to all. */
  choose(choices: InterfaceChoices, from: BrowserWindow): void;
}

/** The services available to commands. */
export interface Shell {
  engine: Engine;
  prefs: Prefs;
  version: string;
  /** Whether secrets outlive the process. */
  hasKeyring: boolean;
  server(): ServerState;
  /** Starts or stops the local server of the site; returns the resulting state. */
  turnServer(isOn: boolean): Promise<ServerState>;
  /** The window's token for its own server, for the console. */
  token(): string;
  acts: Acts;
  /** As `Acts.choose`, from this window. */
  choose(choices: InterfaceChoices): void;
}

/** State of the local server for the status pill. */
const ServerState = v.strictObject({
  state: v.picklist(['running', 'stopped', 'failed']),
  port: v.nullable(v.number()),
  /** The error message, as one sentence. */
  reason: v.exactOptional(v.string()),
});
export type ServerState = v.InferOutput<typeof ServerState>;

const Recent = v.strictObject({ id: v.string(), name: v.string(), folder: v.string() });

const About = v.strictObject({
  version: v.string(),
  platform: v.string(),
  electron: v.string(),
  chromium: v.string(),
  node: v.string(),
  site: v.string(),
  hasKeyring: v.boolean(),
});

const ConsoleRequest = v.strictObject({
  method: v.picklist(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']),
  /** Relative to the REST root, with its query. */
  path: v.pipe(v.string(), v.maxLength(8192), v.regex(/^\/[\x21-\x7e]*$/)),
  body: v.exactOptional(v.unknown()),
  /** Default: the window's own; "": as a guest. */
  token: v.exactOptional(v.pipe(v.string(), v.maxLength(200))),
});
const ConsoleAnswer = v.strictObject({
  status: v.number(),
  headers: v.record(v.string(), v.string()),
  body: v.unknown(),
  ms: v.number(),
});

const DroppedFile = v.pipe(v.string(), v.maxLength(4096), v.regex(/\.polydesk$/i));

/**
 * Shell commands available to pages, besides requests. No command takes a URL or SQL; only one takes a path, that of a dropped
 * file (E9).
 */
export const commands = {
  about: command(v.strictTuple([]), About, ({ engine, version, hasKeyring }) => {
    const { electron = '', chrome = '', node } = process.versions;
    const { file } = engine.site;
    return { version, platform: process.platform, electron, chromium: chrome, node, site: file, hasKeyring };
  }),
  server: command(v.strictTuple([]), ServerState, (shell) => shell.server()),
  turnServer: command(v.strictTuple([v.boolean()]), ServerState, (shell, isOn) => shell.turnServer(isOn)),
  setTheme: command(v.strictTuple([v.picklist(['system', 'light', 'dark'])]), v.undefined(), ({ prefs }, theme) => {
    prefs.set({ theme });
    nativeTheme.themeSource = theme;
    return undefined;
  }),
  /** Native dialogs; each returns whether a site was opened. */
  openSite: command(v.strictTuple([]), v.boolean(), ({ acts }) => acts.open()),
  newSite: command(v.strictTuple([]), v.boolean(), ({ acts }) => acts.create()),
  recentSites: command(v.strictTuple([]), v.array(Recent), ({ acts }) => acts.recent()),
  openRecent: command(v.strictTuple([v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/))]), v.boolean(), ({ acts }, id) =>
    acts.openRecent(id),
  ),
  clearRecent: command(v.strictTuple([]), v.undefined(), ({ acts }) => void acts.clearRecent()),
  /** A dropped file: the preload script replaces the `File` with its path. */
  openDropped: command(v.strictTuple([DroppedFile]), v.boolean(), ({ acts }, path) => acts.openDropped(path)),
  /** Preferences shared by all sites. */
  preferences: command(v.strictTuple([]), InterfaceChoices, ({ prefs }) => prefs.get().interface),
  setPreferences: command(
    v.strictTuple([InterfaceChoices]),
    v.undefined(),
    ({ choose }, choices) => void choose(choices),
  ),
  /** The console: a real HTTP request to our own server, whose address the page cannot choose. */
  send: command(v.strictTuple([ConsoleRequest]), ConsoleAnswer, sendRequest),
};

export type Commands = typeof commands;

/** Events the main process sends to pages. */
export interface Topics {
  /** One committed change, from any origin. */
  change: ChangeNotice;
  /** Groups whose states were recomputed. */
  states: number[];
  /** A menu item, by its command id. */
  command: string;
  server: ServerState;
  /** The target of a followed link. */
  place: Place;
  recent: ShownRecent[];
  /** Changed in another window. */
  preferences: InterfaceChoices;
}

/** The API exposed to pages as `window.polydesk` (E10). */
export interface Bridge {
  rest(request: RestRequest): Promise<RestResponse>;
  run<Name extends keyof Commands>(
    command: Name,
    ...words: v.InferInput<Commands[Name]['words']>
  ): Promise<v.InferOutput<Commands[Name]['result']>>;
  /** Returns the unsubscribe function. */
  on<Topic extends keyof Topics>(topic: Topic, listener: (news: Topics[Topic]) => void): () => void;
}

type Words = v.GenericSchema<unknown[], unknown[]>;

/** A command with the schemas of its arguments and its result. */
function command<W extends Words, R extends v.GenericSchema>(
  words: W,
  result: R,
  run: (shell: Shell, ...words: v.InferOutput<W>) => v.InferOutput<R> | Promise<v.InferOutput<R>>,
) {
  return { words, result, run };
}

async function sendRequest(
  { engine, token }: Shell,
  request: v.InferOutput<typeof ConsoleRequest>,
): Promise<v.InferOutput<typeof ConsoleAnswer>> {
  const { method, path, body } = request;
  const started = performance.now();
  const answer = await ask({
    method,
    url: `${engine.site.serverUrl}/wp-json${path}`,
    body,
    ...(request.token !== '' && { token: request.token ?? token() }),
  });
  const headers = Object.entries(answer.headers).map(([name, value]) => [name, String(value)] as const);
  return { ...answer, headers: Object.fromEntries(headers), ms: performance.now() - started };
}
