import { mayHold } from './few-found.ts';
import { countPlain, countPosts, listPlainRows, listPostIds, type PostFilter, type PostWindow } from './post-list.ts';
import { postsByIds, type PostRow } from './posts.ts';
import type { ReadDb } from '../sql.ts';

/** Beyond this number, matches are counted by a separate query. */
const MOST_LISTED = 20_000;
/** Up to this many items are found through their terms; with more, scanning in list order soon fills the first page. */
const FEW = 2000;

/** A page of a list, and the total of the whole list (`content.md` 1.4), choosing the query that reads the fewest rows. */
export function pageOfPosts(db: ReadDb, filter: PostFilter, window: PostWindow): { ids: number[]; total: number } {
  if (filter.search || filter.exact) {
    // A search over all types includes some that have no items.
    if (countPlain(db, filter) === 0) return { ids: [], total: 0 };
    // The index does not contain the file paths of media.
    const few =
      filter.found ?? (filter.search && filter.type !== 'attachment' ? mayHold(db, filter.search) : undefined);
    const all = { ...window, limit: MOST_LISTED + 1, offset: 0 };
    const found = few?.length === 0 ? [] : listPostIds(db, { ...filter, found: few }, all);
    const { offset, limit } = window;
    if (found.length <= MOST_LISTED) return { ids: found.slice(offset, offset + limit), total: found.length };
  }
  const total = countPosts(db, filter);
  if (window.offset >= total) return { ids: [], total };
  return { ids: listPostIds(db, total <= FEW ? drivenByTerms(filter) : filter, window), total };
}

/** The same with the rows. */
export function rowsOfPage(db: ReadDb, filter: PostFilter, window: PostWindow): { rows: PostRow[]; total: number } {
  const plain = listPlainRows(db, filter, window);
  if (plain) return plain;
  const { ids, total } = pageOfPosts(db, filter, window);
  return { rows: postsByIds(db, ids), total };
}

/** The same list, driven by the items that have the required terms. */
function drivenByTerms(filter: PostFilter): PostFilter {
  const { terms = [], termRelation } = filter;
  const first = terms.find(({ operator }) => operator !== 'NOT');
  const isNeeded = terms.length === 1 || termRelation !== 'OR';
  const carrying = first && (first.operator === 'AND' ? first.groups[0] : first.groups.flat());
  return carrying && isNeeded ? { ...filter, carrying } : filter;
}
