import { diagnostics } from '../../domain/site/diagnostics.ts';
import { matchPath, type CompiledRoute } from '../../rest/path.ts';
import { needs } from '../../rest/permit.ts';
import { endpoint, type RouteTable } from '../../rest/route.ts';
import { Diagnostics } from '../../schema/site/diagnostics.ts';

/** @param table called for each request */
export function diagnosticsRoutes(table: () => readonly CompiledRoute[]) {
  return {
    '/polydesk/v1/diagnostics': {
      GET: endpoint({
        summary: 'A diagnostics file, without secrets and without content.',
        args: {},
        answers: Diagnostics,
        permit: needs('manage_options', 'rest_forbidden', 'Only an administrator can see the diagnostics.'),
        run: (site) => ({ body: diagnostics(site, (path) => matchPath(table(), path)[0]?.route.path ?? '(none)') }),
      }),
    },
  } satisfies RouteTable;
}
