/** An unused book stays in the site, but its texts are not offered. */
export const sql = /* sql */ `
ALTER TABLE memory_books ADD COLUMN used INTEGER NOT NULL DEFAULT 1 CHECK (used IN (0, 1));
`;
