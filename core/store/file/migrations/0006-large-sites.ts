/**
 * For costs independent of the size of the site, up to a million posts: a page of the matrix from the matrix alone, and counts of
 * posts per author.
 */
export const sql = /* sql */ `
DROP TABLE matrix_items;
CREATE TABLE matrix_items (
  group_id INTEGER NOT NULL,
  language_id INTEGER NOT NULL,
  item_id INTEGER NOT NULL,
  kind TEXT NOT NULL,
  type TEXT NOT NULL,
  status TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('source', 'translated', 'needs_update', 'draft')),
  -- The name, of terms.
  title TEXT NOT NULL,
  -- "" for terms.
  modified TEXT NOT NULL,
  -- When the group was changed last, for the order of a list.
  group_modified TEXT NOT NULL,
  PRIMARY KEY (group_id, language_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX matrix_items_state ON matrix_items (kind, type, language_id, state, group_modified, group_id);
-- The matrix, which is derived, is worked out anew.
DELETE FROM matrix_counts;
DELETE FROM matrix_groups;
INSERT INTO matrix_queue SELECT id FROM groups WHERE TRUE ON CONFLICT DO NOTHING;

-- How many posts each author (0: none) has of each type, status and language (0: none). Derived.
CREATE TABLE author_counts (
  author INTEGER NOT NULL,
  type TEXT NOT NULL,
  status TEXT NOT NULL,
  language_id INTEGER NOT NULL,
  n INTEGER NOT NULL,
  PRIMARY KEY (author, type, status, language_id)
) STRICT, WITHOUT ROWID;
INSERT INTO author_counts
SELECT coalesce(author, 0), type, status, coalesce(language_id, 0), count(*) FROM posts GROUP BY 1, 2, 3, 4;
CREATE TRIGGER author_counts_insert AFTER INSERT ON posts BEGIN
  INSERT INTO author_counts VALUES (coalesce(NEW.author, 0), NEW.type, NEW.status, coalesce(NEW.language_id, 0), 1)
  ON CONFLICT DO UPDATE SET n = n + 1;
END;
CREATE TRIGGER author_counts_delete AFTER DELETE ON posts BEGIN
  UPDATE author_counts SET n = n - 1 WHERE author = coalesce(OLD.author, 0) AND type = OLD.type AND status = OLD.status
  AND language_id = coalesce(OLD.language_id, 0);
END;
CREATE TRIGGER author_counts_update AFTER UPDATE OF author, type, status, language_id ON posts
WHEN OLD.author IS NOT NEW.author OR OLD.type <> NEW.type OR OLD.status <> NEW.status
  OR OLD.language_id IS NOT NEW.language_id BEGIN
  UPDATE author_counts SET n = n - 1 WHERE author = coalesce(OLD.author, 0) AND type = OLD.type AND status = OLD.status
  AND language_id = coalesce(OLD.language_id, 0);
  INSERT INTO author_counts VALUES (coalesce(NEW.author, 0), NEW.type, NEW.status, coalesce(NEW.language_id, 0), 1)
  ON CONFLICT DO UPDATE SET n = n + 1;
END;
`;
