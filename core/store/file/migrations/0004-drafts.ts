/** Drafts of the editor, and an index for scheduled items (`contract/extras.md`, `content.md` 2.5). */
export const sql = /* sql */ `
-- What an editor saved by itself, until the item is saved. Of this copy: never journalled.
CREATE TABLE IF NOT EXISTS drafts (
  kind TEXT NOT NULL CHECK (kind IN ('post', 'term')),
  item_id INTEGER NOT NULL,
  author TEXT NOT NULL,
  saved_at TEXT NOT NULL,
  fields TEXT NOT NULL CHECK (json_type(fields) = 'object'),
  PRIMARY KEY (kind, item_id)
) STRICT;
CREATE TRIGGER IF NOT EXISTS drafts_of_post AFTER DELETE ON posts BEGIN
  DELETE FROM drafts WHERE kind = 'post' AND item_id = OLD.id;
END;
CREATE TRIGGER IF NOT EXISTS drafts_of_term AFTER DELETE ON terms BEGIN
  DELETE FROM drafts WHERE kind = 'term' AND item_id = OLD.id;
END;

CREATE INDEX posts_future ON posts (date_gmt) WHERE status = 'future';
`;
