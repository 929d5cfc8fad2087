import { GUEST } from '../access/capabilities.ts';
import type * as v from 'valibot';
import { refusal, RestError } from '../../errors.ts';
import type { CommentItem } from '../../schema/content/comment.ts';
import { itemsBefore, type ListParams } from '../../schema/wire/list-params.ts';
import type { Site } from '../../site.ts';
import { readComments, type CommentsRow } from '../../store/content/comments.ts';
import { postsByIds, type PostRow } from '../../store/content/posts.ts';
import type { Caller, Dict } from '../../types.ts';
import { postType } from './content-model.ts';
import { withParagraphs } from './posts/paragraphs.ts';
import { addressOf } from './posts/read.ts';
import { canEdit, canRead } from './posts/rights.ts';
import { sanitiseMarkup } from './posts/sanitise.ts';
import { foldForSearch } from './posts/search-index.ts';

type Comment = v.InferOutput<typeof CommentItem>;

/** A comment with the relevant properties of its item. */
interface Known {
  value: Omit<Comment, 'link'>;
  row: PostRow;
}

/** Validated parameters of the list (`content.md` 1.1). */
export interface CommentListParams extends ListParams {
  post: number[];
  parent: number[];
}

/** One page of comments: approved ones on items the caller may read, and for editors of an item the others too. */
export function commentPage(
  site: Site,
  caller: Caller,
  params: CommentListParams,
): { items: Dict[]; total: number; page: number } {
  const { post, parent, include, exclude, search, order, per_page } = params;
  const words = foldForSearch(search?.trim() ?? '');
  const isWanted = ({ value }: Known): boolean =>
    (parent.length === 0 || parent.includes(value.parent)) &&
    (include.length === 0 || include.includes(value.id)) &&
    !exclude.includes(value.id) &&
    (words === '' || foldForSearch(`${value.author_name}\n${value.content.rendered}`).includes(words));
  const found = visible(site, caller, post.length > 0 ? post : undefined).filter(isWanted);
  const sign = order === 'asc' ? 1 : -1;
  found.sort((a, b) => sign * (a.value.date_gmt.localeCompare(b.value.date_gmt) || a.value.id - b.value.id));
  const offset = itemsBefore(params);
  const items = found.slice(offset, offset + per_page).map((one) => answered(site, one));
  return { items, total: found.length, page: Math.floor(offset / per_page) + 1 };
}

/** One comment; 404 `rest_comment_invalid_id`, 401 or 403 `rest_cannot_read` if the caller may not see it. */
export function comment(site: Site, caller: Caller, id: number): Dict {
  const known = knownComments(site).find(({ value }) => value.id === id);
  if (!known) throw new RestError('rest_comment_invalid_id', 'No comment has this id.', 404);
  if (!mayRead(site, caller, known)) throw refusal(caller, 'rest_cannot_read', 'You may not read this comment.');
  return answered(site, known);
}

function visible(site: Site, caller: Caller, posts?: readonly number[]): Known[] {
  return knownComments(site, posts).filter((one) => mayRead(site, caller, one));
}

function mayRead(site: Site, caller: Caller, { value, row }: Known): boolean {
  if (canEdit(caller, row)) return true;
  return value.status === 'approved' && row.password === '' && canRead(site, caller, row);
}

/** The comments of these items, or all, which are cached until the next write. */
function knownComments(site: Site, posts?: readonly number[]): Known[] {
  const make = (): Known[] => {
    const stored = readComments(site.db, posts);
    const rows = new Map(
      postsByIds(
        site.db,
        stored.map(({ post_id }) => post_id),
      ).map((row) => [row.id, row]),
    );
    return stored.flatMap((one) => {
      const row = rows.get(one.post_id);
      return row ? valuesOf(one).map((value) => ({ value, row })) : [];
    });
  };
  return posts ? make() : site.memo.get('comments', make, 'rest');
}

const STATUSES: Readonly<Record<string, string>> = { '1': 'approved', '0': 'hold', spam: 'spam', trash: 'trash' };

function valuesOf({ post_id, comments }: CommentsRow): Known['value'][] {
  const list = JSON.parse(comments) as { fields: [name: string, value: string][] }[];
  return list.map(({ fields }) => {
    const all = new Map(fields);
    const text = (name: string): string => all.get(`comment_${name}`) ?? '';
    const approved = text('approved');
    return {
      id: Number(text('id')) || 0,
      post: post_id,
      parent: Number(text('parent')) || 0,
      author: 0,
      author_name: text('author'),
      author_url: text('author_url'),
      date: text('date').replace(' ', 'T'),
      date_gmt: text('date_gmt').replace(' ', 'T'),
      content: { rendered: withParagraphs(sanitiseMarkup(text('content'))) },
      status: Object.hasOwn(STATUSES, approved) ? (STATUSES[approved] ?? 'hold') : 'hold',
      type: text('type') || 'comment',
      meta: {},
    };
  });
}

/** With the comment's address and links, which always use the local server. */
function answered(site: Site, { value, row }: Known): Dict {
  const type = postType(site, row.type);
  const root = `${site.serverUrl}/wp-json/wp/v2`;
  const embeddable = true;
  const { id, post, parent } = value;
  const { meta, status, type: kind, ...first } = value;
  return {
    ...first,
    link: type ? `${addressOf(site, GUEST, type, row)}#comment-${id}` : '',
    status,
    type: kind,
    meta,
    _links: {
      self: [{ href: `${root}/comments/${id}` }],
      collection: [{ href: `${root}/comments` }],
      ...(type && { up: [{ embeddable, post_type: type.name, href: `${root}/${type.rest_base}/${post}` }] }),
      ...(parent > 0 && { 'in-reply-to': [{ embeddable, href: `${root}/comments/${parent}` }] }),
    },
  };
}
