/** The marks of units of a translation: with the texts, they determine the states (`contract/extras.md`, `/items`). */
export const sql = /* sql */ `
-- One word per pair of source text and translation, both as hashes ("" for none): it is valid until one of them changes.
-- No foreign key, so that the creation of the item can be undone.
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
