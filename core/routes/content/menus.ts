import * as v from 'valibot';
import { mayReadMenus, menu, menuItem, menuItemPage, menuPage } from '../../domain/content/menus.ts';
import { invalidParameter } from '../../domain/invalid-parameter.ts';
import { checkPostOfTerms } from '../../domain/content/terms/pages.ts';
import { refusalStatus } from '../../errors.ts';
import { pageHeaders } from '../../rest/paging.ts';
import { endpoint, type Call, type Endpoint, type RouteTable } from '../../rest/route.ts';
import { MenuItemListQuery, MenuItemValue, MenuListQuery, MenuQuery, MenuValue } from '../../schema/content/menu.ts';
import { STATUSES, type PostListQuery } from '../../schema/content/post-list.ts';
import { inContext } from '../../schema/wire/answer-field.ts';
import { refuseUnknownStatus } from './posts.ts';

const menus = inContext(MenuValue);
const items = inContext(MenuItemValue);
const permit: NonNullable<Endpoint['permit']> = (_site, params, { caller }) => mayReadMenus(caller, params);

/** Menus from an import, read only (`content.md` 4). */
export const menuRoutes = {
  '/wp/v2/menus': {
    GET: endpoint({
      summary: 'Menus that an import brought.',
      args: MenuListQuery,
      answers: v.array(menus),
      permit,
      run(site, params, { caller, request }) {
        if (params.post !== undefined) checkPostOfTerms(site, params.post, caller);
        const { items: body, ...page } = menuPage(site, params);
        return { body, headers: pageHeaders(site, request, '/wp/v2/menus', { ...page, perPage: params.per_page }) };
      },
    }),
  },
  '/wp/v2/menus/{id}': {
    GET: endpoint({
      summary: 'One menu.',
      args: MenuQuery,
      answers: menus,
      permit,
      run: (site, { id, context }) => ({ body: menu(site, id, context) }),
    }),
  },
  '/wp/v2/menu-items': {
    GET: endpoint({
      summary: 'Items of the menus, in the order of the menu.',
      args: MenuItemListQuery,
      answers: v.array(items),
      permit,
      run(site, params, call) {
        const query = params as PostListQuery;
        refuseStatuses(query, call);
        const { items: body, ...page } = menuItemPage(site, call.caller, query);
        const facts = { ...page, perPage: query.per_page };
        return { body, headers: pageHeaders(site, call.request, '/wp/v2/menu-items', facts) };
      },
    }),
  },
  '/wp/v2/menu-items/{id}': {
    GET: endpoint({
      summary: 'One item of a menu, with where it leads.',
      args: MenuQuery,
      answers: items,
      permit,
      run: (site, params, { caller }) => ({ body: menuItem(site, caller, params) }),
    }),
  },
} satisfies RouteTable;

/** Only administrators may list unpublished items: a fault of the parameter (`content.md` 2.1). */
function refuseStatuses({ status }: PostListQuery, { caller }: Call): void {
  const other = caller.can('manage_options') ? undefined : status.find((one) => one !== 'publish');
  if (other === undefined) return refuseUnknownStatus(STATUSES, status);
  const data = { status: refusalStatus(caller) };
  throw invalidParameter(
    'status',
    'rest_forbidden_status',
    `You may not list menu items with the status ${other}.`,
    data,
  );
}
