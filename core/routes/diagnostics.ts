import { diagnostics } from '../domain/diagnostics.ts';
import { matchPath, type CompiledRoute } from '../rest/path.ts';
import { needs } from '../rest/permit.ts';
import { endpoint, type Route } from '../rest/route.ts';
import { Diagnostics } from '../schema/diagnostics.ts';

/** `polydesk/v1/diagnostics`: a file for somebody who helps, without secrets and without content. `table` is asked for when the request comes. */
export function diagnosticsRoute(table: () => readonly CompiledRoute[]): Route {
  return {
    namespace: 'polydesk/v1',
    path: '/diagnostics',
    item: { title: 'diagnostics', schema: Diagnostics },
    endpoints: [
      endpoint({
        methods: ['GET'],
        args: {},
        permit: needs('manage_options', 'rest_forbidden', 'Only an administrator can see the diagnostics.'),
        run: (site) => ({ body: diagnostics(site, (path) => matchPath(table(), path)[0]?.route.path ?? '(none)') }),
      }),
    ],
  };
}
