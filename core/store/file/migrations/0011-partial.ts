/**
 * The progress of translations by unit (`contract/extras.md`, `/coverage`): judged outside of requests, stored next to the state.
 * Derived: triggers record which groups changed, and their matrix is recomputed after they were judged.
 */
const again = (group: string) => `
  INSERT INTO unit_queue (turn, group_id, kind, type)
  SELECT (SELECT coalesce(max(turn), 0) + 1 FROM unit_queue), id, kind, type FROM groups WHERE id = ${group}
  ON CONFLICT (group_id) DO UPDATE SET turn = excluded.turn;`;

const groupOf = (row: string) =>
  `(SELECT group_id FROM item_languages WHERE kind = ${row}.kind AND item_id = ${row}.item_id)`;

export const sql = /* sql */ `
-- Derived from the texts and marks of an item. \`stale\` is NULL if not judged yet: then an item with a changed source is stale.
CREATE TABLE unit_states (
  kind TEXT NOT NULL,
  item_id INTEGER NOT NULL,
  stale INTEGER,
  untranslated INTEGER NOT NULL,
  words INTEGER NOT NULL,
  PRIMARY KEY (kind, item_id)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER unit_states_leave AFTER DELETE ON item_languages BEGIN
  DELETE FROM unit_states WHERE kind = OLD.kind AND item_id = OLD.item_id;
END;

-- Groups to judge; the most recently changed one has the highest turn.
CREATE TABLE unit_queue (
  turn INTEGER PRIMARY KEY,
  group_id INTEGER NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  type TEXT NOT NULL
) STRICT;
INSERT INTO unit_queue (group_id, kind, type)
SELECT g.id, g.kind, g.type FROM groups AS g JOIN item_languages AS i ON i.group_id = g.id GROUP BY g.id HAVING count(*) > 1;
CREATE TRIGGER unit_queue_insert AFTER INSERT ON unit_queue BEGIN
  UPDATE unit_states SET stale = NULL WHERE kind = NEW.kind AND stale IS NOT NULL
    AND item_id IN (SELECT item_id FROM item_languages WHERE group_id = NEW.group_id);
END;
CREATE TRIGGER unit_queue_again AFTER UPDATE OF turn ON unit_queue BEGIN
  UPDATE unit_states SET stale = NULL WHERE kind = NEW.kind AND stale IS NOT NULL
    AND item_id IN (SELECT item_id FROM item_languages WHERE group_id = NEW.group_id);
END;

CREATE TRIGGER units_post_update AFTER UPDATE OF title, content, excerpt ON posts
WHEN OLD.title <> NEW.title OR OLD.content <> NEW.content OR OLD.excerpt <> NEW.excerpt BEGIN
  ${again(`(SELECT group_id FROM item_languages WHERE kind = 'post' AND item_id = NEW.id)`)}
END;
CREATE TRIGGER units_term_update AFTER UPDATE OF name, description ON terms
WHEN OLD.name <> NEW.name OR OLD.description <> NEW.description BEGIN
  ${again(`(SELECT group_id FROM item_languages WHERE kind = 'term' AND item_id = NEW.id)`)}
END;
-- A single version has nothing to be compared with.
CREATE TRIGGER units_item_insert AFTER INSERT ON item_languages
WHEN EXISTS (SELECT 1 FROM item_languages WHERE group_id = NEW.group_id AND item_id <> NEW.item_id) BEGIN
  ${again('NEW.group_id')}
END;
CREATE TRIGGER units_item_update AFTER UPDATE OF group_id, language_id ON item_languages BEGIN
  ${again('OLD.group_id')}
  ${again('NEW.group_id')}
END;
CREATE TRIGGER units_item_delete AFTER DELETE ON item_languages BEGIN
  ${again('OLD.group_id')}
END;
CREATE TRIGGER units_source_update AFTER UPDATE OF source ON groups BEGIN
  ${again('NEW.id')}
END;
CREATE TRIGGER units_trash AFTER UPDATE OF status ON posts WHEN (OLD.status = 'trash') <> (NEW.status = 'trash') BEGIN
  ${again(`(SELECT group_id FROM item_languages WHERE kind = 'post' AND item_id = NEW.id)`)}
END;
CREATE TRIGGER units_confirmed_insert AFTER INSERT ON confirmations BEGIN
  ${again(groupOf('NEW'))}
END;
CREATE TRIGGER units_confirmed_update AFTER UPDATE ON confirmations BEGIN
  ${again(groupOf('NEW'))}
END;
CREATE TRIGGER units_confirmed_delete AFTER DELETE ON confirmations BEGIN
  ${again(groupOf('OLD'))}
END;
CREATE TRIGGER units_mark_insert AFTER INSERT ON unit_marks BEGIN
  ${again(groupOf('NEW'))}
END;
CREATE TRIGGER units_mark_update AFTER UPDATE ON unit_marks BEGIN
  ${again(groupOf('NEW'))}
END;
CREATE TRIGGER units_mark_delete AFTER DELETE ON unit_marks BEGIN
  ${again(groupOf('OLD'))}
END;

DROP TABLE matrix_items;
CREATE TABLE matrix_items (
  group_id INTEGER NOT NULL,
  language_id INTEGER NOT NULL,
  item_id INTEGER NOT NULL,
  kind TEXT NOT NULL,
  type TEXT NOT NULL,
  status TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('source', 'translated', 'needs_update', 'partial', 'draft')),
  -- Untranslated units, and their words.
  untranslated INTEGER NOT NULL,
  words INTEGER NOT NULL,
  -- The name, of terms.
  title TEXT NOT NULL,
  -- "" for terms.
  modified TEXT NOT NULL,
  -- Time of the last change in the group, for sorting.
  group_modified TEXT NOT NULL,
  PRIMARY KEY (group_id, language_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX matrix_items_state ON matrix_items (kind, type, language_id, state, group_modified, group_id);
ALTER TABLE matrix_groups ADD COLUMN partial INTEGER NOT NULL DEFAULT 0;
CREATE INDEX matrix_groups_partial ON matrix_groups (kind, type, modified, group_id) WHERE partial = 1;
-- The matrix is derived, and is rebuilt.
DELETE FROM matrix_counts;
DELETE FROM matrix_groups;
INSERT INTO matrix_queue SELECT id FROM groups WHERE TRUE ON CONFLICT DO NOTHING;
`;
