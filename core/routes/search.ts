import * as v from 'valibot';
import { search, searchSubtypes } from '../domain/search.ts';
import { invalidParams } from '../rest/params.ts';
import { pageHeaders } from '../rest/paging.ts';
import { endpoint, type Route } from '../rest/route.ts';
import { listText } from '../schema/explain.ts';
import {
  contextParam,
  excludeParam,
  includeParam,
  langFilter,
  pageParams,
  searchParam,
} from '../schema/list-params.ts';

const all = ['view', 'embed'] as const;

const SearchItem = v.object({
  id: v.pipe(
    v.union([v.number(), v.string()]),
    v.description('Number or name.'),
    v.metadata({ context: all, readonly: true }),
  ),
  title: v.pipe(v.string(), v.description('Title.'), v.metadata({ context: all, readonly: true })),
  url: v.pipe(v.string(), v.description('Address.'), v.metadata({ context: all, readonly: true, format: 'uri' })),
  type: v.pipe(v.string(), v.description('Kind of thing.'), v.metadata({ context: all, readonly: true })),
  subtype: v.optional(v.pipe(v.string(), v.description('Post type.'), v.metadata({ context: all, readonly: true }))),
});

/** Search over types (`content.md` 4). */
export const searchRoute: Route = {
  namespace: 'wp/v2',
  path: '/search',
  item: { title: 'search-result', schema: SearchItem },
  nullIsAbsent: true,
  endpoints: [
    endpoint({
      methods: ['GET'],
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
  ],
};
