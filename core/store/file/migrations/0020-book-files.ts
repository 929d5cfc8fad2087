/**
 * Where a book of the memory comes from: the file it was imported from, the tool that wrote it, and when; of a book that was kept
 * from files of translators only when. And how often a book was used on the day of its last use.
 */
export const sql = /* sql */ `
ALTER TABLE memory_books ADD COLUMN file TEXT NOT NULL DEFAULT '';
ALTER TABLE memory_books ADD COLUMN tool TEXT NOT NULL DEFAULT '';
ALTER TABLE memory_books ADD COLUMN imported_at TEXT NOT NULL DEFAULT '';
ALTER TABLE memory_book_uses ADD COLUMN uses INTEGER NOT NULL DEFAULT 1;
`;
