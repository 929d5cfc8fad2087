import type { Site } from '../site.ts';
import type { StagedItem } from '../store/import-search.ts';
import { indexNewItems } from './apply-search.ts';
import type { Noted } from './stage.ts';

/** How the texts of new items get from the staging file into the index of texts. */
export interface TextIndex {
  /** It wants texts in the staging file as a search compares them, too. */
  keepsFolded: boolean;
  noted: Noted;
  /** Everything was read, and stands in the staging file. */
  allNoted(): void;
  /** While `work` runs the index of the site can be written. In no transaction. */
  lend<T>(work: () => T): T;
  /**
   * Before new items are stored, which will have these numbers in the order of the file. `step` is called now and then while
   * this takes long, and throws to end it.
   */
  begin(ids: readonly number[], step: () => void): void;
  /** Puts new items, which are in the order of the file, into the index, or leaves them where all that is to be put there waits. */
  put(items: readonly StagedItem[], step: () => void): void;
  close(): void;
}

/** After the items have been stored, from the staging file, which is lent to the site then. */
export function indexAfterwards(site: Site, { keepsFolded }: Pick<TextIndex, 'keepsFolded'>): TextIndex {
  return {
    keepsFolded,
    noted: () => undefined,
    allNoted: () => undefined,
    lend: (work) => work(),
    begin: () => undefined,
    put: (items, step) => indexNewItems(site, items, step),
    close: () => undefined,
  };
}
