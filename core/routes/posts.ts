import * as v from 'valibot';
import { registeredMeta, isTranslated, postTypes, type PostType } from '../domain/content-model.ts';
import { invalidParameter } from '../domain/invalid-parameter.ts';
import { itemName } from '../domain/item-name.ts';
import { removePost, trashPost } from '../domain/posts/delete.ts';
import { forbiddenStatus, listPosts } from '../domain/posts/list.ts';
import { mayCreate, mayDelete, mayList, mayRead, mayReadRevisions, mayUpdate } from '../domain/posts/permit.ts';
import { addressOf, postRow, postValues } from '../domain/posts/read.ts';
import { taxonomiesOf } from '../domain/posts/terms.ts';
import { changePost, createPost } from '../domain/posts/write.ts';
import { languageCodes } from '../domain/translations.ts';
import { refusalStatus } from '../errors.ts';
import { restRoot } from '../rest/address.ts';
import { pageHeaders } from '../rest/paging.ts';
import { fieldsOf } from '../rest/present.ts';
import { EDITABLE, endpoint, type Answer, type Call, type Endpoint, type Route } from '../rest/route.ts';
import { contentContext } from '../schema/list-params.ts';
import { postArgs, postSchema, type PostKind } from '../schema/post.ts';
import { postListParams, type PostListQuery } from '../schema/post-list.ts';
import type { Site } from '../site.ts';
import type { Dict } from '../types.ts';

/** Routes of posts, pages and custom types (`content.md` 2): all alike, made from what the type has. Media have routes of their own. */
export function postRoutes(site: Site): Route[] {
  return postTypes(site)
    .filter((type) => type.name !== 'attachment')
    .flatMap((type) => routesOf(type, kindOf(site, type)));
}

/** A post type as its schema depends on it. */
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

function routesOf(type: PostType, kind: PostKind): Route[] {
  const common = {
    namespace: 'wp/v2',
    item: { title: type.name, schema: postSchema(kind) },
    nullIsAbsent: true,
  };
  const path = `/${type.rest_base}`;
  return [
    { ...common, path, endpoints: [listEndpoint(type, kind), createEndpoint(type, kind)] },
    {
      ...common,
      path: `${path}/(?P<id>[\\d]+)`,
      endpoints: [readEndpoint(type), updateEndpoint(type, kind), deleteEndpoint(type)],
    },
    ...(type.supports.includes('revisions')
      ? [{ ...common, path: `${path}/(?P<parent>[\\d]+)/revisions`, endpoints: [revisionsEndpoint(type)] }]
      : []),
  ];
}

const id = v.optional(v.pipe(v.number(), v.integer(), v.description('Number of the item.')));

