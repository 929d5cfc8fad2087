import { refusal, RestError } from '../../errors.ts';
import { itemsBefore, type ListParams } from '../../schema/wire/list-params.ts';
import type { Site } from '../../site.ts';
import {
  countUsers,
  hasPublished,
  listUsers,
  userById,
  type FullUser,
  type UserQuery,
} from '../../store/access/user-list.ts';
import type { Caller, Dict } from '../../types.ts';
import { postTypes } from '../content/content-model.ts';
import { siteSettings } from '../settings/site-settings.ts';
import { sanitiseSlug } from '../content/slug.ts';
import { userValue, type UserContext } from './user-values.ts';

/** Validated parameters of the list of users (`content.md` 4). */
export interface UserListParams extends ListParams {
  context: UserContext;
  orderby: UserQuery['orderby'];
  slug?: string[] | undefined;
  roles?: string[] | undefined;
  who?: 'authors' | undefined;
  has_published_posts?: boolean | string[] | undefined;
}

/** One page of users: without the list right only authors of published items (`content.md` 4). */
export function userPage(
  site: Site,
  caller: Caller,
  params: UserListParams,
): { items: Dict[]; total: number; page: number } {
  const offset = itemsBefore(params);
  const mayList = caller.can('manage_options');
  const roles = params.who === 'authors' ? ['administrator', 'editor', 'author', 'contributor'] : named(params.roles);
  const query: UserQuery = {
    search: params.search === undefined ? undefined : { text: searchText(params.search), withEmail: mayList },
    include: params.include,
    exclude: params.exclude,
    slugs: named(params.slug)?.map((slug) => sanitiseSlug(slug, '')),
    roles,
    authorsOf: authorsOf(site, mayList ? (params.has_published_posts ?? false) : true),
    order: params.order,
    orderby: params.orderby,
    limit: params.per_page,
    offset,
  };
  const items = shown(site, listUsers(site.db, query), params.context);
  return { items, total: countUsers(site.db, query), page: Math.floor(offset / params.per_page) + 1 };
}

/** One user; 404 `rest_user_invalid_id`, 401 or 403 `rest_user_cannot_view` for others without the right. */
export function user(site: Site, caller: Caller, ask: { id: number; context: UserContext }): Dict {
  const row = userById(site.db, ask.id);
  if (!row) throw new RestError('rest_user_invalid_id', 'No user has this id.', 404);
  const isOwn = caller.userId === row.id && caller.role !== null;
  const mayView =
    isOwn ||
    caller.can('manage_options') ||
    (ask.context !== 'edit' && hasPublished(site.db, row.id, authorTypes(site)));
  if (!mayView) throw refusal(caller, 'rest_user_cannot_view', 'You may not see this user.');
  return one(site, row, ask.context);
}

/** The current user; 401 `rest_not_logged_in` for a guest. */
export function ownUser(site: Site, caller: Caller, context: UserContext): Dict {
  const row = caller.role === null ? undefined : userById(site.db, caller.userId);
  if (!row) throw new RestError('rest_not_logged_in', 'You are not signed in.', 401);
  return one(site, row, context);
}

/** Rejects parameters that require the right to list all users (`content.md` 4). */
export function refuseUserQuery(
  caller: Caller,
  params: { context?: unknown; orderby?: unknown; roles?: unknown; who?: unknown },
): RestError | undefined {
  if (params.who !== undefined && !caller.can('edit_own')) {
    return refusal(caller, 'rest_forbidden_who', 'You may not ask for authors.');
  }
  if (caller.can('manage_options')) return undefined;
  if (params.roles !== undefined) return refusal(caller, 'rest_user_cannot_view', 'You may not ask for roles.');
  if (params.context === 'edit')
    return refusal(caller, 'rest_forbidden_context', 'You may not read users for editing.');
  const isSecret = params.orderby === 'email' || params.orderby === 'registered_date';
  return isSecret ? refusal(caller, 'rest_forbidden_orderby', 'You may not order users by this.') : undefined;
}

/** An empty list means no filter. */
function named<T>(list: readonly T[] | undefined): readonly T[] | undefined {
  return list && list.length > 0 ? list : undefined;
}

function searchText(text: string): string {
  return text.trim().replace(/^\*+|\*+$/g, '');
}

function authorsOf(site: Site, wanted: boolean | string[]): readonly string[] | undefined {
  if (wanted === false) return undefined;
  return wanted === true ? authorTypes(site) : wanted;
}

function authorTypes(site: Site): string[] {
  return postTypes(site).map((type) => type.name);
}

function one(site: Site, row: FullUser, context: UserContext): Dict {
  return shown(site, [row], context)[0] ?? {};
}

function shown(site: Site, rows: readonly FullUser[], context: UserContext): Dict[] {
  const { url, permalink_structure } = siteSettings(site);
  const facts = { context, home: url, rest: `${site.serverUrl}/wp-json`, permalinks: permalink_structure };
  return rows.map((row) => userValue(row, facts));
}
