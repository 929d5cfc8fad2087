/** References to an item of the live site that turned out to be one of ours are renamed in batches, so that no request waits. */
export const sql = /* sql */ `
CREATE TABLE live_renames (
  live INTEGER NOT NULL,
  old TEXT NOT NULL,
  new TEXT NOT NULL,
  PRIMARY KEY (live, old)
) STRICT, WITHOUT ROWID;
-- The item up to which it is done; no row: nothing is left.
CREATE TABLE live_renaming (
  live INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  uuid TEXT NOT NULL
) STRICT;
`;