function listEndpoint(type: PostType, kind: PostKind): Endpoint {
  return endpoint({
    methods: ['GET'],
    args: postListParams(kind),
    batch: true,
    lasting: true,
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

function createEndpoint(type: PostType, kind: PostKind): Endpoint {
  return endpoint({
    methods: ['POST'],
    args: postArgs(kind),
    batch: true,
    permit: (_site, params, { caller, raw }) => mayCreate(caller, type, { ...params, id: raw['id'] }),
    run(site, params, call) {
      const made = createPost(site, type, { input: params, caller: call.caller });
      const body = itemValue(site, type, made, viewOf('edit', call));
      return {
        status: 201,
        body,
        headers: { Location: `${restRoot(site)}/wp/v2/${type.rest_base}/${made}` },
        summary: `Added the ${type.name} ${itemName(site, 'post', made)}`,
      };
    },
  });
}

function readEndpoint(type: PostType): Endpoint {
  return endpoint({
    methods: ['GET'],
    args: {
      id,
      context: contentContext,
      password: v.optional(v.pipe(v.string(), v.description('Password of a protected item.'))),
      excerpt_length: v.optional(
        v.pipe(v.number(), v.integer(), v.description('Words of an excerpt made from the content.')),
      ),
    },
    batch: true,
    lasting: true,
    permit: (site, params, { caller, request }) =>
      mayRead(site, caller, type, { ...params, password: request.query?.['password'] }),
    run(site, params, call) {
      const row = postRow(site, type, params.id ?? 0);
      const view = {
        ...viewOf(params.context, call),
        password: params.password,
        excerptLength: params.excerpt_length,
      };
      const [body] = postValues(site, type, [row], view);
      return { body, headers: { Link: `<${addressOf(site, type, row)}>; rel="alternate"; type=text/html` } };
    },
  });
}

function updateEndpoint(type: PostType, kind: PostKind): Endpoint {
  return endpoint({
    methods: EDITABLE,
    args: { id, ...postArgs(kind) },
    batch: true,
    permit: (site, params, { caller }) => mayUpdate(site, caller, type, params),
    run(site, { id: which, ...params }, call): Answer {
      const row = postRow(site, type, which ?? 0);
      // Ours: a translation whose source changed is saved before it is up to date again.
      const isUnfinished = call.request.headers?.['x-polydesk-stale'] === 'keep';
      changePost(site, type, { input: params, caller: call.caller, row, isUnfinished });
      return {
        body: itemValue(site, type, row.id, viewOf('edit', call)),
        summary: `Changed the ${type.name} ${itemName(site, 'post', row.id)}`,
      };
    },
  });
}

function deleteEndpoint(type: PostType): Endpoint {
  const force = v.optional(v.pipe(v.boolean(), v.description('Delete for good instead of to the trash.')), false);
  return endpoint({
    methods: ['DELETE'],
    args: { id, force },
    batch: true,
    permit: (site, params, { caller }) => mayDelete(site, caller, type, params),
    run(site, params, call): Answer {
      const row = postRow(site, type, params.id ?? 0);
      const name = itemName(site, 'post', row.id);
      if (!params.force) {
        trashPost(site, type, row);
        const body = itemValue(site, type, row.id, viewOf('edit', call));
        return { body, summary: `Moved the ${type.name} ${name} to the trash` };
      }
      const { _links: _gone, ...previous } = itemValue(site, type, row.id, {
        ...viewOf('edit', call),
        wants: () => true,
      });
      removePost(site, row);
      return { body: { deleted: true, previous }, summary: `Deleted the ${type.name} ${name}` };
    },
  });
}

/** Revisions are kept by the journal; here there are none (`content.md` 1.1). */
function revisionsEndpoint(type: PostType): Endpoint {
  return endpoint({
    methods: ['GET'],
    args: { parent: v.optional(v.pipe(v.number(), v.integer(), v.description('Number of the item.'))) },
    permit: (site, params, { caller }) => mayReadRevisions(site, caller, type, params),
    run: () => ({ body: [], headers: { 'X-WP-Total': '0', 'X-WP-TotalPages': '0' } }),
  });
}

/** Filtering by what is not public needs the right to edit the type: a fault of the parameter (`content.md` 2.1). */
export function refuseStatuses(type: PostType, query: PostListQuery, { caller }: Call): void {
  const status = forbiddenStatus(caller, type, query.status);
  if (status === undefined) return;
  const data = { status: refusalStatus(caller) };
  throw invalidParameter('status', 'rest_forbidden_status', `You may not list items with the status ${status}.`, data);
}

function itemValue(site: Site, type: PostType, which: number, view: ReturnType<typeof viewOf>): Dict {
  const [value = {}] = postValues(site, type, [postRow(site, type, which)], view);
  return value;
}

/** How a request looks at items: `_fields` says what need not be made. */
export function viewOf(
  context: 'view' | 'embed' | 'edit',
  { caller, request }: Call,
): { context: 'view' | 'embed' | 'edit'; caller: Call['caller']; wants: (field: string) => boolean } {
  const fields = fieldsOf(request.query);
  const names = fields && new Set(fields.map((name) => name.split('.', 1)[0] ?? ''));
  if (names?.has('_embedded')) names.add('_links');
  return { context, caller, wants: (field) => names?.has(field) ?? true };
}
