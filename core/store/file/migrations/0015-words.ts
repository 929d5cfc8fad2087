/**
 * Word counts of the sources, for the words left in each language (`contract/extras.md`, `/coverage`). From now on a group with a
 * single version is counted too. Derived.
 */
const again = (group: string) => `
  INSERT INTO unit_queue (turn, group_id, kind, type)
  SELECT (SELECT coalesce(max(turn), 0) + 1 FROM unit_queue), id, kind, type FROM groups WHERE id = ${group}
  ON CONFLICT (group_id) DO UPDATE SET turn = excluded.turn;`;

const FORGET = `UPDATE unit_states SET stale = NULL WHERE kind = NEW.kind AND stale IS NOT NULL
    AND item_id IN (SELECT item_id FROM item_languages WHERE group_id = NEW.group_id);`;

const LEARN = `INSERT INTO memory_queue (turn, kind, id)
  SELECT (SELECT coalesce(max(turn), 0) + 1 FROM memory_queue), 'group', NEW.group_id WHERE TRUE
  ON CONFLICT (kind, id) DO UPDATE SET turn = excluded.turn;`;

export const sql = /* sql */ `
-- Words of the source; for an item, while it is a source.
ALTER TABLE matrix_groups ADD COLUMN words INTEGER NOT NULL DEFAULT 0;
ALTER TABLE unit_states ADD COLUMN source_words INTEGER NOT NULL DEFAULT 0;
DROP TRIGGER units_item_insert;
CREATE TRIGGER units_item_insert AFTER INSERT ON item_languages BEGIN
  ${again('NEW.group_id')}
END;

-- Translations that were judged stay valid: only the sources are added. Groups already queued come first.
DROP TRIGGER unit_queue_insert;
DROP TRIGGER memory_unit_insert;
INSERT INTO unit_queue (turn, group_id, kind, type)
SELECT (SELECT min(0, coalesce(min(turn), 0)) FROM unit_queue) - row_number() OVER (), id, kind, type FROM groups WHERE TRUE
ON CONFLICT (group_id) DO NOTHING;
CREATE TRIGGER unit_queue_insert AFTER INSERT ON unit_queue BEGIN
  ${FORGET}
END;
CREATE TRIGGER memory_unit_insert AFTER INSERT ON unit_queue BEGIN
  ${LEARN}
END;
`;
