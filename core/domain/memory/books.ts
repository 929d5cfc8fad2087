import type * as v from 'valibot';
import { RestError } from '../../errors.ts';
import type { MemoryBook, MemoryStatus } from '../../schema/desk/memory.ts';
import type { Summary } from '../../schema/site/summaries.ts';
import type { Site } from '../../site.ts';
import { allBooks, deleteBook, forgetStamp, updateBook } from '../../store/memory/books.ts';
import { memoryStatus } from './answers.ts';

type Book = v.InferOutput<typeof MemoryBook>;

/** Updates a book; 404 if it does not exist. */
export function changeBook(
  site: Site,
  id: number,
  change: { name?: string | undefined; priority?: number | undefined; penalty?: number | undefined },
): { body: Book; summary: Summary } {
  bookById(site, id);
  updateBook(site.db, id, change);
  const body = bookById(site, id);
  return { body, summary: { code: 'memory.book-changed', params: { name: body.name } } };
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
  site.memory.wanted?.();
  return memoryStatus(site);
}

/** A book; 404 if it does not exist. */
export function bookById(site: Site, id: number): Book {
  const book = allBooks(site.db).find((one) => one.id === id);
  if (!book) throw new RestError('polydesk_not_found', 'The memory book with this number does not exist.', 404);
  return book;
}
