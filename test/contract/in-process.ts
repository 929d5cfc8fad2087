import { badCredentials } from '../../core/server/auth.ts';
import { bodyKind } from '../../core/server/body.ts';
import { parseJson } from '../../core/server/json.ts';
import { errorResponse } from '../../core/rest/dispatch.ts';
import { parseQuery } from '../../core/rest/query.ts';
import { GUEST } from '../../core/domain/capabilities.ts';
import type { Caller, RestRequest, RestResponse, Role } from '../../core/types.ts';
import { openBench, type Bench } from '../support/engine.ts';
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

/** Runs one recorded case on a fresh engine, through `dispatch`. Resolves to the first difference, or null. */
export async function runInProcess(one: ContractCase): Promise<Difference | null> {
  const bench = openBench({ homeUrl: one.home ?? '', ...(one.content_model && { contentModel: one.content_model }) });
  for (const role of ['author', ...(one.users ?? [])]) bench.as(ROLES[role] as Role);
  try {
    return await runCase(one, (request) => send(bench, request), { home: SERVER, url: SERVER });
  } finally {
    bench.engine.close();
  }
}

async function send(
  bench: Bench,
  request: CaseRequest,
): Promise<{ status: number; headers: Record<string, string>; body: unknown }> {
  const response = await answer(bench, request);
  const headers = Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  // The answer crosses a wire in every other door: compare what would arrive.
  const body: unknown = response.body === undefined ? undefined : JSON.parse(JSON.stringify(response.body));
  return { status: response.status, headers: { 'content-type': 'application/json; charset=UTF-8', ...headers }, body };
}

async function answer(bench: Bench, request: CaseRequest): Promise<RestResponse> {
  if (request.auth === 'bad') return errorResponse(badCredentials());
  const sealed = await bench.engine.seal(await toRest(request));
  return bench.engine.dispatch(sealed, callerOf(bench, request.auth ?? 'admin'));
}

function callerOf(bench: Bench, auth: string): Caller {
  if (auth === 'none') return GUEST;
  const role = ROLES[auth.replace('-spaced', '')];
  if (!role) throw new Error(`no such user: ${auth}`);
  return bench.as(role);
}

/** What the HTTP door makes of a case: the same readers, no socket. */
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
    const { value, fault } = parseJson(bytes);
    return fault ? { bodyFault: fault } : { body: value };
  }
  return kind === 'form' ? { body: parseQuery(bytes.toString('utf8')) } : {};
}
