/** Comments of items, which no route shows: kept from an import for the export (`contract/content.md` 8). */
export const sql = /* sql */ `
CREATE TABLE post_comments (
  post_id INTEGER PRIMARY KEY REFERENCES posts (id) ON DELETE CASCADE,
  -- A list of {fields, meta}, as the file had them.
  comments TEXT NOT NULL CHECK (json_type(comments) = 'array')
) STRICT;

-- An item that is stored with its language at once is not written a second time.
DROP TRIGGER post_language_insert;
CREATE TRIGGER post_language_insert AFTER INSERT ON item_languages WHEN NEW.kind = 'post' BEGIN
  UPDATE posts SET language_id = NEW.language_id WHERE id = NEW.item_id AND language_id IS NOT NEW.language_id;
END;
`;
