import { errorBody, RestError } from '../errors.ts';
import type { Summary } from '../schema/site/summaries.ts';
import type { Site } from '../site.ts';
import type { Caller, ChangeNotice, Dict, JobOrder, RestRequest, RestResponse } from '../types.ts';
import { restRoot } from './address.ts';
import { describeRoute } from './discovery.ts';
import { embed, embedOf } from './embed.ts';
import { methodOf } from './lookup.ts';
import { checkParams, collect, plainValues } from './params.ts';
import { matchPath, type CompiledEndpoint, type CompiledRoute } from './path.ts';
import { cutFields, envelope, fieldsOf } from './present.ts';
import type { Answer, Call } from './route.ts';

/** The result of `work` in a transaction: kept or rolled back, and its summary for the history. */
export interface Outcome<T> {
  value: T;
  keep: boolean;
  summary?: Summary | undefined;
  undoes?: number;
  at?: string;
}

/** What a handler returns besides its answer: for the journal, and a job to queue. */
type Note = Pick<Answer, 'summary' | 'undoes' | 'at' | 'job' | 'outbound'>;

/** What the engine provides to the pipeline, so that `rest/` knows no database. */
export interface Host {
  readonly site: Site;
  readonly table: readonly CompiledRoute[];
  transact<T>(caller: Caller, work: () => Outcome<T>): { value: T; notice: ChangeNotice | null };
  /** Called with every committed change. */
  changed(notice: ChangeNotice): void;
  /** Queues a job; returns its number. */
  startJob(order: JobOrder, caller: Caller): number;
}

/** A request with its endpoint and checked parameters, or the error that stopped it. */
export type Prepared = { route: CompiledRoute; endpoint: CompiledEndpoint; params: Dict; call: Call } & (
  | { fault?: undefined }
  | { fault: RestError }
);

/**
 * Answers one request (`interface.md` 1.4 steps 5 to 12): match, check, permit, run in one transaction, present. A throw rolls
 * back, a return commits; only bugs leave as exceptions.
 */
export function dispatch(host: Host, request: RestRequest, caller: Caller): RestResponse {
  const response = respond(host, effective(request), caller);
  return response.outbound ? response : shown(host, request, response);
}

/** The answer to a request that had to wait for an outbound one, presented like any other. */
export function late(host: Host, request: RestRequest, response: RestResponse): RestResponse {
  const fields = response.status < 400 ? fieldsOf(request.query) : undefined;
  const body = fields ? cutFields(response.body, fields) : response.body;
  return shown(host, request, { ...response, body });
}

function shown(host: Host, request: RestRequest, response: RestResponse): RestResponse {
  response.headers['Link'] ??= `<${restRoot(host.site)}/>; rel="https://api.w.org/"`;
  const whole = request.query && '_envelope' in request.query ? envelope(response) : response;
  if (methodOf(request) === 'HEAD') whole.body = undefined;
  return whole;
}

/** HEAD runs what GET runs (`interface.md` 1.3). */
function effective(request: RestRequest): RestRequest {
  const method = methodOf(request);
  if (method === 'HEAD') return { ...request, method: 'GET' };
  return method === request.method ? request : { ...request, method };
}

function respond(host: Host, request: RestRequest, caller: Caller): RestResponse {
  try {
    const jsonp = request.query?.['_jsonp'];
    if (jsonp !== undefined && jsonp !== '')
      throw new RestError('rest_callback_disabled', 'JSONP is switched off on this server.', 400, { bare: true });
    if (request.method === 'OPTIONS') return describePath(host, request, caller);
    return execute(host, prepare(host, request, caller));
  } catch (error) {
    return errorResponse(error);
  }
}

/** Finds the endpoint and checks the parameters. Throws `rest_no_route`; other errors are returned, so that a batch can go on. */
export function prepare(host: Pick<Host, 'table'>, request: RestRequest, caller: Caller): Prepared {
  for (const { route, vars } of matchPath(host.table, request.path)) {
    const endpoint = route.endpoints.find((one) => (one.methods as readonly string[]).includes(request.method));
    if (!endpoint) continue;
    const { raw, given } = collect(request, vars);
    const found = { route, endpoint, call: { caller, request, given, raw } };
    try {
      if (request.bodyFault) throw badJson(request.bodyFault);
      return { ...found, params: checkParams(endpoint.args, raw, route.nullIsAbsent, request.floats) };
    } catch (error) {
      if (error instanceof RestError) return { ...found, params: plainValues(raw), fault: error };
      throw error;
    }
  }
  throw new RestError('rest_no_route', 'No route matches this address and method.', 404);
}

/**
 * Permission, handler, presentation. A GET runs without a transaction, everything else in one transaction with one journal entry.
 */
