/**
 * Files that were exported for translators, and what has not come back yet (`contract/extras.md`, `/handoffs`). The tables of step
 * 13 were never filled: the keys in a file hold the hashes they were made for.
 */
export const sql = /* sql */ `
DROP TABLE handoff_units;
DROP TABLE handoffs;

-- Local to this copy: never journalled.
CREATE TABLE handoffs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  format TEXT NOT NULL,
  source_language INTEGER NOT NULL REFERENCES languages (term_id) ON DELETE CASCADE,
  target_language INTEGER NOT NULL REFERENCES languages (term_id) ON DELETE CASCADE,
  made_at TEXT NOT NULL,
  made_by TEXT NOT NULL,
  -- The name under which the file was offered.
  file TEXT NOT NULL,
  items INTEGER NOT NULL,
  texts INTEGER NOT NULL,
  returned INTEGER NOT NULL DEFAULT 0,
  -- When texts last came back; "" for never.
  returned_at TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX handoffs_source ON handoffs (source_language);
CREATE INDEX handoffs_target ON handoffs (target_language);

-- The last file of a language that an item is in, until all of its texts are back. No foreign key to the item: one of kind "site"
-- stands for the strings.
CREATE TABLE handoff_items (
  target_language INTEGER NOT NULL REFERENCES languages (term_id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('post', 'term', 'site')),
  item_id INTEGER NOT NULL,
  handoff_id INTEGER NOT NULL REFERENCES handoffs (id) ON DELETE CASCADE,
  -- JSON: the texts that are out, as in the keys of the file.
  texts TEXT NOT NULL,
  UNIQUE (target_language, kind, item_id)
) STRICT;
CREATE INDEX handoff_items_handoff ON handoff_items (handoff_id);
CREATE TRIGGER handoff_items_leave AFTER DELETE ON item_languages BEGIN
  DELETE FROM handoff_items WHERE kind = OLD.kind AND item_id = OLD.item_id;
END;
`;
