import * as v from 'valibot';
import { languageCodeList } from '../../domain/content/content-facts.ts';
import { siteSettings } from '../../domain/settings/site-settings.ts';
import { restRoot } from '../../rest/address.ts';
import { openApi } from '../../rest/openapi.ts';
import type { CompiledRoute } from '../../rest/path.ts';
import { endpoint, type RouteTable } from '../../rest/route.ts';

/** @param table called for each request; returns the table that requests are matched against */
export function openApiRoutes(table: () => readonly CompiledRoute[]) {
  return {
    '/polydesk/v1/openapi.json': {
      GET: endpoint({
        summary: 'This description of every route, as OpenAPI 3.1.',
        args: {},
        answers: v.looseObject({}),
        traits: { cacheable: true },
        run: (site) => ({
          body: openApi(table(), {
            rest: restRoot(site),
            title: siteSettings(site).title,
            version: site.version,
            codes: languageCodeList(site),
          }),
        }),
      }),
    },
  } satisfies RouteTable;
}
