import { RestError } from '../errors.ts';
import type { Dict, RestRequest } from '../types.ts';
import { parseQuery } from './query.ts';

/**
 * Turns a batch item into a request: a query in the path counts as query parameters, the body like a form body; headers of an
 * item change nothing.
 */
export function itemRequest(item: { method: string; path: string; body?: Dict | undefined }): RestRequest {
  const { path, query } = splitPath(item.path);
  const request: RestRequest = { method: item.method, path, query: parseQuery(query) };
  delete request.query?.['_envelope'];
  if (item.body) request.body = item.body;
  return request;
}

function splitPath(text: string): { path: string; query: string } {
  const [address = ''] = text.split('#', 1);
  const mark = address.indexOf('?');
  const whole = mark < 0 ? address : address.slice(0, mark);
  const query = mark < 0 ? '' : address.slice(mark + 1);
  const absolute = /^(?:[a-z][a-z0-9+.-]*:)?\/\/([^/]*)(.*)$/i.exec(whole);
  if (!absolute) return { path: whole === '' ? ' ' : whole, query };
  const [, host = '', path = ''] = absolute;
  if (host === '' || /:(?!\d{1,5}$)/.test(host))
    throw new RestError('parse_path_failed', 'The path cannot be read as an address.', 400);
  return { path: path === '' ? ' ' : path, query };
}
