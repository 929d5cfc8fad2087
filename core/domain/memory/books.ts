import type * as v from 'valibot';
import { RestError } from '../../errors.ts';
import type { MemoryBook, MemoryBookContents, MemoryBookOnSite, MemoryStatus } from '../../schema/desk/memory.ts';
import type { Summary } from '../../schema/site/summaries.ts';
import type { Site } from '../../site.ts';
import {
  allBooks,
  bookContents,
  deleteBook,
  entryIds,
  forgetStamp,
  markBookUsed,
  recallStamp,
  updateBook,
  type BookChange,
} from '../../store/memory/books.ts';
import { readFacts } from '../../store/memory/file.ts';
import { countGroupsAndEntries, markOfSite } from '../../store/memory/queue.ts';
import { countOfSite } from '../../store/memory/texts.ts';
import { contentFacts } from '../content/content-facts.ts';
import { memoryStatus } from './answers.ts';
import { fromMemory } from './look-up.ts';

type Book = v.InferOutput<typeof MemoryBook>;

/** Updates a book; 404 if it does not exist. */
export function changeBook(site: Site, id: number, change: BookChange): { body: Book; summary: Summary } {
  bookById(site, id);
  updateBook(site.db, id, change);
  const body = bookById(site, id);
  return { body, summary: { code: 'memory.book-changed', params: { name: body.name } } };
}

/** Records that a text of a book was inserted, without a history entry; 404 if the book does not exist. */
export function useBook(site: Site, id: number): Book {
  markBookUsed(site.db, id, site.now().toISOString());
  return bookById(site, id);
}

/** Deletes a book with its texts. */
export function removeBook(site: Site, id: number): { body: { deleted: boolean; previous: Book }; summary: Summary } {
  const previous = bookById(site, id);
  deleteBook(site.db, id);
  return {
    body: { deleted: true, previous },
    summary: { code: 'memory.book-deleted', params: { name: previous.name } },
  };
}

/** Triggers a rebuild of the memory; the existing one is used until then. */
export function makeMemoryAnew(site: Site): v.InferOutput<typeof MemoryStatus> {
  forgetStamp(site.db);
  const { wanted } = site.memory;
  // Shown at once, rather than after the first step of the thread.
  if (wanted) site.memory.progress = { done: 0, total: countGroupsAndEntries(site.db) };
  wanted?.();
  return memoryStatus(site);
}

/** Discards a rebuild that is wanted or running; the existing memory stays in use. 409 if there is none, or no rebuild. */
export function cancelRebuild(site: Site): v.InferOutput<typeof MemoryStatus> {
  const stamp = fromMemory(site, undefined, (db) => readFacts(db)['stamp']);
  if (!stamp) throw new RestError('polydesk_memory_first', 'The memory is being built for the first time.', 409);
  if (markOfSite(site.db).stamp !== '')
    throw new RestError('polydesk_no_rebuild', 'The memory is not being rebuilt.', 409);
  recallStamp(site.db, stamp);
  site.memory.progress = undefined;
  site.memory.wanted?.();
  return memoryStatus(site);
}

/** The languages and the size of every book with texts, the pair with most texts first. */
export function contentsOfBooks(site: Site): v.InferOutput<typeof MemoryBookContents> {
  const { languages } = contentFacts(site);
  const slug = (id: number): string => languages.get(id)?.slug ?? String(id);
  const byBook = Map.groupBy(bookContents(site.db), ({ book }) => book);
  return [...byBook].map(([id, rows]) => ({
    id,
    bytes: rows.reduce((sum, { bytes }) => sum + bytes, 0),
    pairs: rows.map(({ source, target, entries }) => ({ from: slug(source), to: slug(target), entries })),
  }));
}

/** Entries compared with the site at once. */
const COMPARED_AT_ONCE = 10_000;

/** How many texts of a book the site has with the same translation. 404 if the book does not exist. */
export function bookOnSite(site: Site, id: number): v.InferOutput<typeof MemoryBookOnSite> {
  bookById(site, id);
  const ids = entryIds(site.db, id);
  const on_site = fromMemory(site, null, (memory) => {
    let count = 0;
    for (let at = 0; at < ids.length; at += COMPARED_AT_ONCE)
      count += countOfSite(memory, ids.slice(at, at + COMPARED_AT_ONCE));
    return count;
  });
  return { id, on_site };
}

/** A book; 404 if it does not exist. */
export function bookById(site: Site, id: number): Book {
  const book = allBooks(site.db).find((one) => one.id === id);
  if (!book) throw new RestError('polydesk_not_found', 'The memory book with this number does not exist.', 404);
  return book;
}
