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
/** Bytes the index gathers in memory before it writes a piece: fewer pieces, less to put in order. */
const GATHERS = { much: 16 * 1024 * 1024, usual: 1024 * 1024 } as const;
// oxlint-disable-next-line no-control-regex -- all of ASCII
const PLAIN = /^[\u0000-\u007f]*$/;
const ACCENTS = /[\u0300-\u036f]+/g;
/** A character that may be a mark besides those accents: one outside of large blocks that hold none, which most texts never leave. */
const RARE =
  // oxlint-disable-next-line no-control-regex, no-misleading-character-class -- blocks of characters, the first begins with zero
  /[^\u0000-\u0482\u048a-\u0590\u061b-\u064a\u0660-\u066f\u0671-\u06d5\u2000-\u20cf\u20f1-\u2cee\u309b-\ua66e\uac00-\ud7ff]/;

/** Text as the search compares it: without accents, in lower case, whatever the form of its letters. */
export function foldForSearch(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  const apart = text.normalize('NFKD');
  // To ask of each character whether it is a mark of any script takes longer than all the rest.
  const bare = RARE.test(apart) ? apart.replace(/\p{M}/gu, '') : apart.replace(ACCENTS, '');
  return bare.toLowerCase().replaceAll('ß', 'ss');
}

/** Words ANDed, `"a phrase"` as one, `-word` excluded (`content.md` 2.1); a comma parts words as a blank does. Each once. */
export function searchTerms(text: string): SearchTerm[] {
  const terms = new Map<string, SearchTerm>();
  // A zero byte would end the question to the index.
  for (const match of text.replaceAll('\0', ' ').matchAll(/(-?)(?:"([^"]*)"|([^\s",]+))/g)) {
    const [, minus = '', phrase, word = ''] = match;
    const folded = foldForSearch((phrase ?? word).trim());
    if (folded !== '') terms.set(`${minus} ${folded}`, { text: folded, not: minus === '-' });
  }
  return [...terms.values()];
}

/**
 * Folds what changed since the last search, so that a search sees every answer given before it. The index is derived: it has
 * no journal, and a file that cannot be written (now) is searched as it stands.
 * @param step called now and then; may throw
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

/** The queue is left in one go, and titles are folded then: to write elsewhere makes the index write what it has gathered. */
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
  // A post fills less than a page: a transaction with many pays for order among them, and for no more.
  if (count >= AT_ONCE) mergeSearchIndex(db, count);
  for (const [id, title] of retitled) foldTitle(db, id, title);
  leaveSearchQueue(db, last);
}

/** Returns the title as it is compared; undefined when the item is gone. */
function indexItem(db: Site['db'], item: QueuedText): string | undefined {
  if (item.title === null) {
    indexForSearch(db, item, undefined);
    return undefined;
  }
  const title = foldForSearch(item.title);
  indexForSearch(db, item, { title, excerpt: foldForSearch(item.excerpt), content: foldForSearch(item.content) });
  return title;
}
