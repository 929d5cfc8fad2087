import * as v from 'valibot';
import { field as answered, item } from '../wire/answer-field.ts';
import { ALL, EDIT, field, FULL, integer, type Context } from './fields/field.ts';
import { postArgs, postSchema, type PostInput, type PostKind } from './post.ts';
import { postListParams, type PostListQuery, statusParam } from './post-list.ts';

const readonly = true;

const MEDIA_TYPES = ['image', 'video', 'text', 'application', 'audio'] as const;
export const MEDIA_STATUSES = ['inherit', 'private', 'trash'] as const;

/** An attachment (`content.md` 2.7): a post-like item whose texts are a description and a caption. */
export function mediaSchema(kind: PostKind): v.ObjectSchema<v.ObjectEntries, undefined> {
  const { password: _password, ...common } = postSchema(kind).entries;
  const shown = (context: Context): v.GenericSchema =>
    v.object({
      raw: field(v.string(), 'As stored.', { context: EDIT }),
      rendered: field(v.string(), 'As shown.', { context, readonly }),
    });
  return v.object({
    ...common,
    alt_text: field(v.string(), 'Alternative text, shown instead of the picture.', { context: ALL }),
    caption: field(shown(ALL), 'Caption.', { context: ALL }),
    description: field(shown(FULL), 'Description.', { context: FULL }),
    featured_media: field(integer, 'Number of the featured image.', { context: ALL, readonly }),
    media_type: field(v.picklist(['image', 'file']), 'Picture or any other file.', { context: ALL, readonly }),
    mime_type: field(v.string(), 'Media type of the file.', { context: ALL, readonly }),
    media_details: field(v.object({}), 'What is known of the file.', { context: ALL, readonly }),
    post: field(v.nullable(integer), 'Number of the item it is attached to.', { context: FULL }),
    source_url: field(v.string(), 'Address of the file.', { context: ALL, readonly, format: 'uri' }),
    filename: field(v.string(), 'Name of the file.', { context: FULL, readonly }),
    filesize: field(integer, 'Size of the file in bytes.', { context: FULL, readonly }),
    missing_image_sizes: field(v.array(v.string()), 'Scaled versions that are missing: none.', {
      context: EDIT,
      readonly,
    }),
  });
}

/** Arguments of an upload and of an update. */
export function mediaArgs(kind: PostKind): v.ObjectEntries {
  const { password: _password, ...common } = postArgs(kind);
  const texts = (name: string): v.GenericSchema =>
    v.optional(v.pipe(v.unknown(), v.description(`The ${name}: a text, or an object with "raw".`)));
  return {
    ...common,
    alt_text: v.optional(v.pipe(v.string(), v.description('Alternative text, shown instead of the picture.'))),
    caption: texts('caption'),
    description: texts('description'),
    post: v.optional(v.pipe(integer, v.description('Number of the item it is attached to; 0 for none.'))),
  };
}

/** Parameters of the list (`content.md` 2.1). */
export function mediaListParams(kind: PostKind): v.ObjectEntries {
  return {
    ...postListParams(kind),
    status: statusParam(MEDIA_STATUSES, 'inherit'),
    media_type: v.optional(v.pipe(v.array(v.picklist(MEDIA_TYPES)), v.description('Only files of these kinds.'))),
    mime_type: v.optional(v.pipe(v.array(v.string()), v.description('Only files of these media types.'))),
  };
}

/** Checked parameters of a write, as the domain reads them. */
export interface MediaInput extends PostInput {
  alt_text?: string;
  caption?: unknown;
  description?: unknown;
  post?: number;
}

/** Checked parameters of a list. */
export interface MediaListQuery extends PostListQuery {
  media_type?: string[];
  mime_type?: string[];
}

/** Parameters of `GET /media/awaited`. */
export const AwaitedArgs = {
  names: v.optional(
    v.pipe(v.array(v.string()), v.maxLength(200), v.description('Names of files, without folders.')),
    [],
  ),
};

/** A missing file that a record references. */
export const AwaitedFile = item('awaited-file', {
  name: answered(v.string(), 'Its name.'),
  id: answered(integer, 'Number of a media item that names it.'),
});

/** Parameters of `GET /media/{id}/uses`. */
export const MediaUsesArgs = {
  id: v.pipe(v.number(), v.integer(), v.minValue(1), v.description('Number of the media item.')),
};

/** An item that uses a file, as answered by `polydesk/v1/media/{id}/uses`. */
export const MediaUse = item('media-use', {
  id: answered(integer, 'Number of the item.'),
  type: answered(v.string(), 'Its post type.'),
  title: answered(v.string(), 'Its title, as stored.'),
  lang: answered(v.string(), 'Code of its language; "" for none.'),
  as: answered(
    v.array(v.picklist(['image', 'content', 'attached'])),
    'How it uses the file: as its image, in its content, or the file is attached to it.',
  ),
});
export type MediaUse = v.InferOutput<typeof MediaUse>;
