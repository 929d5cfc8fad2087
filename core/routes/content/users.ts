import * as v from 'valibot';
import { ownUser, refuseUserQuery, user, userPage } from '../../domain/access/user-pages.ts';
import { pageHeaders } from '../../rest/paging.ts';
import { endpoint, type RouteTable } from '../../rest/route.ts';
import { inContext } from '../../schema/wire/answer-field.ts';
import { contentContext as context } from '../../schema/wire/list-params.ts';
import { UserItem, userListParams } from '../../schema/site/user.ts';

/** Users, read only (`content.md` 4). */
export const userRoutes = {
  '/wp/v2/users': {
    GET: endpoint({
      args: userListParams,
      answers: v.array(inContext(UserItem)),
      permit: (_site, params, { caller }) => refuseUserQuery(caller, params),
      run(site, params, { caller, request }) {
        const { items, total, page } = userPage(site, caller, params);
        return {
          body: items,
          headers: pageHeaders(site, request, '/wp/v2/users', { total, page, perPage: params.per_page }),
        };
      },
    }),
  },
  '/wp/v2/users/{id}': {
    GET: endpoint({
      args: { id: v.optional(v.pipe(v.number(), v.integer(), v.description('Number of the user.'))), context },
      answers: inContext(UserItem),
      run: (site, params, { caller }) => ({
        body: user(site, caller, { id: params.id ?? 0, context: params.context }),
      }),
    }),
  },
  '/wp/v2/users/me': {
    GET: endpoint({
      args: { context },
      answers: inContext(UserItem),
      run: (site, params, { caller }) => ({ body: ownUser(site, caller, params.context) }),
    }),
  },
} satisfies RouteTable;
