import * as v from 'valibot';
import { requestLog } from '../../domain/site/request-log.ts';
import { needs } from '../../rest/permit.ts';
import { endpoint, type RouteTable } from '../../rest/route.ts';
import { LoggedRequest, RequestsQuery } from '../../schema/site/request-log.ts';

export const mayReadRequests = needs('manage_options', 'rest_forbidden', 'Only an administrator can see the requests.');

export const requestRoutes = {
  '/polydesk/v1/requests': {
    GET: endpoint({
      summary: 'The log of requests to the local server, newest first.',
      args: RequestsQuery,
      answers: v.array(LoggedRequest),
      traits: { log: 'nothing' },
      permit: mayReadRequests,
      run: (site, query) => ({ body: requestLog(site).list(query) }),
    }),
  },
} satisfies RouteTable;
