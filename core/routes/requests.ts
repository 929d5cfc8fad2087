import { requestLog } from '../domain/request-log.ts';
import { needs } from '../rest/permit.ts';
import { endpoint, type Route } from '../rest/route.ts';
import { RequestItem, RequestsQuery } from '../schema/request-log.ts';

/** `polydesk/v1/requests` (`contract/extras.md`): what the local server was asked and answered, newest first. */
export const requestsRoute: Route = {
  namespace: 'polydesk/v1',
  path: '/requests',
  item: { title: 'request', schema: RequestItem },
  endpoints: [
    endpoint({
      methods: ['GET'],
      args: RequestsQuery,
      permit: needs('manage_options', 'rest_forbidden', 'Only an administrator can see the requests.'),
      run: (site, query) => ({ body: requestLog(site).list(query) }),
    }),
  ],
};
