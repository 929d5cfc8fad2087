import * as v from 'valibot';
import { serverOptions, updateServerOptions } from '../domain/server.ts';
import { needs } from '../rest/permit.ts';
import { endpoint, type Route } from '../rest/route.ts';
import { Server } from '../schema/server.ts';

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

/** `polydesk/v1/server` (`contract/extras.md`): how this copy of the site is served. */
export const server: Route = {
  namespace: 'polydesk/v1',
  path: '/server',
  item: { title: 'server', schema: Server },
  endpoints: [
    endpoint({ methods: ['GET'], args: {}, permit: mayRead, run: (site) => ({ body: serverOptions(site) }) }),
    endpoint({
      methods: ['PATCH'],
      args: {
        port: v.optional(port),
        anonymous_read: v.optional(anonymous_read),
        allowed_origins: v.optional(allowed_origins),
        allowed_hosts: v.optional(allowed_hosts),
        share_slugs: v.optional(share_slugs),
        edition: v.optional(edition),
      },
      batch: true,
      permit: mayChange,
      run: (site, changes) => ({ body: updateServerOptions(site, changes), summary: 'Changed the local server' }),
    }),
  ],
};
