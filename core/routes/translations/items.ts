import * as v from 'valibot';
import { relatedItems } from '../../domain/translations/related-items.ts';
import { pageHeaders } from '../../rest/paging.ts';
import { endpoint, type RouteTable } from '../../rest/route.ts';
import { RelatedItem, RelatedItemsQuery } from '../../schema/translations/items.ts';

/** Items with their translations, for programs that build pages from them (`contract/extras.md`). */
export const itemRoutes = {
  '/polydesk/v1/items': {
    GET: endpoint({
      summary:
        'What is published of a type, with slug, title, status and address of each translation the caller may read.',
      args: RelatedItemsQuery,
      answers: v.array(RelatedItem),
      traits: { cacheable: true },
      run(site, query, { caller, request }) {
        const { items, total } = relatedItems(site, caller, query);
        const facts = { total, page: query.page, perPage: query.per_page };
        return { body: items, headers: pageHeaders(site, request, '/polydesk/v1/items', facts) };
      },
    }),
  },
} satisfies RouteTable;
