import type { RestError } from '../errors.ts';
import type { Site } from '../site.ts';
import type { Dict, RestRequest } from '../types.ts';
import { prepare, type Prepared } from './dispatch.ts';
import type { CompiledRoute } from './path.ts';
import type { Answer, Call } from './route.ts';

/** Another endpoint of the same table, called by a handler within its own transaction: under that endpoint's rules only. */
export interface Inner {
  /** The error if its parameters are invalid or the caller lacks the right. */
  refusal(): RestError | undefined;
  /** Runs it. Throws its errors, including its refusal. */
  run(): Answer;
}

/** Finds the endpoint for a request. Throws `rest_no_route`. */
export function innerRequest(
  { site, table }: { site: Site; table: readonly CompiledRoute[] },
  request: Pick<RestRequest, 'method' | 'path' | 'body' | 'query' | 'floats'>,
  { caller }: Pick<Call, 'caller'>,
): Inner {
  const prepared: Prepared = prepare({ table }, request, caller);
  const { endpoint, params, fault, call } = prepared;
  const refusal = (): RestError | undefined => fault ?? endpoint.permit?.(site, params, call);
  return {
    refusal,
    run() {
      const refused = refusal();
      if (refused) throw refused;
      return endpoint.run(site, params, call);
    },
  };
}

/** The body of an answer if it is a map; otherwise empty. */
export function bodyMap({ body }: Answer): Dict {
  return typeof body === 'object' && body !== null ? (body as Dict) : {};
}
