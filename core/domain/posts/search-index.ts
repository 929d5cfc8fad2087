import type { Site } from '../../site.ts';
import { hasQueueForSearch, indexForSearch, queuedForSearch, type SearchTerm } from '../../store/post-search.ts';
import { begin, commit, rollBack } from '../../store/transaction.ts';

const AT_ONCE = 500;

/** Text as the search compares it: without accents, in lower case, whatever the form of its letters. */
export function foldForSearch(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss');
}

/** Words ANDed, `"a phrase"` as one, `-word` excluded (`content.md` 2.1); a comma parts words as a blank does. */
export function searchTerms(text: string): SearchTerm[] {
  return [...text.matchAll(/(-?)(?:"([^"]*)"|([^\s",]+))/g)].flatMap(([, minus = '', phrase, word = '']) => {
    const folded = foldForSearch((phrase ?? word).trim());
    return folded === '' ? [] : [{ text: folded, not: minus === '-' }];
  });
}

/**
 * Folds what changed since the last search, so that a search sees every answer given before it. The index is derived: it has
 * no journal, and a file that cannot be written (now) is searched as it stands.
 */
export function drainSearchQueue(site: Site): void {
  if (site.readOnly || site.merging || !hasQueueForSearch(site.db)) return;
  const own = !site.db.inTransaction;
  if (own) begin(site.db);
  try {
    for (let queue = queuedForSearch(site.db, AT_ONCE); queue.length > 0; queue = queuedForSearch(site.db, AT_ONCE)) {
      for (const { id, title, excerpt, content } of queue) {
        const text =
          title === null
            ? undefined
            : { title: foldForSearch(title), excerpt: foldForSearch(excerpt), content: foldForSearch(content) };
        indexForSearch(site.db, id, text);
      }
    }
    if (own) commit(site.db);
  } catch (error) {
    if (own) rollBack(site.db);
    throw error;
  }
}
