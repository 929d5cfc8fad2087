import { find } from '../domain/find.ts';
import { needs } from '../rest/permit.ts';
import { endpoint, type Route } from '../rest/route.ts';
import { FindQuery, FoundLine } from '../schema/find.ts';

/**
 * `polydesk/v1/find` (`contract/extras.md`): what the palette shows: `[{kind, id, type, title, lang, status, ranges, through}]`,
 * best first.
 */
export const findRoute: Route = {
  namespace: 'polydesk/v1',
  path: '/find',
  item: { title: 'found', schema: FoundLine },
  endpoints: [
    endpoint({
      methods: ['GET'],
      args: FindQuery,
      permit: needs('manage_options', 'rest_forbidden', 'Only an administrator can search everything at once.'),
      run: (site, query) => ({ body: find(site, query) }),
    }),
  ],
};
