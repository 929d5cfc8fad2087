import { randomUUID } from 'node:crypto';
import type { Site } from '../../site.ts';
import { addEntry, bookNamed, hasEntry, setBookFile } from '../../store/memory/books.ts';
import type { LanguagePair } from './choose.ts';
import type { JudgedUnit } from './judge.ts';

/** The book of texts that were kept from files of translators. */
export const KEPT_BOOK = 'Translator files';

/** Adds texts of a file to the memory, with the sources they were made for, and nothing else; returns how many are new there. */
export function keepInMemory(site: Site, pair: LanguagePair, units: readonly JudgedUnit[]): number {
  if (units.length === 0) return 0;
  const book_id = bookNamed(site.db, KEPT_BOOK, randomUUID());
  const fresh = units
    .map(({ source, text }) => ({
      ...{ book_id, source_language: pair.from.id, target_language: pair.to.id, source, target: text },
      ...{ made_at: '', made_by: '' },
    }))
    .filter((entry) => !hasEntry(site.db, entry));
  for (const entry of fresh) addEntry(site.db, entry);
  if (fresh.length > 0) setBookFile(site.db, book_id, { file: '', tool: '', imported_at: site.now().toISOString() });
  return fresh.length;
}
