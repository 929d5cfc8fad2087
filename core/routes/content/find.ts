import * as v from 'valibot';
import { find } from '../../domain/content/find.ts';
import { needs } from '../../rest/permit.ts';
import { endpoint, type RouteTable } from '../../rest/route.ts';
import { FindQuery, Found } from '../../schema/content/find.ts';

export const findRoutes = {
  '/polydesk/v1/find': {
    GET: endpoint({
      summary:
        'What the palette shows, best first. Words of one and two letters are looked for in the newest items only: where there are more, X-Polydesk-Newest says in how many.',
      args: FindQuery,
      answers: v.array(Found),
      permit: needs('manage_options', 'rest_forbidden', 'Only an administrator can search everything at once.'),
      run(site, query) {
        const { lines, newest } = find(site, query);
        return { body: lines, headers: newest === null ? {} : { 'X-Polydesk-Newest': String(newest) } };
      },
    }),
  },
} satisfies RouteTable;
