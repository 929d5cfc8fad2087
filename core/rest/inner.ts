import type { RestError } from '../errors.ts';
import type { Site } from '../site.ts';
import type { Dict, RestRequest } from '../types.ts';
import { prepare, type Prepared } from './dispatch.ts';
import type { CompiledRoute } from './path.ts';
import type { Answer, Call } from './route.ts';

/** Another endpoint of the same table, as a handler asks it within its own transaction: by its rules and no others. */
export interface Inner {
  /** Why its parameters cannot be used, or the caller may not. */
  refusal(): RestError | undefined;
  /** Runs it. Throws what it throws, its refusal too. */
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

/** The body of an answer that is a map; empty otherwise. */
export function bodyMap({ body }: Answer): Dict {
  return typeof body === 'object' && body !== null ? (body as Dict) : {};
}
