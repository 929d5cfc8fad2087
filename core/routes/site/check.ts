import * as v from 'valibot';
import { checkSite, repairSite } from '../../domain/check/check.ts';
import { needs } from '../../rest/permit.ts';
import { endpoint, type RouteTable } from '../../rest/route.ts';
import { Finding, RepairArgs } from '../../schema/site/check.ts';

const mayCheck = needs('manage_options', 'rest_forbidden', 'Only an administrator can check and repair the site.');

/** The check of the site (`contract/extras.md`). */
export const checkRoutes = {
  '/polydesk/v1/check': {
    GET: endpoint({
      summary: 'What is wrong with the site.',
      args: {},
      answers: v.array(Finding),
      permit: mayCheck,
      run: (site) => ({ body: checkSite(site) }),
    }),
    POST: endpoint({
      summary: 'Repairs findings and answers what is left.',
      args: RepairArgs,
      answers: v.array(Finding),
      traits: { batch: true },
      permit: mayCheck,
      run(site, { repair }) {
        const count = repairSite(site, repair);
        return { body: checkSite(site), summary: { code: 'check.repaired', params: { count } } };
      },
    }),
  },
} satisfies RouteTable;
