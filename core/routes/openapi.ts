import { siteSettings } from '../domain/site-settings.ts';
import { restRoot } from '../rest/address.ts';
import { openApi } from '../rest/openapi.ts';
import type { CompiledRoute } from '../rest/path.ts';
import { endpoint, type Route } from '../rest/route.ts';

/** `polydesk/v1/openapi.json` (`contract/extras.md`): every route, from the table the requests themselves go by. `table` is asked for when the request comes. */
export function openApiRoute(table: () => readonly CompiledRoute[]): Route {
  return {
    namespace: 'polydesk/v1',
    path: '/openapi.json',
    endpoints: [
      endpoint({
        methods: ['GET'],
        args: {},
        lasting: true,
        run: (site) => ({
          body: openApi(table(), { rest: restRoot(site), title: siteSettings(site).title, version: site.version }),
        }),
      }),
    ],
  };
}
