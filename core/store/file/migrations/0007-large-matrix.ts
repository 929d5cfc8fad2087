/** Missing versions in a language are read in list order; changing the default language no longer queues all groups. */
export const sql = /* sql */ `
-- Ids of the languages a group has, each between blanks.
DROP INDEX matrix_groups_modified;
ALTER TABLE matrix_groups ADD COLUMN languages TEXT NOT NULL DEFAULT '';
UPDATE matrix_groups AS g SET languages = coalesce(
  (SELECT ' ' || group_concat(language_id, ' ' ORDER BY language_id) || ' ' FROM matrix_items WHERE group_id = g.group_id), '');
CREATE INDEX matrix_groups_modified ON matrix_groups (kind, type, modified, group_id, languages);

-- While this has a row, groups behind that number may have another source, as the default language was changed.
CREATE TABLE matrix_sweep (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  behind INTEGER NOT NULL
) STRICT;
DROP TRIGGER matrix_default_update;
CREATE TRIGGER matrix_default_update AFTER UPDATE OF default_language_id ON site
WHEN OLD.default_language_id IS NOT NEW.default_language_id BEGIN
  INSERT INTO matrix_sweep VALUES (1, 0) ON CONFLICT DO UPDATE SET behind = 0;
END;
`;
