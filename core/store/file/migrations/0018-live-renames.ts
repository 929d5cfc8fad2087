/** Whatever names an item of the live site that turned out to be one of ours is renamed some at a time, so that nobody waits for it. */
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
