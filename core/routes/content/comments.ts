import * as v from 'valibot';
import { comment, commentPage } from '../../domain/content/comments.ts';
import { pageHeaders } from '../../rest/paging.ts';
import { endpoint, type RouteTable } from '../../rest/route.ts';
import { CommentItem, CommentListQuery, CommentQuery } from '../../schema/content/comment.ts';
import { inContext } from '../../schema/wire/answer-field.ts';

const item = inContext(CommentItem);

/** Comments from an import, read only (`content.md` 1.1). */
export const commentRoutes = {
  '/wp/v2/comments': {
    GET: endpoint({
      args: CommentListQuery,
      answers: v.array(item),
      run(site, params, { caller, request }) {
        const { items, total, page } = commentPage(site, caller, params);
        const facts = { total, page, perPage: params.per_page };
        return { body: items, headers: pageHeaders(site, request, '/wp/v2/comments', facts) };
      },
    }),
  },
  '/wp/v2/comments/{id}': {
    GET: endpoint({
      args: CommentQuery,
      answers: item,
      run: (site, { id }, { caller }) => ({ body: comment(site, caller, id) }),
    }),
  },
} satisfies RouteTable;
