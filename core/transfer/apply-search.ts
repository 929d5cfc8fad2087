import { GATHERS } from '../domain/posts/search-index.ts';
import type { Site } from '../site.ts';
import {
  indexStaged,
  leaveSearchQueueOf,
  mergesBySelf,
  searchPieces,
  type StagedItem,
} from '../store/import-search.ts';
import { gatherForSearch, mergeSearchIndex } from '../store/post-search.ts';

/** Items of one statement, which keeps memory for each until it ends; between two of them the import can be cancelled. */
const AT_ONCE = 2500;
/** So many pieces of the index are left as they are: to look into each costs next to nothing. */
const FEW_PIECES = 6;

/**
 * Puts new items into the index of texts, with texts that were folded when the file was read. The index must not know them,
 * and the staging file is lent to the site.
 */
export function indexNewItems(site: Site, items: readonly StagedItem[], step: () => void): void {
  if (items.length === 0) return;
  const { db } = site;
  const ordered = items.toSorted((a, b) => a.id - b.id);
  gatherForSearch(db, GATHERS.much);
  mergesBySelf(db, false);
  for (let at = 0; at < ordered.length; at += AT_ONCE) {
    indexStaged(db, ordered.slice(at, at + AT_ONCE));
    step();
  }
  if (searchPieces(db) > FEW_PIECES) mergeSearchIndex(db, items.length);
  mergesBySelf(db, true);
  gatherForSearch(db, GATHERS.usual);
  leaveSearchQueueOf(db, ordered);
}
