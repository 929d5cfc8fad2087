import type { Caller, RestRequest, RestResponse } from '../types.ts';

/** A cache of answers to reads, valid until something changes. */
export interface KeptAnswers {
  /**
   * The cached answer, or the result of `ask`, which is cached if it is marked as lasting and this is the second request for it.
   */
  answer(request: RestRequest, caller: Caller, ask: () => RestResponse): RestResponse;
}

/** Maximum number of known requests; beyond it the cache is cleared, as after every change. */
const MOST = 200;

/**
 * Caches answers of endpoints marked `lasting`, by caller, address and query, from the second request on: a client that walks
 * through a list requests each page once, and keeping two hundred pages that are never requested again costs the garbage
 * collector more than making them. A change of the site clears the cache.
 * @param revision differs after every change of what answers depend on
 */
export function createKeptAnswers(revision: () => string): KeptAnswers {
  let current = '';
  let count = 0;
  /** null: requested once. */
  let byCaller = new WeakMap<Caller, Map<string, RestResponse | null>>();
  const forget = (): void => {
    byCaller = new WeakMap();
    count = 0;
  };
  return {
    answer(request, caller, ask) {
      if (request.method !== 'GET' || request.body !== undefined || request.bodyFault) return ask();
      const now = revision();
      if (now !== current || count >= MOST) forget();
      current = now;
      const name = nameOf(request);
      const own = byCaller.get(caller) ?? new Map<string, RestResponse | null>();
      const kept = own.get(name);
      if (kept) return copyOf(kept);
      const response = ask();
      if (!response.lasting) return response;
      if (kept === null) {
        own.set(name, response);
        return copyOf(response);
      }
      byCaller.set(caller, own.set(name, null));
      count++;
      const { lasting: _lasting, ...once } = response;
      return once;
    },
  };
}

function nameOf({ path, query }: RestRequest): string {
  for (const _name in query) return `${path}?${JSON.stringify(query)}`;
  return path;
}

/** The receiver may add headers; the body is always the same object and must not be modified. */
function copyOf(response: RestResponse): RestResponse {
  return { ...response, headers: { ...response.headers } };
}
