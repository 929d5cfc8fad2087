/** Counting the groups with work left, and finding posts without a language, without reading all (`contract/extras.md`, `/coverage`). */
export const sql = /* sql */ `
CREATE INDEX matrix_groups_settled ON matrix_groups (kind, type, members) WHERE needs_update = 0 AND draft = 0;
CREATE INDEX posts_without_language ON posts (type, modified_gmt) WHERE language_id IS NULL;
`;
