import { nativeTheme } from 'electron';
import * as v from 'valibot';
import type { Engine } from '../core/engine.ts';
import { ask } from '../core/server/client.ts';
import type { ChangeNotice, RestRequest, RestResponse } from '../core/types.ts';
import type { Prefs } from './prefs.ts';

/** What commands may use. */
export interface Shell {
  engine: Engine;
  prefs: Prefs;
  version: string;
  /** Secrets outlive the process. */
  hasKeyring: boolean;
  server(): ServerState;
  /** The token of the window at its own server, for the console. */
  token(): string;
}

/** The local server, as the pill in the title bar shows it. */
const ServerState = v.strictObject({
  state: v.picklist(['running', 'stopped', 'failed']),
  port: v.nullable(v.number()),
  /** Why it failed, as one sentence. */
  reason: v.exactOptional(v.string()),
});
export type ServerState = v.InferOutput<typeof ServerState>;

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

/** What the page can ask of the shell besides requests. No command takes a path of a file, an address or SQL (E9). */
export const commands = {
  about: command(v.strictTuple([]), About, ({ engine, version, hasKeyring }) => {
    const { electron = '', chrome = '', node } = process.versions;
    const { file } = engine.site;
    return { version, platform: process.platform, electron, chromium: chrome, node, site: file, hasKeyring };
  }),
  server: command(v.strictTuple([]), ServerState, (shell) => shell.server()),
  setTheme: command(v.strictTuple([v.picklist(['system', 'light', 'dark'])]), v.undefined(), ({ prefs }, theme) => {
    prefs.set({ theme });
    nativeTheme.themeSource = theme;
    return undefined;
  }),
  /** The console: a request over real HTTP to our own server, whose address the page cannot choose. */
  send: command(v.strictTuple([ConsoleRequest]), ConsoleAnswer, sendRequest),
};

export type Commands = typeof commands;

/** What the main process tells pages of its own accord. */
export interface Topics {
  /** One committed change, whoever made it. */
  change: ChangeNotice;
  /** An item of the menu, by the id of the command. */
  command: string;
  server: ServerState;
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
