/** Indexes for counting the groups with work left and finding posts without a language (`contract/extras.md`, `/coverage`). */
export const sql = /* sql */ `
-- The counts have rows of another kind: the matrix, which is derived, is worked out anew.
DELETE FROM matrix_counts;
DELETE FROM matrix_items;
DELETE FROM matrix_groups;
INSERT INTO matrix_queue SELECT id FROM groups WHERE TRUE ON CONFLICT DO NOTHING;
CREATE INDEX posts_without_language ON posts (type, modified_gmt) WHERE language_id IS NULL;
`;
