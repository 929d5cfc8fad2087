import { checkBulk } from '../domain/bulk.ts';
import { needs } from '../rest/permit.ts';
import { endpoint, type Route } from '../rest/route.ts';
import { BulkArgs } from '../schema/bulk.ts';
import { JobStarted } from '../schema/job.ts';
import type { Json } from '../types.ts';

/** `polydesk/v1/bulk` (`contract/extras.md`): one change of many items, as a job: 202 with its number. */
export const bulkRoute: Route = {
  namespace: 'polydesk/v1',
  path: '/bulk',
  item: { title: 'job-started', schema: JobStarted },
  endpoints: [
    endpoint({
      methods: ['POST'],
      args: BulkArgs,
      outside: true,
      permit: needs('manage_options', 'rest_forbidden', 'Only an administrator can change many items at once.'),
      run(site, order) {
        checkBulk(site, order);
        return { body: null, job: { kind: 'bulk', input: order as unknown as Json } };
      },
    }),
  ],
};
