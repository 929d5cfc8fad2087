import * as v from 'valibot';
import { postType, type PostType } from '../domain/content-model.ts';
import { itemName } from '../domain/item-name.ts';
import { mayUpload } from '../domain/media/permit.ts';
import { uploadedFile } from '../domain/media/upload.ts';
import { mediaValues } from '../domain/media/value.ts';
import { changeMedia, createMedia, removeMedia } from '../domain/media/write.ts';
import { listPosts } from '../domain/posts/list.ts';
import { mayDelete, mayList, mayRead, mayUpdate } from '../domain/posts/permit.ts';
import { addressOf, postRow } from '../domain/posts/read.ts';
import { RestError } from '../errors.ts';
import { restRoot } from '../rest/address.ts';
import { pageHeaders } from '../rest/paging.ts';
import { EDITABLE, endpoint, type Answer, type Call, type Endpoint, type Route } from '../rest/route.ts';
import { contentContext } from '../schema/list-params.ts';
import { mediaArgs, mediaListParams, mediaSchema, type MediaListQuery } from '../schema/media.ts';
import type { PostKind } from '../schema/post.ts';
import type { Site } from '../site.ts';
import type { Dict } from '../types.ts';
import { kindOf, refuseStatuses, viewOf } from './posts.ts';

/** Routes of media (`content.md` 2.7): records like those of posts, and uploads. They take no part in a batch. */
export function mediaRoutes(site: Site): Route[] {
  const type = postType(site, 'attachment');
  if (!type) throw new Error('Every site has attachments');
  const kind = kindOf(site, type);
  const path = `/${type.rest_base}`;
  const common = { namespace: 'wp/v2', item: { title: type.name, schema: mediaSchema(kind) }, nullIsAbsent: true };
  return [
    { ...common, path, endpoints: [listEndpoint(type, kind), uploadEndpoint(type, kind)] },
    {
      ...common,
      path: `${path}/(?P<id>[\\d]+)`,
      endpoints: [readEndpoint(type), updateEndpoint(type, kind), deleteEndpoint(type)],
    },
  ];
}

const id = v.optional(v.pipe(v.number(), v.integer(), v.description('Number of the item.')));

function listEndpoint(type: PostType, kind: PostKind): Endpoint {
  return endpoint({
    methods: ['GET'],
    args: mediaListParams(kind),
    lasting: true,
    permit: (_site, params, { caller }) => mayList(caller, type, params),
    run(site, params, call) {
      const query = params as MediaListQuery;
      refuseStatuses(type, query, call);
      const kinds = [...(query.media_type ?? []).map((name) => `${name}/`), ...(query.mime_type ?? [])];
      const more = kinds.length > 0 ? { mimeTypes: kinds } : {};
      const { rows, total, page } = listPosts(site, type, { query, caller: call.caller, more });
      const body = mediaValues(site, type, rows, viewOf(query.context, call));
      const facts = { total, page, perPage: query.per_page };
      return { body, headers: pageHeaders(site, call.request, `/wp/v2/${type.rest_base}`, facts) };
    },
  });
}

function uploadEndpoint(type: PostType, kind: PostKind): Endpoint {
  return endpoint({
    methods: ['POST'],
    args: mediaArgs(kind),
    permit: (site, params, { caller, raw }) => mayUpload(site, caller, type, { ...params, id: raw['id'] }),
    run(site, params, call): Answer {
      const file = uploadedFile(call.request);
      const made = createMedia(site, type, { input: params, caller: call.caller, file });
      return {
        status: 201,
        body: itemValue(site, type, made, call),
        headers: {
          Location: `${restRoot(site)}/wp/v2/${type.rest_base}/${made}`,
          'X-WP-Upload-Attachment-ID': String(made),
        },
        summary: `Uploaded ${itemName(site, 'post', made)}`,
      };
    },
  });
}

function readEndpoint(type: PostType): Endpoint {
  return endpoint({
    methods: ['GET'],
    args: { id, context: contentContext },
    lasting: true,
    permit: (site, { id: which, context }, { caller }) => mayRead(site, caller, type, { id: which, context }),
    run(site, params, call) {
      const row = postRow(site, type, params.id ?? 0);
      const [body] = mediaValues(site, type, [row], viewOf(params.context, call));
      return { body, headers: { Link: `<${addressOf(site, type, row)}>; rel="alternate"; type=text/html` } };
    },
  });
}

function updateEndpoint(type: PostType, kind: PostKind): Endpoint {
  return endpoint({
    methods: EDITABLE,
    args: { id, ...mediaArgs(kind) },
    permit: (site, params, { caller }) => mayUpdate(site, caller, type, params),
    run(site, { id: which, ...params }, call): Answer {
      const row = postRow(site, type, Number(which ?? 0));
      changeMedia(site, type, { input: params, caller: call.caller, row });
      return {
        body: itemValue(site, type, row.id, call),
        summary: `Changed the media item ${itemName(site, 'post', row.id)}`,
      };
    },
  });
}

function deleteEndpoint(type: PostType): Endpoint {
  const force = v.optional(v.pipe(v.boolean(), v.description('Required: media have no trash.')), false);
  return endpoint({
    methods: ['DELETE'],
    args: { id, force },
    permit: (site, params, { caller }) => mayDelete(site, caller, type, params),
    run(site, params, call): Answer {
      const row = postRow(site, type, params.id ?? 0);
      if (!params.force)
        throw new RestError(
          'rest_trash_not_supported',
          'Media have no trash: set force to true to delete for good.',
          501,
        );
      const summary = `Deleted the media item ${itemName(site, 'post', row.id)}`;
      const view = { ...viewOf('edit', call), wants: () => true };
      const [{ _links: _gone, ...previous } = {}] = mediaValues(site, type, [row], view);
      removeMedia(site, row);
      return { body: { deleted: true, previous }, summary };
    },
  });
}

function itemValue(site: Site, type: PostType, which: number, call: Call): Dict {
  const [value = {}] = mediaValues(site, type, [postRow(site, type, which)], viewOf('edit', call));
  return value;
}
