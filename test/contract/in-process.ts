import { badCredentials } from '../../core/server/http/auth.ts';
import { bodyKind } from '../../core/server/http/body.ts';
import { parseJson } from '../../core/rest/json.ts';
import { errorResponse } from '../../core/rest/dispatch.ts';
import { parseQuery } from '../../core/rest/query.ts';
import { GUEST } from '../../core/domain/access/capabilities.ts';
import type { Caller, RestRequest, RestResponse, Role } from '../../core/types.ts';
import { openBench, type Bench } from '../support/engine.ts';
import { withoutAddedSettings } from './added-settings.ts';
import { formUpload, rawUpload } from './upload.ts';
import { buildRequest, runCase, type CaseRequest, type ContractCase, type Difference } from './replay.mjs';

const SERVER = 'http://127.0.0.1:24180';
const ROLES: Record<string, Role> = {
  admin: 'administrator',
  editor: 'editor',
  author: 'author',
  contributor: 'contributor',
  subscriber: 'subscriber',
};

/** A transport: sends a request as a given caller to the engine of this bench. */
export type Transport = (bench: Bench, request: RestRequest, caller: Caller) => Promise<RestResponse>;

/** Straight to the engine. */
export const dispatch: Transport = async ({ engine }, request, caller) =>
  engine.ask(request, caller, { isAlone: true });

/** Runs one recorded case on a fresh engine, through `dispatch`. Resolves to the first difference, or null. */
export function runInProcess(one: ContractCase): Promise<Difference | null> {
  return runThrough(() => dispatch, one);
}

/** Runs one recorded case on a fresh engine, each step through the transport chosen for it. Resolves to the first difference, or null. */
export async function runThrough(
  choose: (step: CaseRequest) => Transport,
  one: ContractCase,
): Promise<Difference | null> {
  const bench = openBench({ homeUrl: one.home ?? '', ...(one.content_model && { contentModel: one.content_model }) });
  for (const role of ['author', ...(one.users ?? [])]) bench.as(ROLES[role] as Role);
  const send = async (step: CaseRequest): Promise<Arrived> => arrived(await answer(choose(step), bench, step));
  try {
    return await runCase(one, send, { home: SERVER, url: SERVER });
  } finally {
    bench.engine.close();
  }
}

interface Arrived {
  status: number;
  headers: Record<string, string>;
  body: unknown;
}

/** The answer crosses a wire in every other transport: this is what would arrive. */
function arrived({ status, headers, body }: RestResponse): Arrived {
  const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const text = body === undefined ? undefined : (JSON.parse(JSON.stringify(body)) as unknown);
  return {
    status,
    headers: { 'content-type': 'application/json; charset=UTF-8', ...lower },
    body: withoutAddedSettings(text),
  };
}

async function answer(transport: Transport, bench: Bench, step: CaseRequest): Promise<RestResponse> {
  if (step.auth === 'bad') return errorResponse(badCredentials());
  return transport(bench, await toRest(step), callerOf(bench, step.auth ?? 'admin'));
}

function callerOf(bench: Bench, auth: string): Caller {
  if (auth === 'none') return GUEST;
  const role = ROLES[auth.replace('-spaced', '')];
  if (!role) throw new Error(`no such user: ${auth}`);
  return bench.as(role);
}

/** What the HTTP transport makes of a case: the same readers, no socket. */
async function toRest(request: CaseRequest): Promise<RestRequest> {
  const { method, url, headers, body } = buildRequest({ ...request, auth: 'none' }, SERVER, {});
  const mark = url.indexOf('?');
  const query = parseQuery(mark < 0 ? '' : url.slice(mark + 1));
  const pathname = (mark < 0 ? url : url.slice(0, mark)).slice(SERVER.length);
  const path = typeof query['rest_route'] === 'string' ? query['rest_route'] : pathname.replace(/^\/wp-json/, '');
  const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return { method, path, query, headers: lower, ...(await readBody({ method, path, headers: lower }, body)) };
}

async function readBody(
  { method, path, headers }: { method: string; path: string; headers: Record<string, string> },
  body: string | Buffer | undefined,
): Promise<Pick<RestRequest, 'body' | 'bodyFault' | 'file'>> {
  if (body === undefined || body.length === 0) return {};
  const bytes = Buffer.from(body);
  const { 'content-type': contentType = '', 'content-disposition': disposition = '' } = headers;
  const takesFile = method === 'POST' && path === '/wp/v2/media';
  const kind = bodyKind({ method, contentType, disposition, takesFile });
  if (kind === 'file') return rawUpload(headers, bytes);
  if (kind === 'multipart') return formUpload(headers, bytes);
  if (kind === 'json') {
    const { value, floats, fault } = parseJson(bytes);
    return fault ? { bodyFault: fault } : { body: value, ...(floats && { floats }) };
  }
  return kind === 'form' ? { body: parseQuery(bytes.toString('utf8')) } : {};
}
