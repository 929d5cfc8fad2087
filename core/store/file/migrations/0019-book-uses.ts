/** When a text of a book was last inserted. Not part of the book's row, so that it is neither journalled nor undone. */
export const sql = /* sql */ `
CREATE TABLE memory_book_uses (
  book_id INTEGER PRIMARY KEY REFERENCES memory_books (id) ON DELETE CASCADE,
  last_used TEXT NOT NULL
) STRICT;
`;
