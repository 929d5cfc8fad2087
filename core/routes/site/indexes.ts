import * as v from 'valibot';
import { siteSettings } from '../../domain/settings/site-settings.ts';
import { routeList } from '../../rest/discovery.ts';
import { restRoot } from '../../rest/address.ts';
import type { CompiledRoute } from '../../rest/path.ts';
import { endpoint, type RouteTable } from '../../rest/route.ts';
import type { Dict } from '../../types.ts';

const contextArg = v.optional(v.pipe(v.string(), v.description('"help" adds the schemas.')), 'view');

/** Index of one namespace (`interface.md` 6.2). `table` is called for each request: it holds this route too. */
export function namespaceIndex(namespace: string, table: () => readonly CompiledRoute[]): RouteTable {
  return {
    [`/${namespace}`]: {
      GET: endpoint({
        args: {
          namespace: v.optional(v.pipe(v.string(), v.description('The namespace.')), namespace),
          context: contextArg,
        },
        run: (site, { context }) => ({
          body: {
            namespace,
            routes: routeList(table(), { rest: restRoot(site), namespace, withSchema: context === 'help' }),
            _links: { up: [{ href: `${restRoot(site)}/` }] },
          },
        }),
      }),
    },
  };
}

/** `GET {rest}/` (`content.md` 1.6): the site and every route, from which client libraries build their methods. */
export function rootIndex(table: () => readonly CompiledRoute[]) {
  return {
    '/': {
      GET: endpoint({
        args: { context: contextArg },
        run(site, { context }) {
          const options = siteSettings(site);
          const body: Dict = {
            name: options.title,
            description: options.description,
            url: options.url,
            home: options.url,
            gmt_offset: gmtOffset(options.timezone, site.now()),
            timezone_string: options.timezone,
            page_for_posts: options.page_for_posts,
            page_on_front: options.page_on_front,
            show_on_front: options.show_on_front,
            namespaces: [...new Set(table().map((route) => route.namespace))].filter((name) => name !== ''),
            authentication: {},
            routes: routeList(table(), { rest: restRoot(site), withSchema: context === 'help' }),
            site_logo: options.site_logo,
            site_icon: options.site_icon,
            site_icon_url: '',
            _links: {},
          };
          return { body };
        },
      }),
    },
  } satisfies RouteTable;
}

/** Hours a time zone is ahead of UTC, as text: "0", "5.5". */
function gmtOffset(timeZone: string, now: Date): string {
  const name =
    new Intl.DateTimeFormat('en', { timeZone: timeZone || 'UTC', timeZoneName: 'longOffset' })
      .formatToParts(now)
      .find((part) => part.type === 'timeZoneName')?.value ?? 'GMT';
  const match = /GMT([+-])(\d{2}):(\d{2})/.exec(name);
  if (!match) return '0';
  const hours = Number(match[2]) + Number(match[3]) / 60;
  return String(match[1] === '-' ? -hours : hours);
}
