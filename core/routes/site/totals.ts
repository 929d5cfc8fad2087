import { totals } from '../../domain/site/totals.ts';
import { needs } from '../../rest/permit.ts';
import { endpoint, type RouteTable } from '../../rest/route.ts';
import { Totals } from '../../schema/site/totals.ts';

/** Numbers for the sidebar (`contract/extras.md`). */
export const totalRoutes = {
  '/polydesk/v1/totals': {
    GET: endpoint({
      summary: 'How many terms and strings there are.',
      args: {},
      answers: Totals,
      // Lists of strings are read as a whole.
      traits: { inThread: true },
      permit: needs('edit_others', 'rest_forbidden', 'Only an editor can see how many terms and strings there are.'),
      run: (site) => ({ body: totals(site) }),
    }),
  },
} satisfies RouteTable;
