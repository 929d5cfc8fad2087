/** Comments of items, which no route shows: kept from an import for the way back (`contract/content.md` 8). */
export const sql = /* sql */ `
CREATE TABLE post_comments (
  post_id INTEGER PRIMARY KEY REFERENCES posts (id) ON DELETE CASCADE,
  -- A list of {fields, meta}, as the file had them.
  comments TEXT NOT NULL CHECK (json_type(comments) = 'array')
) STRICT;
`;
