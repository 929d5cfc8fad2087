import { checkSite, repairSite } from '../domain/check/check.ts';
import { needs } from '../rest/permit.ts';
import { endpoint, type Route } from '../rest/route.ts';
import { Finding, RepairArgs } from '../schema/check.ts';

const mayCheck = needs('manage_options', 'rest_forbidden', 'Only an administrator can check and mend the site.');

/** `polydesk/v1/check` (`contract/extras.md`): what is wrong with the site; POST mends findings and answers what is left. */
export const checkRoute: Route = {
  namespace: 'polydesk/v1',
  path: '/check',
  item: { title: 'finding', schema: Finding },
  endpoints: [
    endpoint({
      methods: ['GET'],
      args: {},
      list: true,
      permit: mayCheck,
      run: (site) => ({ body: checkSite(site) }),
    }),
    endpoint({
      methods: ['POST'],
      args: RepairArgs,
      batch: true,
      permit: mayCheck,
      run(site, { repair }) {
        const mended = repairSite(site, repair);
        const what = `${mended} ${mended === 1 ? 'finding' : 'findings'} of the check`;
        return { body: checkSite(site), summary: `Mended ${what}` };
      },
    }),
  ],
};
