import * as v from 'valibot';
import { ownUser, refuseUserQuery, user, userPage } from '../domain/user-pages.ts';
import { pageHeaders } from '../rest/paging.ts';
import { endpoint, type Route } from '../rest/route.ts';
import { contentContext as context } from '../schema/list-params.ts';
import { UserItem, userListParams } from '../schema/user.ts';

const item = { title: 'user', schema: UserItem };

/** Users, read only (`content.md` 4). */
export const userRoutes: Route[] = [
  {
    namespace: 'wp/v2',
    path: '/users',
    item,
    nullIsAbsent: true,
    endpoints: [
      endpoint({
        methods: ['GET'],
        args: userListParams,
        permit: (_site, params, { caller }) => refuseUserQuery(caller, params),
        run(site, params, { caller, request }) {
          const { items, total, page } = userPage(site, caller, params);
          return {
            body: items,
            headers: pageHeaders(site, request, '/wp/v2/users', { total, page, perPage: params.per_page }),
          };
        },
      }),
    ],
  },
  {
    namespace: 'wp/v2',
    path: '/users/(?P<id>[\\d]+)',
    item,
    nullIsAbsent: true,
    endpoints: [
      endpoint({
        methods: ['GET'],
        args: { id: v.optional(v.pipe(v.number(), v.integer(), v.description('Number of the user.'))), context },
        run: (site, params, { caller }) => ({
          body: user(site, caller, { id: params.id ?? 0, context: params.context }),
        }),
      }),
    ],
  },
  {
    namespace: 'wp/v2',
    path: '/users/me',
    item,
    nullIsAbsent: true,
    endpoints: [
      endpoint({
        methods: ['GET'],
        args: { context },
        run: (site, params, { caller }) => ({ body: ownUser(site, caller, params.context) }),
      }),
    ],
  },
];
