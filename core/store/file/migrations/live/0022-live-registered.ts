/** Texts that the connected live site registers for translation, whether a list here has one or not. A check stores them anew. */
export const sql = /* sql */ `
CREATE TABLE live_registered (
  live INTEGER NOT NULL,
  source TEXT NOT NULL,
  -- What the site calls it.
  name TEXT NOT NULL,
  PRIMARY KEY (live, source)
) STRICT, WITHOUT ROWID;
`;