export function execute(host: Host, prepared: Prepared): RestResponse {
  const { traits } = prepared.endpoint;
  const { call } = prepared;
  if (call.request.method === 'GET' && !traits.dry) return runPrepared(host, prepared);
  if (traits.noTransaction) {
    const { response, note } = runNoted(host, prepared);
    if (note.outbound) return { ...response, outbound: note.outbound };
    return note.job ? queued(host, { response, call, job: note.job }) : response;
  }
  let job: JobOrder | undefined;
  const { value, notice } = host.transact(call.caller, () => {
    const { response, note } = runNoted(host, prepared);
    const keep = response.status < 400 && !traits.dry;
    job = note.job;
    return {
      value: response,
      keep,
      summary: note.summary,
      ...(note.undoes !== undefined && { undoes: note.undoes }),
      ...(note.at !== undefined && { at: note.at }),
    };
  });
  if (notice) {
    value.headers['X-Polydesk-Entry'] = String(notice.id);
    host.changed(notice);
  }
  return job ? queued(host, { response: value, call, job }) : value;
}

/** The answer to a request that continues as a job (`contract/extras.md`): 202 with its number, and its address in `Location`. */
function queued(
  host: Host,
  { response, call, job }: { response: RestResponse; call: Call; job: JobOrder },
): RestResponse {
  const id = host.startJob(job, call.caller);
  const Location = `${restRoot(host.site)}/polydesk/v1/jobs/${id}`;
  return { ...response, status: 202, headers: { ...response.headers, Location }, body: { job: id } };
}

/** Runs without its own transaction: the batch holds one around all its items. */
export function runNoted(host: Host, prepared: Prepared): { response: RestResponse; note: Note } {
  let note: Note = {};
  const response = runPrepared(host, prepared, (answer) => (note = answer));
  return { response, note };
}

function runPrepared(host: Host, prepared: Prepared, noted?: (answer: Answer) => void): RestResponse {
  const { site } = host;
  const { endpoint, call, params, fault } = prepared;
  const allow = allowHeader(site, prepared);
  try {
    if (fault) throw fault;
    const refusal = endpoint.permit?.(site, params, call);
    if (refusal) throw refusal;
    const answer = endpoint.run(site, params, call);
    noted?.(answer);
    const response = finish(host, answer, { allow, call });
    return endpoint.traits.cacheable && !embedOf(call.request.query) ? { ...response, lasting: true } : response;
  } catch (error) {
    const response = errorResponse(error);
    const mayNot = fault && endpoint.permit?.(site, params, call);
    return mayNot ? response : { ...response, headers: { ...allow, ...response.headers } };
  }
}

function finish(host: Host, answer: Answer, { allow, call }: { allow: Dict<string>; call: Call }): RestResponse {
  const fields = fieldsOf(call.request.query);
  const whole = withEmbedded(host, answer.body ?? null, { call, fields });
  const body = fields ? cutFields(whole, fields) : whole;
  return {
    status: answer.status ?? 200,
    headers: { ...allow, ...answer.headers },
    body,
    ...(answer.file && { file: answer.file }),
    ...(answer.stream && { stream: answer.stream }),
  };
}

/** The answer with `_embedded`, if the request wants it and `_fields` does not cut it off again. */
function withEmbedded(
  host: Host,
  body: unknown,
  { call, fields }: { call: Call; fields: string[] | undefined },
): unknown {
  const wanted = embedOf(call.request.query);
  if (!wanted || (fields && !fields.some((name) => name === '_embedded' || name.startsWith('_embedded.')))) return body;
  const ask = (path: string, query: Dict): unknown => respond(host, { method: 'GET', path, query }, call.caller).body;
  return embed(body, wanted, { root: restRoot(host.site), ask });
}

/** The methods of the route this caller may use, judged with the actual request (`interface.md` 1.9). */
function allowHeader(site: Site, { route, params, call }: Pick<Prepared, 'route' | 'params' | 'call'>): Dict<string> {
  const given = { ...plainValues(call.raw), ...params };
  const mayUse = (one: CompiledEndpoint): boolean => !one.permit?.(site, given, call);
  if (route.endpoints.every(mayUse)) return { Allow: route.allow };
  const methods = route.endpoints.filter(mayUse).flatMap((one) => [...one.methods]);
  return methods.length > 0 ? { Allow: methods.join(', ') } : {};
}

function describePath(host: Host, request: RestRequest, caller: Caller): RestResponse {
  const match = matchPath(host.table, request.path)[0];
  if (!match) return { status: 200, headers: {}, body: {} };
  const { raw, given } = collect(request, match.vars);
  const call: Call = { caller, request, given, raw };
  const allow = allowHeader(host.site, { route: match.route, params: {}, call });
  return finish(host, { body: describeRoute(match.route, restRoot(host.site)) }, { allow, call });
}

/** The place where errors become answers. Any error other than `RestError` is a bug and is passed on to the adapter. */
export function errorResponse(error: unknown): RestResponse {
  if (!(error instanceof RestError)) throw error;
  return { status: error.status, headers: { ...error.extra.headers }, body: errorBody(error) };
}

function badJson(fault: { code: number; message: string }): RestError {
  return new RestError('rest_invalid_json', 'The body is not valid JSON.', 400, {
    data: { json_error_code: fault.code, json_error_message: fault.message },
  });
}
