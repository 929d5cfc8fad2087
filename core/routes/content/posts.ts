import * as v from 'valibot';
import { inContext } from '../../schema/wire/answer-field.ts';
import { registeredMeta, isTranslated, postTypes, type PostType } from '../../domain/content/content-model.ts';
import { invalidParameter } from '../../domain/invalid-parameter.ts';
import { namedItem } from '../../domain/content/item-name.ts';
import { removePost, trashPost } from '../../domain/content/posts/delete.ts';
import { forbiddenStatus, listPosts } from '../../domain/content/posts/list.ts';
import {
  mayCreate,
  mayDelete,
  mayList,
  mayRead,
  mayReadRevisions,
  mayUpdate,
} from '../../domain/content/posts/permit.ts';
import { addressOf, postRow, postValues } from '../../domain/content/posts/read.ts';
import { taxonomiesOf } from '../../domain/content/posts/terms.ts';
import { changePost, createPost } from '../../domain/content/posts/write.ts';
import { refuseOtherState, tagHeader } from '../../live/etag.ts';
import { languageCodes } from '../../domain/translations/translations.ts';
import { refusalStatus } from '../../errors.ts';
import { alternateLink, restRoot } from '../../rest/address.ts';
import { pageHeaders } from '../../rest/paging.ts';
import { fieldsOf } from '../../rest/present.ts';
import { endpoint, type Call, type Endpoint, type RouteTable } from '../../rest/route.ts';
import { contentContext } from '../../schema/wire/list-params.ts';
import { actionRels, postArgs, postSchema, updateArgs, type PostKind } from '../../schema/content/post.ts';
import { MEDIA_STATUSES } from '../../schema/content/media.ts';
import { postListParams, STATUSES, type PostListQuery } from '../../schema/content/post-list.ts';
import { listText } from '../../schema/wire/explain.ts';
import type { Site } from '../../site.ts';
import type { Dict } from '../../types.ts';

/**
 * Routes of posts, pages and custom types (`content.md` 2), all generated from the features of the type. Media have separate
 * routes.
 */
export function postRoutes(site: Site): RouteTable {
  const types = postTypes(site).filter((type) => type.name !== 'attachment');
  return Object.assign({}, ...types.map((type) => routesOf(type, kindOf(site, type)))) as RouteTable;
}

/** The features of a post type that its schema depends on. */
export function kindOf(site: Site, type: PostType): PostKind {
  return {
    name: type.name,
    hierarchical: type.hierarchical,
    supports: type.supports,
    taxonomies: taxonomiesOf(site, type),
    meta: registeredMeta(site, 'post', type.name),
    translated: isTranslated(site, 'post', type.name),
    codes: () => [...languageCodes(site).byCode.keys()],
  };
}

function routesOf(type: PostType, kind: PostKind): RouteTable {
  const path = `/wp/v2/${type.rest_base}`;
  const item = inContext(v.pipe(postSchema(kind), v.title(type.name), v.metadata({ links: actionRels(kind) })));
  return {
    [path]: { GET: listEndpoint(type, kind, item), POST: createEndpoint(type, kind, item) },
    [`${path}/{id}`]: {
      GET: readEndpoint(type, item),
      EDIT: updateEndpoint(type, kind, item),
      DELETE: deleteEndpoint(type),
    },
    ...(type.supports.includes('revisions') && {
      [`${path}/{parent}/revisions`]: { GET: revisionsEndpoint(type, item) },
    }),
  };
}

type Item = ReturnType<typeof inContext>;

const id = v.optional(v.pipe(v.number(), v.integer(), v.description('Number of the item.')));

function listEndpoint(type: PostType, kind: PostKind, item: Item): Endpoint {
  return endpoint({
    args: postListParams(kind),
    answers: v.array(item),
    traits: { batch: true, cacheable: true },
    permit: (_site, params, { caller }) => mayList(caller, type, params),
    run(site, params, call) {
      const query = params as PostListQuery;
      refuseStatuses(type, query, call);
      const { rows, total, page } = listPosts(site, type, { query, caller: call.caller });
      const body = postValues(site, type, rows, viewOf(query.context, call));
      const facts = { total, page, perPage: query.per_page };
      return { body, headers: pageHeaders(site, call.request, `/wp/v2/${type.rest_base}`, facts) };
    },
  });
}

function createEndpoint(type: PostType, kind: PostKind, item: Item): Endpoint {
  return endpoint({
    args: postArgs(kind),
    answers: item,
    traits: { batch: true },
    permit: (_site, params, { caller, raw }) => mayCreate(caller, type, { ...params, id: raw['id'] }),
    run(site, params, call) {
      const made = createPost(site, type, { input: params, caller: call.caller });
      const body = itemValue(site, type, made, viewOf('edit', call));
      return {
        status: 201,
        body,
        headers: { Location: `${restRoot(site)}/wp/v2/${type.rest_base}/${made}` },
        summary: { code: 'post.added', params: { type: type.name, item: namedItem(site, 'post', made) } },
      };
    },
  });
}

