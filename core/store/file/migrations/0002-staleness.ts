/**
 * The text of a source when a translation was confirmed, and the matrix of groups and languages derived from it
 * (`contract/extras.md`). Triggers record which groups changed, `matrix-drain.ts` recomputes them.
 */
export const sql = /* sql */ `
-- Texts of a source as they once were. A row is never changed nor removed, so no journal is needed to bring it back.
-- For terms the title is the name and the content the description.
CREATE TABLE source_texts (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('post', 'term')),
  item_id INTEGER NOT NULL,
  title TEXT NOT NULL,
  content TEXT NOT NULL,
  excerpt TEXT NOT NULL
) STRICT;
CREATE INDEX source_texts_item ON source_texts (kind, item_id);

-- That a translation was right for what its source said. No foreign key: an undo of the item's creation may pass.
CREATE TABLE confirmations (
  kind TEXT NOT NULL CHECK (kind IN ('post', 'term')),
  item_id INTEGER NOT NULL,
  source_id INTEGER NOT NULL,
  text_id INTEGER NOT NULL,
  confirmed_at TEXT NOT NULL,
  PRIMARY KEY (kind, item_id)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER confirmations_leave AFTER DELETE ON item_languages BEGIN
  DELETE FROM confirmations WHERE kind = OLD.kind AND item_id = OLD.item_id;
END;

-- Whoever leaves a group is its source no longer.
CREATE TRIGGER group_source_leave AFTER UPDATE OF group_id ON item_languages WHEN OLD.group_id <> NEW.group_id BEGIN
  UPDATE groups SET source = NULL WHERE id = OLD.group_id AND source = OLD.item_id;
END;
CREATE TRIGGER group_source_delete AFTER DELETE ON item_languages BEGIN
  UPDATE groups SET source = NULL WHERE id = OLD.group_id AND source = OLD.item_id;
END;

-- Groups to work out anew.
CREATE TABLE matrix_queue (group_id INTEGER PRIMARY KEY) STRICT;
INSERT INTO matrix_queue SELECT id FROM groups;

-- A group with at least one item outside the trash.
CREATE TABLE matrix_groups (
  group_id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  type TEXT NOT NULL,
  source_id INTEGER NOT NULL,
  title TEXT NOT NULL,
  modified TEXT NOT NULL,
  members INTEGER NOT NULL,
  needs_update INTEGER NOT NULL DEFAULT 0,
  draft INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX matrix_groups_modified ON matrix_groups (kind, type, modified, group_id);
CREATE INDEX matrix_groups_title ON matrix_groups (kind, type, title, group_id);
CREATE INDEX matrix_groups_update ON matrix_groups (kind, type, modified, group_id) WHERE needs_update = 1;
CREATE INDEX matrix_groups_draft ON matrix_groups (kind, type, modified, group_id) WHERE draft = 1;

CREATE TABLE matrix_items (
  group_id INTEGER NOT NULL,
  language_id INTEGER NOT NULL,
  item_id INTEGER NOT NULL,
  kind TEXT NOT NULL,
  type TEXT NOT NULL,
  status TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('source', 'translated', 'needs_update', 'draft')),
  -- When the group was changed last, for the order of a list.
  group_modified TEXT NOT NULL,
  PRIMARY KEY (group_id, language_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX matrix_items_state ON matrix_items (kind, type, language_id, state, group_modified, group_id);

-- How many items of each state; language 0: groups, those with such an item, and those with so many members.
CREATE TABLE matrix_counts (
  kind TEXT NOT NULL,
  type TEXT NOT NULL,
  language_id INTEGER NOT NULL,
  state TEXT NOT NULL,
  n INTEGER NOT NULL,
  PRIMARY KEY (kind, type, language_id, state)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER matrix_item_insert AFTER INSERT ON item_languages BEGIN
  INSERT INTO matrix_queue VALUES (NEW.group_id) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER matrix_item_update AFTER UPDATE OF group_id, language_id ON item_languages BEGIN
  INSERT INTO matrix_queue VALUES (OLD.group_id) ON CONFLICT DO NOTHING;
  INSERT INTO matrix_queue VALUES (NEW.group_id) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER matrix_item_delete AFTER DELETE ON item_languages BEGIN
  INSERT INTO matrix_queue VALUES (OLD.group_id) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER matrix_post_update AFTER UPDATE OF status, title, content, excerpt, modified_gmt ON posts
WHEN OLD.modified_gmt <> NEW.modified_gmt OR OLD.status <> NEW.status OR OLD.title <> NEW.title
  OR OLD.excerpt <> NEW.excerpt OR OLD.content <> NEW.content BEGIN
  INSERT INTO matrix_queue SELECT group_id FROM item_languages WHERE kind = 'post' AND item_id = NEW.id
  ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER matrix_term_update AFTER UPDATE OF name, description ON terms
WHEN OLD.name <> NEW.name OR OLD.description <> NEW.description BEGIN
  INSERT INTO matrix_queue SELECT group_id FROM item_languages WHERE kind = 'term' AND item_id = NEW.id
  ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER matrix_source_update AFTER UPDATE OF source ON groups BEGIN
  INSERT INTO matrix_queue VALUES (NEW.id) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER matrix_confirmed_insert AFTER INSERT ON confirmations BEGIN
  INSERT INTO matrix_queue SELECT group_id FROM item_languages WHERE kind = NEW.kind AND item_id = NEW.item_id
  ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER matrix_confirmed_update AFTER UPDATE ON confirmations BEGIN
  INSERT INTO matrix_queue SELECT group_id FROM item_languages WHERE kind = NEW.kind AND item_id = NEW.item_id
  ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER matrix_confirmed_delete AFTER DELETE ON confirmations BEGIN
  INSERT INTO matrix_queue SELECT group_id FROM item_languages WHERE kind = OLD.kind AND item_id = OLD.item_id
  ON CONFLICT DO NOTHING;
END;
-- The source of a group follows the default language.
CREATE TRIGGER matrix_default_update AFTER UPDATE OF default_language_id ON site
WHEN OLD.default_language_id IS NOT NEW.default_language_id BEGIN
  INSERT INTO matrix_queue SELECT id FROM groups WHERE TRUE ON CONFLICT DO NOTHING;
END;
`;
