/**
 * How an item of a live site is recognised by its number: by its mark, "" if it had none; and which of several numbers of an item is
 * its current one, as a site restored from a backup gives out lower numbers again.
 */
export const sql = /* sql */ `
ALTER TABLE live_ids ADD COLUMN mark TEXT NOT NULL DEFAULT '';
ALTER TABLE live_ids ADD COLUMN past INTEGER NOT NULL DEFAULT 0 CHECK (past IN (0, 1));
`;
