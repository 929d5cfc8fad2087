import type { Caller, RestRequest, RestResponse } from '../types.ts';

/** Answers to reading requests, kept while nothing changes. */
export interface KeptAnswers {
  /** The cached answer, or the one `ask` gives, which is cached when it says that it lasts and the question came before. */
  answer(request: RestRequest, caller: Caller, ask: () => RestResponse): RestResponse;
}

/** Most requests known at a time; then all go, as they do with every change. */
const MOST = 200;

/**
 * Keeps answers of endpoints marked `lasting`, by caller, address and query, from the second time they are asked for: who
 * walks through a list asks for each page once, and two hundred pages nobody asks for again cost the collector of garbage
 * more than they cost to make. One change of the site forgets them all.
 * @param revision another text after every change of what answers depend on
 */
export function createKeptAnswers(revision: () => string): KeptAnswers {
  let current = '';
  let count = 0;
  /** null: asked for once. */
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

/** The receiver of an answer may add headers; the body is the same object every time and stays as it is. */
function copyOf(response: RestResponse): RestResponse {
  return { ...response, headers: { ...response.headers } };
}
