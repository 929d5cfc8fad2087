import { find } from '../domain/find.ts';
import { needs } from '../rest/permit.ts';
import { endpoint, type Route } from '../rest/route.ts';
import { FindQuery, FoundLine } from '../schema/find.ts';

/**
 * `polydesk/v1/find` (`contract/extras.md`): what the palette shows: `[{kind, id, type, title, lang, status, ranges, through}]`,
 * best first. Words of one and two letters are looked for in the newest items only: where there are more,
 * `X-Polydesk-Newest` says in how many.
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
      run(site, query) {
        const { lines, newest } = find(site, query);
        return { body: lines, headers: newest === null ? {} : { 'X-Polydesk-Newest': String(newest) } };
      },
    }),
  ],
};
