import { ipcMain, type IpcMainInvokeEvent, type WebContents } from 'electron';
import * as v from 'valibot';
import type { Engine } from '../core/engine/engine.ts';
import { RestError } from '../core/errors.ts';
import { siteErrorAnswer } from '../core/server/http/answer.ts';
import { parseJson } from '../core/rest/json.ts';
import { LIMITS, tooLarge } from '../core/server/http/limits.ts';
import type { Caller, Dict, RestRequest, RestResponse } from '../core/types.ts';
import { CHANNELS } from './channels.ts';
import { commands, type Shell } from './commands.ts';
import { isOwnUrl } from './security/origin.ts';

/** What a page has access to: its own site, as this caller. */
export interface Reach {
  engine: Engine;
  caller: Caller;
  shell: Shell;
}

/** Finds the site of a page; undefined for one we did not create. */
export type FindReach = (contents: WebContents) => Reach | undefined;

/** Handles IPC from pages, each for its own site: requests go to its engine, commands to its shell. */
export function listenIpc(find: FindReach): void {
  handle(find, CHANNELS.rest, RestCall, ({ engine, caller }, asked) => answerRequest(engine, caller, asked));
  handle(find, CHANNELS.run, RunCall, ({ shell }, asked) => runCommand(shell, asked));
}

const NAMES = Object.keys(commands) as (keyof typeof commands)[];

const RunCall = v.strictObject({ command: v.picklist(NAMES), words: v.pipe(v.array(v.unknown()), v.maxLength(10)) });

const RestCall = v.strictObject({
  method: v.picklist(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']),
  path: v.pipe(v.string(), v.startsWith('/'), v.maxLength(LIMITS.url)),
  query: v.exactOptional(v.record(v.string(), v.unknown())),
  headers: v.exactOptional(v.record(v.pipe(v.string(), v.regex(/^[A-Za-z0-9-]{1,64}$/)), v.string())),
  body: v.exactOptional(v.unknown()),
});

/** A foreign page, or a message our page would never send: it receives only this error. */
class Refused extends Error {
  constructor() {
    super('This is not possible.');
    this.name = 'Refused';
  }
}

/** A validated message, ready to run. Throws `Refused`, or `RestError` if it is too large or too deep. */
type Asked<T> = () => T;

/** The only entry point for pages (E9): checks the sender, then the message, then runs it. */
function handle<T>(
  find: FindReach,
  channel: string,
  schema: v.GenericSchema<unknown, T>,
  work: (reach: Reach, asked: Asked<T>) => Promise<unknown>,
): void {
  ipcMain.handle(channel, (event, ...sent: unknown[]) => {
    const reach = isOurPage(event) ? find(event.sender) : undefined;
    if (!reach || sent.length !== 1) throw new Refused();
    return work(reach, () => read(schema, sent[0]));
  });
}

/**
 * Whether the sender is the main frame of a page of our origin; `FindReach` determines its window. A frame that is gone is
 * rejected.
 */
function isOurPage({ senderFrame }: IpcMainInvokeEvent): boolean {
  if (senderFrame === null || senderFrame.isDestroyed() || senderFrame.detached) return false;
  return senderFrame.parent === null && isOwnUrl(senderFrame.origin) && isOwnUrl(senderFrame.url);
}

/** Parses a message from a page, with the parser and limits of HTTP bodies. */
function read<T>(schema: v.GenericSchema<unknown, T>, text: unknown): T {
  if (typeof text !== 'string') throw new Refused();
  if (Buffer.byteLength(text) > LIMITS.body) throw tooLarge(LIMITS.body);
  const { value, fault } = parseJson(Buffer.from(text));
  if (fault) throw new RestError('rest_invalid_json', fault.message, 400, { data: { json_error_code: fault.code } });
  const result = v.safeParse(schema, value);
  if (!result.success || hasProto(text)) throw new Refused();
  return result.output;
}

/** HTTP silently drops `__proto__`. Our page never sends it, so here it is an attack. */
function hasProto(text: string): boolean {
  if (!text.includes('__proto__') && !text.includes('\\u')) return false;
  const isThere = (value: unknown): boolean =>
    typeof value === 'object' &&
    value !== null &&
    (Object.hasOwn(value, '__proto__') || Object.values(value).some(isThere));
  return isThere(JSON.parse(text));
}

async function answerRequest(engine: Engine, caller: Caller, asked: Asked<RestRequest>): Promise<RestResponse> {
  const { status, headers, body } = await ask(engine, caller, asked);
  // As in a browser, so that the page need not distinguish transports.
  return { status, headers: inLowerCase(headers), body };
}

function inLowerCase(headers: Dict<string> = {}): Dict<string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

async function ask(engine: Engine, caller: Caller, asked: Asked<RestRequest>): Promise<RestResponse> {
  try {
    const request = asked();
    const response = await engine.ask({ ...request, headers: inLowerCase(request.headers) }, caller);
    if (!response.stream) return response;
    throw new RestError('rest_not_over_ipc', 'Events come over HTTP only.', 406);
  } catch (error) {
    if (error instanceof Refused) throw error;
    return siteErrorAnswer(engine.site, error, (line) => void process.stderr.write(`${line}\n`));
  }
}

async function runCommand(shell: Shell, asked: Asked<v.InferOutput<typeof RunCall>>): Promise<unknown> {
  const { command: name, words } = asked();
  const command: Command = commands[name];
  const checked = v.safeParse(command.words, words);
  if (!checked.success) throw new Refused();
  return v.parse(command.result, await command.run(shell, ...checked.output));
}

interface Command {
  words: v.GenericSchema<unknown, unknown[]>;
  result: v.GenericSchema;
  run(shell: Shell, ...words: unknown[]): unknown;
}
