/** The marks of units of a translation: with the texts, they determine the states (`contract/extras.md`, `/items`). */
export const sql = /* sql */ `
-- One word for each pair of a text of the source and one of the translation, both as hashes ("" for none): a word counts for as
-- long as both say the same. No foreign key: an undo of the item's creation may pass.
CREATE TABLE unit_marks (
  kind TEXT NOT NULL CHECK (kind IN ('post', 'term')),
  item_id INTEGER NOT NULL,
  source_hash TEXT NOT NULL,
  target_hash TEXT NOT NULL,
  word TEXT NOT NULL CHECK (word IN ('edited', 'right', 'same', 'omitted', 'filled')),
  PRIMARY KEY (kind, item_id, source_hash, target_hash)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER unit_marks_leave AFTER DELETE ON item_languages BEGIN
  DELETE FROM unit_marks WHERE kind = OLD.kind AND item_id = OLD.item_id;
END;
`;
