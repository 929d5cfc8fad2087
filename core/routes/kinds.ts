import * as v from 'valibot';
import {
  statusByName,
  statusesByName,
  taxonomiesByName,
  taxonomyByName,
  typeByName,
  typesByName,
  type KindAsk,
} from '../domain/kinds.ts';
import { needs } from '../rest/permit.ts';
import { endpoint, type Route } from '../rest/route.ts';
import { StatusItem, TaxonomyItem, TypeItem } from '../schema/kinds.ts';
import { contentContext as context } from '../schema/list-params.ts';
import type { Site } from '../site.ts';
import type { Dict } from '../types.ts';

const mayEdit = needs('edit_own', 'rest_cannot_view', 'You may not see this for editing.');
const permit: typeof mayEdit = (site, params, call) =>
  params['context'] === 'edit' ? mayEdit(site, params, call) : undefined;

/** Read-only maps of what a site knows, with an address for each entry: types, taxonomies, statuses (`content.md` 4). */
export const kindRoutes: Route[] = [
  ...pair(
    { base: 'types', name: 'type', title: 'type', schema: TypeItem },
    {
      list: typesByName,
      one: typeByName,
    },
  ),
  ...pair(
    {
      base: 'taxonomies',
      name: 'taxonomy',
      title: 'taxonomy',
      schema: TaxonomyItem,
      more: { type: v.optional(v.pipe(v.string(), v.description('Only taxonomies of this post type.'))) },
    },
    {
      list: (site, { context }, params) =>
        taxonomiesByName(site, { type: params['type'] as string | undefined }, context),
      one: taxonomyByName,
    },
  ),
  ...pair(
    { base: 'statuses', name: 'status', title: 'status', schema: StatusItem },
    {
      list: statusesByName,
      one: statusByName,
    },
  ),
];

interface Kind {
  base: string;
  /** Name of the variable in the path. */
  name: string;
  title: string;
  schema: v.GenericSchema;
  more?: v.ObjectEntries;
}

interface Readers {
  list(site: Site, ask: KindAsk, params: Dict): Dict;
  one(site: Site, name: string, ask: KindAsk): Dict;
}

function pair({ base, name, title, schema, more }: Kind, read: Readers): Route[] {
  const item = { title, schema };
  const named = v.optional(v.pipe(v.string(), v.description('Technical name.')));
  return [
    {
      namespace: 'wp/v2',
      path: `/${base}`,
      item,
      nullIsAbsent: true,
      endpoints: [
        endpoint({
          methods: ['GET'],
          args: { context, ...more },
          permit,
          run: (site, params, { caller }) => ({ body: read.list(site, { caller, context: params.context }, params) }),
        }),
      ],
    },
    {
      namespace: 'wp/v2',
      path: `/${base}/(?P<${name}>[\\w-]+)`,
      item,
      nullIsAbsent: true,
      endpoints: [
        endpoint({
          methods: ['GET'],
          args: { [name]: named, context },
          run: (site, params: Dict, { caller }) => ({
            body: read.one(site, params[name] as string, {
              caller,
              context: (params['context'] ?? 'view') as KindAsk['context'],
            }),
          }),
        }),
      ],
    },
  ];
}
