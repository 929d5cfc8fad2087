import { refuseOtherState, tagHeader } from '../../live/etag.ts';
import * as v from 'valibot';
import { postType, type PostType } from '../../domain/content/content-model.ts';
import { namedItem } from '../../domain/content/item-name.ts';
import { mayUpload } from '../../domain/content/media/permit.ts';
import { isFormUpload, uploadedFile } from '../../domain/content/media/upload.ts';
import { mediaValues } from '../../domain/content/media/value.ts';
import { changeMedia, createMedia } from '../../domain/content/media/write.ts';
import { removePost } from '../../domain/content/posts/delete.ts';
import { listPosts } from '../../domain/content/posts/list.ts';
import { mayDelete, mayList, mayRead, mayUpdate } from '../../domain/content/posts/permit.ts';
import { addressOf, postRow } from '../../domain/content/posts/read.ts';
import { RestError } from '../../errors.ts';
import { alternateLink, restRoot } from '../../rest/address.ts';
import { pageHeaders } from '../../rest/paging.ts';
import { endpoint, type Call, type Endpoint, type RouteTable } from '../../rest/route.ts';
import { inContext } from '../../schema/wire/answer-field.ts';
import { contentContext } from '../../schema/wire/list-params.ts';
import { mediaArgs, mediaListParams, mediaSchema, type MediaListQuery } from '../../schema/content/media.ts';
import { actionRels, updateArgs, type PostKind } from '../../schema/content/post.ts';
import type { Site } from '../../site.ts';
import type { Dict } from '../../types.ts';
import { kindOf, refuseStatuses, viewOf } from './posts.ts';

/** Routes of media (`content.md` 2.7): records like those of posts, and uploads. Not available in batches. */
export function mediaRoutes(site: Site): RouteTable {
  const type = postType(site, 'attachment');
  if (!type) throw new Error('Every site has attachments');
  const kind = kindOf(site, type);
  const path = `/wp/v2/${type.rest_base}`;
  const item = inContext(v.pipe(mediaSchema(kind), v.title(type.name), v.metadata({ links: actionRels(kind) })));
  return {
    [path]: { GET: listEndpoint(type, kind, item), POST: uploadEndpoint(type, kind, item) },
    [`${path}/{id}`]: {
      GET: readEndpoint(type, item),
      EDIT: updateEndpoint(type, kind, item),
      DELETE: deleteEndpoint(type),
    },
  };
}

type Item = ReturnType<typeof inContext>;

const id = v.optional(v.pipe(v.number(), v.integer(), v.description('Number of the item.')));

function listEndpoint(type: PostType, kind: PostKind, item: Item): Endpoint {
  return endpoint({
    args: mediaListParams(kind),
    answers: v.array(item),
    traits: { cacheable: true },
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

function uploadEndpoint(type: PostType, kind: PostKind, item: Item): Endpoint {
  return endpoint({
    args: mediaArgs(kind),
    answers: item,
    traits: { takesFile: true },
    permit: (site, params, { caller, raw }) => mayUpload(site, caller, type, { ...params, id: raw['id'] }),
    run(site, params, call) {
      const file = uploadedFile(call.request);
      const made = createMedia(site, type, {
        input: params,
        caller: call.caller,
        file,
        isForm: isFormUpload(call.request),
      });
      return {
        status: 201,
        body: itemValue(site, type, made, call),
        headers: {
          Location: `${restRoot(site)}/wp/v2/${type.rest_base}/${made}`,
          'X-WP-Upload-Attachment-ID': String(made),
        },
        summary: { code: 'media.uploaded', params: { item: namedItem(site, 'post', made) } },
      };
    },
  });
}

function readEndpoint(type: PostType, item: Item): Endpoint {
  return endpoint({
    args: { id, context: contentContext },
    answers: item,
    traits: { cacheable: true },
    permit: (site, { id: which, context }, { caller }) => mayRead(site, caller, type, { id: which, context }),
    run(site, params, call) {
      const row = postRow(site, type, params.id ?? 0);
      const [body = {}] = mediaValues(site, type, [row], viewOf(params.context, call));
      const tag = params.context === 'edit' ? tagHeader(site, { kind: 'post', id: row.id }) : {};
      return { body, headers: { Link: alternateLink(addressOf(site, call.caller, type, row)), ...tag } };
    },
  });
}

function updateEndpoint(type: PostType, kind: PostKind, item: Item): Endpoint {
  return endpoint({
    args: { id, ...updateArgs(mediaArgs(kind)) },
    answers: item,
    permit: (site, params, { caller }) => mayUpdate(site, caller, type, params),
    run(site, { id: which, ...params }, call) {
      const row = postRow(site, type, Number(which ?? 0));
      refuseOtherState(site, { kind: 'post', id: row.id }, call.request);
      changeMedia(site, type, { input: params, caller: call.caller, row });
      return {
        body: itemValue(site, type, row.id, call),
        headers: tagHeader(site, { kind: 'post', id: row.id }),
        summary: { code: 'media.changed', params: { item: namedItem(site, 'post', row.id) } },
      };
    },
  });
}

function deleteEndpoint(type: PostType): Endpoint {
  const force = v.optional(v.pipe(v.boolean(), v.description('Required: media have no trash.')), false);
  return endpoint({
    args: { id, force },
    permit: (site, params, { caller }) => mayDelete(site, caller, type, params),
    run(site, params, call) {
      const row = postRow(site, type, params.id ?? 0);
      if (!params.force)
        throw new RestError(
          'rest_trash_not_supported',
          'Media have no trash: set force to true to delete for good.',
          501,
        );
      refuseOtherState(site, { kind: 'post', id: row.id }, call.request);
      const item = namedItem(site, 'post', row.id);
      const view = { ...viewOf('edit', call), wants: () => true };
      const [{ _links: _gone, ...previous } = {}] = mediaValues(site, type, [row], view);
      removePost(site, row);
      return { body: { deleted: true, previous }, summary: { code: 'media.deleted', params: { item } } };
    },
  });
}

function itemValue(site: Site, type: PostType, which: number, call: Call): Dict {
  const [value = {}] = mediaValues(site, type, [postRow(site, type, which)], viewOf('edit', call));
  return value;
}
