import type { Served } from '../e2e/start.ts';
import type { Ask } from './site.ts';

/** Requests to a served site as an administrator, with a JSON body or a file. Throws if refused. */
export function askAs({ server }: Served): Ask {
  return async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const isFile = body instanceof File;
    const headers = {
      authorization: `Bearer ${server.process_token}`,
      'content-type': isFile ? body.type : 'application/json',
      ...(isFile && { 'content-disposition': `attachment; filename="${body.name}"` }),
    };
    const init = { method, headers, ...(body !== undefined && { body: isFile ? body : JSON.stringify(body) }) };
    const response = await fetch(`${server.base_url}/wp-json${path}`, init);
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text) as T;
  };
}
