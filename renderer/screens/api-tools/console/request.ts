import { MASK } from '../../../../core/schema/wire/mask.ts';
import type { Dict } from '../../../../core/types.ts';
import type { ProgramCall } from '../../../lib/api/api.ts';
import { writeQuery } from '../../../lib/api/query.ts';

export const METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type Method = (typeof METHODS)[number];

/** The sender of a console request: the interface itself, a guest, or the holder of a token. */
export type Sender = 'self' | 'guest' | 'token';

/** The request of the console. */
export interface ConsoleRequest {
  method: Method;
  path: string;
  args: Dict;
  sender: Sender;
  token: string;
}

/** Whether a method is read-only. */
export function isReading(method: string): boolean {
  return ['GET', 'HEAD', 'OPTIONS'].includes(method);
}

/** Whether arguments are sent in the query; otherwise in the JSON body. */
export function isInAddress(method: string): boolean {
  return isReading(method) || method === 'DELETE';
}

/** Path and query as sent. */
export function addressOf({ method, path, args }: Pick<ConsoleRequest, 'method' | 'path' | 'args'>): string {
  const query = isInAddress(method) ? writeQuery(args).slice(1) : '';
  const safe = path.replace(/[^\x21-\x7e]+/gu, encodeURIComponent);
  return query === '' ? safe : `${safe}${safe.includes('?') ? '&' : '?'}${query}`;
}

/** The parameter for `sendAsProgram`. */
export function callOf(request: ConsoleRequest): ProgramCall {
  const { method, args, sender, token } = request;
  const path = addressOf(request);
  return {
    method,
    path: path.startsWith('/') ? path : `/${path}`,
    ...(!isInAddress(method) && { body: args }),
    ...(sender !== 'self' && { token: sender === 'guest' ? '' : token.replace(/[^a-z0-9]/gi, '') }),
  };
}

/** The headers of the request, as names and values. The token is never included. */
export function headersOf({ method, sender }: Pick<ConsoleRequest, 'method' | 'sender'>): Record<string, string> {
  return {
    ...(sender !== 'guest' && { Authorization: 'Bearer $POLYDESK_TOKEN' }),
    ...(!isInAddress(method) && { 'Content-Type': 'application/json' }),
  };
}

/** The same request as a shell command. Keys of translation services are masked: it may be pasted into a chat. */
export function curlOf(base: string, request: ConsoleRequest): string {
  const { method } = request;
  const verb = method === 'GET' ? '' : method === 'HEAD' ? ' --head' : ` -X ${method}`;
  const headers = Object.entries(headersOf(request)).map(([name, value]) => `-H "${name}: ${value}"`);
  const body = isInAddress(method) ? [] : [`-d ${quoted(JSON.stringify(masked(request.args)))}`];
  return [`curl${verb} ${quoted(base + addressOf(request))}`, ...headers, ...body].join(' \\\n  ');
}

/** Quotes a shell argument in single quotes if necessary. */
function quoted(text: string): string {
  return /^[\w:/.,@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

function masked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(masked);
  if (value === null || typeof value !== 'object') return value;
  const pairs = Object.entries(value).map(([name, part]) => [
    name,
    name === 'api_key' && part !== '' ? MASK : masked(part),
  ]);
  return Object.fromEntries(pairs) as unknown;
}
