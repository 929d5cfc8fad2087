import type { Site } from '../../site.ts';
import {
  foldTitle,
  hasQueueForSearch,
  indexForSearch,
  leaveSearchQueue,
  mergeSearchIndex,
  queuedForSearch,
  type QueuedText,
  type SearchTerm,
} from '../../store/post-search.ts';
import { begin, commit, rollBack } from '../../store/transaction.ts';

const AT_ONCE = 500;
// eslint-disable-next-line no-control-regex -- all of ASCII
const PLAIN = /^[\u0000-\u007f]*$/;

/** Text as the search compares it: without accents, in lower case, whatever the form of its letters. */
export function foldForSearch(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss');
}

/** Words ANDed, `"a phrase"` as one, `-word` excluded (`content.md` 2.1); a comma parts words as a blank does. */
export function searchTerms(text: string): SearchTerm[] {
  // A zero byte would end the question to the index.
  return [...text.replaceAll('\0', ' ').matchAll(/(-?)(?:"([^"]*)"|([^\s",]+))/g)].flatMap(
    ([, minus = '', phrase, word = '']) => {
      const folded = foldForSearch((phrase ?? word).trim());
      return folded === '' ? [] : [{ text: folded, not: minus === '-' }];
    },
  );
}

/**
 * Folds what changed since the last search, so that a search sees every answer given before it. The index is derived: it has
 * no journal, and a file that cannot be written (now) is searched as it stands.
 */
export function drainSearchQueue(site: Site): void {
  if (site.readOnly || site.merging || !hasQueueForSearch(site.db)) return;
  const own = !site.db.inTransaction;
  if (own) begin(site.db);
  let count = 0;
  try {
    for (let queue = queuedForSearch(site.db, AT_ONCE); queue.length > 0; queue = queuedForSearch(site.db, AT_ONCE)) {
      count += queue.length;
      indexBatch(site, queue);
      leaveSearchQueue(site.db, queue.at(-1)?.id ?? 0);
    }
    // A post fills less than a page: whoever brings many pays for order among them, and for no more.
    if (count >= AT_ONCE) mergeSearchIndex(site.db, count);
    if (own) commit(site.db);
  } catch (error) {
    if (own) rollBack(site.db);
    throw error;
  }
}

function indexBatch({ db }: Site, queue: readonly QueuedText[]): void {
  const retitled: [id: number, title: string][] = [];
  for (const item of queue) {
    const { id, excerpt, content, title_folded } = item;
    if (item.title === null) {
      indexForSearch(db, item, undefined);
      continue;
    }
    const title = foldForSearch(item.title);
    indexForSearch(db, item, { title, excerpt: foldForSearch(excerpt), content: foldForSearch(content) });
    if (title !== title_folded) retitled.push([id, title]);
  }
  for (const [id, title] of retitled) foldTitle(db, id, title);
}
