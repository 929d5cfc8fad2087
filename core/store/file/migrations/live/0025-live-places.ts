/** What the plugin of a live site said of each item at the last check: status, date, language and group, as JSON of short hashes. */
export const sql = /* sql */ `
CREATE TABLE live_places (
  live INTEGER PRIMARY KEY,
  places TEXT NOT NULL CHECK (json_valid(places))
) STRICT;
`;
