import { isMap } from '../schema/wire/coerce.ts';
import type { Dict, RestResponse } from '../types.ts';

/** The names in `_fields`, or undefined for "all" (`interface.md` 1.10). */
export function fieldsOf(query: Dict | undefined): string[] | undefined {
  const value = query?.['_fields'];
  const list = isMap(value) ? Object.values(value) : value;
  const names = (Array.isArray(list) ? list : typeof list === 'string' ? list.split(/[\s,]+/) : []).filter(
    (name): name is string => typeof name === 'string' && name.trim() !== '',
  );
  return names.length > 0 ? names.map((name) => name.trim()) : undefined;
}

/**
 * Reduces an answer to the requested fields, in their normal order; dotted names cut inside. A deleted item is cut twice, as
 * itself and inside the outer object (`interface.md` 1.10).
 */
export function cutFields(body: unknown, fields: readonly string[]): unknown {
  if (Array.isArray(body)) return body.map((item) => cutFields(item, fields));
  if (!isMap(body)) return body;
  const previous = body['previous'];
  if (body['deleted'] === true && isMap(previous))
    return cutMap({ ...body, previous: cutMap(previous, fields) }, fields);
  return cutMap(body, fields);
}

function cutMap(map: Dict, fields: readonly string[]): Dict {
  const out: Dict = {};
  for (const [key, value] of Object.entries(map)) {
    if (fields.includes(key)) {
      out[key] = value;
      continue;
    }
    const inner = fields.filter((name) => name.startsWith(`${key}.`)).map((name) => name.slice(key.length + 1));
    if (inner.length > 0) out[key] = isMap(value) ? cutMap(value, inner) : value;
  }
  return out;
}

/** Wraps the answer in the body of another (`_envelope`, `interface.md` 1.10). */
export function envelope(response: RestResponse): RestResponse {
  return { status: 200, headers: {}, body: enveloped(response), ...(response.lasting && { lasting: true }) };
}

/** One answer as a value, as it appears in batch answers and envelopes. */
export function enveloped({ body, status, headers }: RestResponse): Dict {
  return { body, status, headers };
}
