import { checkBulk } from '../../domain/matrix/bulk.ts';
import { needs } from '../../rest/permit.ts';
import { endpoint, type RouteTable } from '../../rest/route.ts';
import { BulkArgs } from '../../schema/translations/bulk.ts';
import { JobStarted } from '../../schema/site/job.ts';
import type { Json } from '../../types.ts';

export const bulkRoutes = {
  '/polydesk/v1/bulk': {
    POST: endpoint({
      summary: 'One change of many items, as a job.',
      args: BulkArgs,
      answers: JobStarted,
      traits: { noTransaction: true },
      permit: needs('manage_options', 'rest_forbidden', 'Only an administrator can change many items at once.'),
      run(site, order) {
        checkBulk(site, order);
        return { job: { kind: 'bulk', input: order as unknown as Json } };
      },
    }),
  },
} satisfies RouteTable;
