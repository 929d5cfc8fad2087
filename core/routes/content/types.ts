import * as v from 'valibot';
import {
  statusByName,
  statusesByName,
  taxonomiesByName,
  taxonomyByName,
  typeByName,
  typesByName,
} from '../../domain/content/types.ts';
import { needs } from '../../rest/permit.ts';
import { endpoint, type RouteTable } from '../../rest/route.ts';
import { StatusItem, TaxonomyItem, TypeItem } from '../../schema/content/types.ts';
import { inContext } from '../../schema/wire/answer-field.ts';
import { contentContext as context } from '../../schema/wire/list-params.ts';

const mayEdit = needs('edit_own', 'rest_cannot_view', 'You may not see this for editing.');
const permit: typeof mayEdit = (site, params, call) =>
  params['context'] === 'edit' ? mayEdit(site, params, call) : undefined;

const named = v.optional(v.pipe(v.string(), v.description('Technical name.'), v.metadata({ inPath: '[\\w-]+' })));

/** Read-only maps of the site's types, taxonomies and statuses, with an address for each entry (`content.md` 4). */
export const kindRoutes = {
  '/wp/v2/types': {
    GET: endpoint({
      args: { context },
      answers: v.record(v.string(), inContext(TypeItem)),
      permit,
      run: (site, params, { caller }) => ({ body: typesByName(site, { caller, ...params }) }),
    }),
  },
  '/wp/v2/types/{type}': {
    GET: endpoint({
      args: { type: named, context },
      answers: inContext(TypeItem),
      run: (site, { type = '', context }, { caller }) => ({ body: typeByName(site, type, { caller, context }) }),
    }),
  },
  '/wp/v2/taxonomies': {
    GET: endpoint({
      args: { context, type: v.optional(v.pipe(v.string(), v.description('Only taxonomies of this post type.'))) },
      answers: v.record(v.string(), inContext(TaxonomyItem)),
      permit,
      run: (site, { context, type }) => ({ body: taxonomiesByName(site, { type }, context) }),
    }),
  },
  '/wp/v2/taxonomies/{taxonomy}': {
    GET: endpoint({
      args: { taxonomy: named, context },
      answers: inContext(TaxonomyItem),
      run: (site, { taxonomy = '', context }, { caller }) => ({
        body: taxonomyByName(site, taxonomy, { caller, context }),
      }),
    }),
  },
  '/wp/v2/statuses': {
    GET: endpoint({
      args: { context },
      answers: v.record(v.string(), inContext(StatusItem)),
      permit,
      run: (site, params, { caller }) => ({ body: statusesByName(site, { caller, ...params }) }),
    }),
  },
  '/wp/v2/statuses/{status}': {
    GET: endpoint({
      args: { status: named, context },
      answers: inContext(StatusItem),
      run: (site, { status = '', context }, { caller }) => ({ body: statusByName(site, status, { caller, context }) }),
    }),
  },
} satisfies RouteTable;
