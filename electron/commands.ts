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

/** What can be done about sites as files, from menus and pages; each answers whether a site is open by it. Pages name no path (E9), but of what is dropped on them. */
export interface Acts {
  /** The texts of the shell, in the language that is chosen now. */
  say(): Say;
  open(): Promise<boolean>;
  create(): Promise<boolean>;
  recent(): ShownRecent[];
  openRecent(id: string): Promise<boolean>;
  clearRecent(): void;
  openDropped(path: string): Promise<boolean>;
  /** The list of recent sites is another now. */
  recentChanged(): void;
  /** What the person chose in the page of a window counts for all. */
  choose(choices: InterfaceChoices, from: BrowserWindow): void;
}

/** What commands may use. */
export interface Shell {
  engine: Engine;
  prefs: Prefs;
  version: string;
  /** Secrets outlive the process. */
  hasKeyring: boolean;
  server(): ServerState;
  /** Starts or stops the local server of the site; answers what came of it. */
  turnServer(isOn: boolean): Promise<ServerState>;
  /** The token of the window at its own server, for the console. */
  token(): string;
  acts: Acts;
  /** As `Acts.choose`, from this window. */
  choose(choices: InterfaceChoices): void;
}

/** The local server, as the pill in the title bar shows it. */
const ServerState = v.strictObject({
  state: v.picklist(['running', 'stopped', 'failed']),
  port: v.nullable(v.number()),
  /** Why it failed, as one sentence. */
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
  /** Below the REST root, with its query. */
  path: v.pipe(v.string(), v.maxLength(8192), v.regex(/^\/[\x21-\x7e]*$/)),
  body: v.exactOptional(v.unknown()),
  /** The window's own when left out; "": as a guest. */
  token: v.exactOptional(v.pipe(v.string(), v.maxLength(200))),
});
const ConsoleAnswer = v.strictObject({
  status: v.number(),
  headers: v.record(v.string(), v.string()),
  body: v.unknown(),
  ms: v.number(),
});

const DroppedFile = v.pipe(v.string(), v.maxLength(4096), v.regex(/\.polydesk$/i));

/** What the page can ask of the shell besides requests. No command takes an address or SQL, and one the path of a dropped file (E9). */
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
  /** Native dialogs, each answered by whether a site is open now. */
  openSite: command(v.strictTuple([]), v.boolean(), ({ acts }) => acts.open()),
  newSite: command(v.strictTuple([]), v.boolean(), ({ acts }) => acts.create()),
  recentSites: command(v.strictTuple([]), v.array(Recent), ({ acts }) => acts.recent()),
  openRecent: command(v.strictTuple([v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/))]), v.boolean(), ({ acts }, id) =>
    acts.openRecent(id),
  ),
  clearRecent: command(v.strictTuple([]), v.undefined(), ({ acts }) => void acts.clearRecent()),
  /** A file that was dropped: the preload script puts its path in the place of the `File`. */
  openDropped: command(v.strictTuple([DroppedFile]), v.boolean(), ({ acts }, path) => acts.openDropped(path)),
  /** What the person chose for the interface of all sites. */
  preferences: command(v.strictTuple([]), InterfaceChoices, ({ prefs }) => prefs.get().interface),
  setPreferences: command(
    v.strictTuple([InterfaceChoices]),
    v.undefined(),
    ({ choose }, choices) => void choose(choices),
  ),
  /** The console: a request over real HTTP to our own server, whose address the page cannot choose. */
  send: command(v.strictTuple([ConsoleRequest]), ConsoleAnswer, sendRequest),
};

export type Commands = typeof commands;

/** What the main process tells pages of its own accord. */
export interface Topics {
  /** One committed change, from any origin. */
  change: ChangeNotice;
  /** Groups whose states were worked out anew. */
  states: number[];
  /** An item of the menu, by the id of the command. */
  command: string;
  server: ServerState;
  /** A link was followed: where it leads. */
  place: Place;
  recent: ShownRecent[];
  /** Chosen in another window. */
  preferences: InterfaceChoices;
}

/** The three functions a page finds in `window.polydesk` (E10). */
export interface Bridge {
  rest(request: RestRequest): Promise<RestResponse>;
  run<Name extends keyof Commands>(
    command: Name,
    ...words: v.InferInput<Commands[Name]['words']>
  ): Promise<v.InferOutput<Commands[Name]['result']>>;
  /** Returns the function that stops listening. */
  on<Topic extends keyof Topics>(topic: Topic, listener: (news: Topics[Topic]) => void): () => void;
}

type Words = v.GenericSchema<unknown[], unknown[]>;

/** A command with the schemas of its words and of its result. */
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
