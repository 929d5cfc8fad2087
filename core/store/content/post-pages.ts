import { mayHold } from './few-found.ts';
import { countPlain, countPosts, listPlainRows, listPostIds, type PostFilter, type PostWindow } from './post-list.ts';
import { postsByIds, type PostRow } from './posts.ts';
import type { ReadDb } from '../sql.ts';

/** More found than this are counted by a question of their own. */
const MOST_LISTED = 20_000;
/** So few are found by their terms; of more, the first page is found soon by its order. */
const FEW = 2000;

/** A page of a list, and how many items the whole list has (`content.md` 1.4), by the way that looks at the fewest rows. */
export function pageOfPosts(db: ReadDb, filter: PostFilter, window: PostWindow): { ids: number[]; total: number } {
  if (filter.search || filter.exact) {
    // A search of all types looks into some that have no items.
    if (countPlain(db, filter) === 0) return { ids: [], total: 0 };
    // Of media the index does not know the paths of their files.
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

/** The same list, looked for among what carries the terms it needs. */
function drivenByTerms(filter: PostFilter): PostFilter {
  const { terms = [], termRelation } = filter;
  const first = terms.find(({ operator }) => operator !== 'NOT');
  const isNeeded = terms.length === 1 || termRelation !== 'OR';
  const carrying = first && (first.operator === 'AND' ? first.groups[0] : first.groups.flat());
  return carrying && isNeeded ? { ...filter, carrying } : filter;
}
