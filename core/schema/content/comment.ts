import * as v from 'valibot';
import { item } from '../wire/answer-field.ts';
import { contentContext, idList, listParams, orderParam } from '../wire/list-params.ts';

const integer = v.pipe(v.number(), v.integer());
const context = ['view', 'embed', 'edit'] as const;
const shown = <const S extends v.GenericSchema>(schema: S, text: string, format?: string) =>
  v.pipe(schema, v.description(text), v.metadata({ context, readonly: true, ...(format && { format }) }));

/** A comment from an import (`content.md` 1.1). */
export const CommentItem = item('comment', {
  id: shown(integer, 'Number of the comment in the export.'),
  post: shown(integer, 'Number of the item it is about.'),
  parent: shown(integer, 'Number of the comment it answers; 0 for none.'),
  author: shown(integer, 'Number of the user who wrote it; 0: comments bring no users along.'),
  author_name: shown(v.string(), 'Name of who wrote it.'),
  author_url: shown(v.string(), 'Address of who wrote it.', 'uri'),
  date: shown(v.string(), 'Date, in local time of the site.', 'date-time'),
  date_gmt: shown(v.string(), 'Date, in UTC.', 'date-time'),
  content: shown(v.object({ rendered: v.string() }), 'Text of the comment.'),
  link: shown(v.string(), 'Address of the comment.', 'uri'),
  status: shown(v.string(), 'approved, hold, spam or trash.'),
  type: shown(v.string(), 'comment, pingback or trackback.'),
  meta: shown(v.object({}), 'Registered fields: none.'),
});

const { context: _context, ...lists } = listParams;

/** Parameters of the list. */
export const CommentListQuery = {
  context: contentContext,
  ...lists,
  order: orderParam('desc'),
  parent: v.optional(v.pipe(idList, v.description('Only answers to these comments.')), []),
  post: v.optional(v.pipe(idList, v.description('Only comments of these items.')), []),
};

/** Parameters of a single comment. */
export const CommentQuery = {
  id: v.pipe(integer, v.description('Number of the comment.')),
  context: contentContext,
};
