import { coverage } from '../domain/coverage.ts';
import { groupOfItem, groups, updateGroup } from '../domain/groups.ts';
import { withAddresses } from '../domain/item-addresses.ts';
import { itemName } from '../domain/item-name.ts';
import { confirm, memberOf, staleness } from '../domain/staleness.ts';
import { pageHeaders } from '../rest/paging.ts';
import { needs } from '../rest/permit.ts';
import { endpoint, type Route } from '../rest/route.ts';
import {
  CoverageItem,
  CoverageQuery,
  Group,
  GroupPatch,
  GroupsQuery,
  ItemArgs,
  StalenessItem,
} from '../schema/matrix.ts';
import { mediaUsesRoute } from './media-uses.ts';

const mayRead = needs(
  'read_history',
  'rest_forbidden',
  'Only editors and administrators can see how far translations are.',
);
const mayManage = needs('manage_options', 'rest_forbidden', 'Only an administrator can change translations here.');

/** `polydesk/v1/coverage` (`contract/extras.md`): `[{kind, type, groups, languages: {fr: {source, translated, needs_update, draft, missing}}}]`. */
const coverageRoute: Route = {
  namespace: 'polydesk/v1',
  path: '/coverage',
  item: { title: 'coverage', schema: CoverageItem },
  endpoints: [
    endpoint({
      methods: ['GET'],
      args: CoverageQuery,
      list: true,
      permit: mayRead,
      run: (site, query) => ({ body: coverage(site, query) }),
    }),
  ],
};

/**
 * `polydesk/v1/groups`: the matrix, one row a translation group: `[{group, kind, type, source, title, modified, items: {fr:
 * {id, title, status, state, modified}}}]`, totals in headers.
 */
const groupsRoute: Route = {
  namespace: 'polydesk/v1',
  path: '/groups',
  item: { title: 'group', schema: Group },
  endpoints: [
    endpoint({
      methods: ['GET'],
      args: GroupsQuery,
      permit: mayRead,
      run(site, query, { request }) {
        const { rows, total } = groups(site, query);
        const facts = { total, page: query.page, perPage: query.per_page };
        return { body: rows, headers: pageHeaders(site, request, '/polydesk/v1/groups', facts) };
      },
    }),
  ],
};

/** `polydesk/v1/groups/{group}`: chooses the source; answers the row. */
const groupRoute: Route = {
  namespace: 'polydesk/v1',
  path: '/groups/(?P<group>[\\d]+)',
  item: { title: 'group', schema: Group },
  endpoints: [
    endpoint({
      methods: ['PATCH'],
      args: GroupPatch,
      batch: true,
      permit: mayManage,
      run(site, { group, source }) {
        const { row, lang } = updateGroup(site, group, source);
        return { body: row, summary: `Chose the version in ${lang} as the source of “${row?.title ?? ''}”` };
      },
    }),
  ],
};

/**
 * `polydesk/v1/items/{kind}/{id}`: the row of the matrix an item stands in, for whoever knows its number only, with slug and
 * address of each version; without a language a row of its own.
 */
const itemRoute: Route = {
  namespace: 'polydesk/v1',
  path: '/items/(?P<kind>post|term)/(?P<id>[\\d]+)',
  item: { title: 'group', schema: Group },
  endpoints: [
    endpoint({
      methods: ['GET'],
      args: ItemArgs,
      permit: mayRead,
      run: (site, { kind, id }) => ({ body: withAddresses(site, groupOfItem(site, kind, id)) }),
    }),
  ],
};

/** `polydesk/v1/staleness/{kind}/{id}`: what changed in the source since the item was confirmed. */
const stalenessRoute: Route = {
  namespace: 'polydesk/v1',
  path: '/staleness/(?P<kind>post|term)/(?P<id>[\\d]+)',
  item: { title: 'staleness', schema: StalenessItem },
  endpoints: [
    endpoint({
      methods: ['GET'],
      args: ItemArgs,
      permit: mayRead,
      run: (site, { kind, id }) => ({ body: staleness(site, kind, id) }),
    }),
  ],
};

/** `polydesk/v1/staleness/{kind}/{id}/confirm`: the item is right for its source as it is now; answers its staleness. */
const confirmRoute: Route = {
  namespace: 'polydesk/v1',
  path: '/staleness/(?P<kind>post|term)/(?P<id>[\\d]+)/confirm',
  item: { title: 'staleness', schema: StalenessItem },
  endpoints: [
    endpoint({
      methods: ['POST'],
      args: ItemArgs,
      batch: true,
      permit: mayManage,
      run(site, { kind, id }) {
        memberOf(site, kind, id);
        confirm(site, kind, id);
        return { body: staleness(site, kind, id), summary: `Confirmed the translation ${itemName(site, kind, id)}` };
      },
    }),
  ],
};

export const matrixRoutes: readonly Route[] = [
  coverageRoute,
  groupsRoute,
  groupRoute,
  itemRoute,
  stalenessRoute,
  confirmRoute,
  mediaUsesRoute,
];
