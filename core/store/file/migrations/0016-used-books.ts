/** A book that is not used stays in the site, and none of its texts is offered. */
export const sql = /* sql */ `
ALTER TABLE memory_books ADD COLUMN used INTEGER NOT NULL DEFAULT 1 CHECK (used IN (0, 1));
`;
