import type { Site } from '../../../site.ts';
import {
  foldTitle,
  collectForSearch,
  hasQueueForSearch,
  indexForSearch,
  leaveSearchQueue,
  mergeSearchIndex,
  queuedForSearch,
  type QueuedText,
  type SearchTerm,
} from '../../../store/content/post-search.ts';
import { begin, commit, rollBack } from '../../../store/transaction.ts';

const AT_ONCE = 500;
/** Memory of the index before it writes a segment, in bytes: fewer segments, less merging. */
const GATHERS = { much: 16 * 1024 * 1024, usual: 1024 * 1024 } as const;
// oxlint-disable-next-line no-control-regex -- all of ASCII
const PLAIN = /^[\u0000-\u007f]*$/;
const ACCENTS = /[\u0300-\u036f]+/g;
/**
 * A character that may be a combining mark other than those accents: one outside of large blocks without marks, which most texts
 * never use.
 */
const RARE =
  // oxlint-disable-next-line no-control-regex, no-misleading-character-class -- blocks of characters, the first begins with zero
  /[^\u0000-\u0482\u048a-\u0590\u061b-\u064a\u0660-\u066f\u0671-\u06d5\u2000-\u20cf\u20f1-\u2cee\u309b-\ua66e\uac00-\ud7ff]/;

/** Folds a text for search: without accents, in lower case, in a canonical letter form. */
export function foldForSearch(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  const apart = text.normalize('NFKD');
  // Testing each character for being a mark of any script would dominate the cost.
  const bare = RARE.test(apart) ? apart.replace(/\p{M}/gu, '') : apart.replace(ACCENTS, '');
  return bare.toLowerCase().replaceAll('ß', 'ss');
}

/**
 * Words are ANDed, `"a phrase"` is one term, `-word` excludes (`content.md` 2.1); commas separate words like spaces. Without
 * duplicates.
 */
export function searchTerms(text: string): SearchTerm[] {
  const terms = new Map<string, SearchTerm>();
  // A NUL character would end the index query.
  for (const match of text.replaceAll('\0', ' ').matchAll(/(-?)(?:"([^"]*)"|([^\s",]+))/g)) {
    const [, minus = '', phrase, word = ''] = match;
    const folded = foldForSearch((phrase ?? word).trim());
    if (folded !== '') terms.set(`${minus} ${folded}`, { text: folded, not: minus === '-' });
  }
  return [...terms.values()];
}

/**
 * Indexes the changes since the last search, so that a search includes every acknowledged write. The index is derived data: it
 * has no journal, and if the file is not writable (now), the existing index is searched.
 * @param step called periodically; may throw
 */
export function drainSearchQueue(site: Site, step?: () => void): void {
  if (site.readOnly || site.merging || !hasQueueForSearch(site.db)) return;
  const own = !site.db.inTransaction;
  if (own) begin(site.db);
  try {
    indexQueue(site, step);
    if (own) commit(site.db);
  } catch (error) {
    if (own) rollBack(site.db);
    throw error;
  }
}

/** The queue is emptied in one go, and titles are folded then: writing to another table makes the index flush. */
function indexQueue({ db }: Site, step?: () => void): void {
  const retitled: [id: number, title: string][] = [];
  const next = (after: number): QueuedText[] => queuedForSearch(db, { after, limit: AT_ONCE });
  let [last, count] = [-1, 0];
  for (let queue = next(last); queue.length > 0; queue = next(last)) {
    step?.();
    if (count === AT_ONCE) collectForSearch(db, GATHERS.much);
    count += queue.length;
    last = queue.at(-1)?.id ?? last;
    for (const item of queue) {
      const title = indexItem(db, item);
      if (title !== undefined && title !== item.title_folded) retitled.push([item.id, title]);
    }
  }
  if (count > AT_ONCE) collectForSearch(db, GATHERS.usual);
  // A post takes less than a page: a large transaction pays for merging them, and for no more.
  if (count >= AT_ONCE) mergeSearchIndex(db, count);
  for (const [id, title] of retitled) foldTitle(db, id, title);
  leaveSearchQueue(db, last);
}

/** Returns the folded title; undefined if the item is gone. */
function indexItem(db: Site['db'], item: QueuedText): string | undefined {
  if (item.title === null) {
    indexForSearch(db, item, undefined);
    return undefined;
  }
  const title = foldForSearch(item.title);
  indexForSearch(db, item, { title, excerpt: foldForSearch(item.excerpt), content: foldForSearch(item.content) });
  return title;
}
