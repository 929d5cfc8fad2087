import * as v from 'valibot';
import { search, searchSubtypes } from '../../domain/content/search.ts';
import { invalidParams } from '../../rest/params.ts';
import { pageHeaders } from '../../rest/paging.ts';
import { endpoint, type RouteTable } from '../../rest/route.ts';
import { inContext } from '../../schema/wire/answer-field.ts';
import { SearchItem } from '../../schema/content/search.ts';
import { listText } from '../../schema/wire/explain.ts';
import {
  contextParam,
  excludeParam,
  includeParam,
  langFilter,
  pageParams,
  searchParam,
} from '../../schema/wire/list-params.ts';

/** Search over types (`content.md` 4). */
export const searchRoutes = {
  '/wp/v2/search': {
    GET: endpoint({
      args: {
        context: contextParam('view', 'embed'),
        ...pageParams,
        search: searchParam,
        type: v.optional(
          v.pipe(v.picklist(['post', 'term', 'post-format']), v.description('What to search for.')),
          'post',
        ),
        subtype: v.optional(
          v.pipe(v.array(v.string()), v.description('Post types or taxonomies to search in, or any.')),
          ['any'],
        ),
        exclude: excludeParam,
        include: includeParam,
        lang: langFilter,
      },
      answers: v.array(inContext(SearchItem)),
      run(site, params, { caller, request }) {
        const allowed = [...searchSubtypes(site, params.type), 'any'];
        if (!params.subtype.every((name) => allowed.includes(name))) {
          const message = `subtype must be one of ${listText(allowed)}.`;
          throw invalidParams(new Map([['subtype', { code: 'rest_not_in_enum', message, data: null }]]));
        }
        const { items, total } = search(site, caller, params);
        const facts = { total, page: params.page, perPage: params.per_page };
        return { body: items, headers: pageHeaders(site, request, '/wp/v2/search', facts) };
      },
    }),
  },
} satisfies RouteTable;