function readEndpoint(type: PostType, item: Item): Endpoint {
  return endpoint({
    args: {
      id,
      context: contentContext,
      password: v.optional(v.pipe(v.string(), v.description('Password of a protected item.'))),
      excerpt_length: v.optional(
        v.pipe(v.number(), v.integer(), v.description('Words of an excerpt made from the content.')),
      ),
    },
    answers: item,
    traits: { batch: true, cacheable: true },
    permit: (site, params, { caller, request }) =>
      mayRead(site, caller, type, { ...params, password: request.query?.['password'] }),
    run(site, params, call) {
      const row = postRow(site, type, params.id ?? 0);
      const view = {
        ...viewOf(params.context, call),
        password: params.password,
        excerptLength: params.excerpt_length,
      };
      const [body = {}] = postValues(site, type, [row], view);
      const tag = params.context === 'edit' ? tagHeader(site, { kind: 'post', id: row.id }) : {};
      return { body, headers: { Link: alternateLink(addressOf(site, call.caller, type, row)), ...tag } };
    },
  });
}

function updateEndpoint(type: PostType, kind: PostKind, item: Item): Endpoint {
  return endpoint({
    args: { id, ...updateArgs(postArgs(kind)) },
    answers: item,
    traits: { batch: true },
    permit: (site, params, { caller }) => mayUpdate(site, caller, type, params),
    run(site, { id: which, ...params }, call) {
      const row = postRow(site, type, which ?? 0);
      refuseOtherState(site, { kind: 'post', id: row.id }, call.request);
      changePost(site, type, { input: params, caller: call.caller, row });
      return {
        body: itemValue(site, type, row.id, viewOf('edit', call)),
        headers: tagHeader(site, { kind: 'post', id: row.id }),
        summary: { code: 'post.changed', params: { type: type.name, item: namedItem(site, 'post', row.id) } },
      };
    },
  });
}

function deleteEndpoint(type: PostType): Endpoint {
  const force = v.optional(v.pipe(v.boolean(), v.description('Delete for good instead of to the trash.')), false);
  return endpoint({
    args: { id, force },
    traits: { batch: true },
    permit: (site, params, { caller }) => mayDelete(site, caller, type, params),
    run(site, params, call) {
      const row = postRow(site, type, params.id ?? 0);
      refuseOtherState(site, { kind: 'post', id: row.id }, call.request);
      const named = { type: type.name, item: namedItem(site, 'post', row.id) };
      if (!params.force) {
        trashPost(site, type, row);
        const body = itemValue(site, type, row.id, viewOf('edit', call));
        return { body, summary: { code: 'post.trashed', params: named } };
      }
      const { _links: _gone, ...previous } = itemValue(site, type, row.id, {
        ...viewOf('edit', call),
        wants: () => true,
      });
      removePost(site, row);
      return { body: { deleted: true, previous }, summary: { code: 'post.deleted', params: named } };
    },
  });
}

/** Revisions are kept by the journal; this list is empty (`content.md` 1.1). */
function revisionsEndpoint(type: PostType, item: Item): Endpoint {
  return endpoint({
    args: { parent: v.optional(v.pipe(v.number(), v.integer(), v.description('Number of the item.'))) },
    answers: v.array(item),
    permit: (site, params, { caller }) => mayReadRevisions(site, caller, type, params),
    run: () => ({ body: [], headers: { 'X-WP-Total': '0', 'X-WP-TotalPages': '0' } }),
  });
}

/** Filtering by an unpublished status requires the right to edit the type: a fault of the parameter (`content.md` 2.1). */
export function refuseStatuses(type: PostType, query: PostListQuery, { caller }: Call): void {
  const status = forbiddenStatus(caller, type, query.status);
  const known = type.name === 'attachment' ? MEDIA_STATUSES : STATUSES;
  if (status === undefined) return refuseUnknownStatus(known, query.status);
  const data = { status: refusalStatus(caller) };
  throw invalidParameter('status', 'rest_forbidden_status', `You may not list items with the status ${status}.`, data);
}

/** 400 for an unknown status. */
export function refuseUnknownStatus(known: readonly string[], statuses: readonly string[]): void {
  const at = statuses.findIndex((status) => !known.includes(status));
  if (at >= 0) throw invalidParameter('status', 'rest_not_in_enum', `status[${at}] must be one of ${listText(known)}.`);
}

function itemValue(site: Site, type: PostType, which: number, view: ReturnType<typeof viewOf>): Dict {
  const [value = {}] = postValues(site, type, [postRow(site, type, which)], view);
  return value;
}

/** The view of items for a request: `_fields` tells what need not be computed. */
export function viewOf(
  context: 'view' | 'embed' | 'edit',
  { caller, request }: Call,
): { context: 'view' | 'embed' | 'edit'; caller: Call['caller']; wants: (field: string) => boolean } {
  const fields = fieldsOf(request.query);
  const names = fields && new Set(fields.map((name) => name.split('.', 1)[0] ?? ''));
  if (names?.has('_embedded')) names.add('_links');
  return { context, caller, wants: (field) => names?.has(field) ?? true };
}
