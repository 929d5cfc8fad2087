import * as v from 'valibot';
import { countUnconfirmed } from '../../domain/access/unconfirmed.ts';
import { serverOptions, updateServerOptions } from '../../domain/site/server.ts';
import { needs } from '../../rest/permit.ts';
import { endpoint, type RouteTable } from '../../rest/route.ts';
import { Server, type ServerOptions } from '../../schema/settings/server.ts';
import type { Site } from '../../site.ts';
import { formatFacts } from '../../transfer/formats.ts';

const mayRead = needs(
  'manage_options',
  'rest_forbidden',
  'Only an administrator can see the options of the local server.',
);
const mayChange = needs(
  'manage_server',
  'rest_forbidden',
  'The local server is changed in the window or on the command line only.',
);

const { port, anonymous_read, allowed_origins, allowed_hosts, share_slugs, edition } = Server.entries;

const whole = (site: Site, options: Omit<ServerOptions, 'unconfirmed' | 'formats'>): ServerOptions => ({
  ...options,
  unconfirmed: countUnconfirmed(site),
  formats: formatFacts(),
});

export const serverRoutes = {
  '/polydesk/v1/server': {
    GET: endpoint({
      summary: 'How this copy of the site is served.',
      args: {},
      answers: Server,
      permit: mayRead,
      run: (site) => ({ body: whole(site, serverOptions(site)) }),
    }),
    PATCH: endpoint({
      summary: 'Changes how this copy of the site is served.',
      args: {
        port: v.optional(port),
        anonymous_read: v.optional(anonymous_read),
        allowed_origins: v.optional(allowed_origins),
        allowed_hosts: v.optional(allowed_hosts),
        share_slugs: v.optional(share_slugs),
        edition: v.optional(edition),
      },
      answers: Server,
      traits: { batch: true, grows: false },
      permit: mayChange,
      run: (site, changes) => ({
        body: whole(site, updateServerOptions(site, changes)),
        summary: { code: 'server.changed', params: {} },
      }),
    }),
  },
} satisfies RouteTable;
