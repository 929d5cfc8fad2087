import * as v from 'valibot';
import { RestError } from '../errors.ts';
import { pageHeaders } from '../rest/paging.ts';
import { endpoint, type Route } from '../rest/route.ts';
import { contentContext, listParams, orderParam } from '../schema/list-params.ts';

const integer = v.pipe(v.number(), v.integer());

/** Comments are not kept here: the list is always empty, so that clients that look find none (`content.md` 1.1). */
export const commentRoutes: Route[] = [
  {
    namespace: 'wp/v2',
    path: '/comments',
    nullIsAbsent: true,
    endpoints: [
      endpoint({
        methods: ['GET'],
        args: {
          ...listParams,
          order: orderParam('desc'),
          parent: v.optional(v.pipe(v.array(integer), v.description('Only answers to these comments.')), []),
          post: v.optional(v.pipe(v.array(integer), v.description('Only comments of these items.')), []),
        },
        run: (site, { page, per_page }, { request }) => ({
          body: [],
          headers: pageHeaders(site, request, '/wp/v2/comments', { total: 0, page, perPage: per_page }),
        }),
      }),
    ],
  },
  {
    namespace: 'wp/v2',
    path: '/comments/(?P<id>[\\d]+)',
    nullIsAbsent: true,
    endpoints: [
      endpoint({
        methods: ['GET'],
        args: { id: v.optional(v.pipe(integer, v.description('Number of the comment.'))), context: contentContext },
        run() {
          throw new RestError('rest_comment_invalid_id', 'There is no comment with this id.', 404);
        },
      }),
    ],
  },
];
