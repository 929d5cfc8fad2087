/** When a term of the glossary was added, and by whom; "" for those from before this was recorded. */
export const sql = /* sql */ `
ALTER TABLE glossary_concepts ADD COLUMN added_at TEXT NOT NULL DEFAULT '';
ALTER TABLE glossary_concepts ADD COLUMN added_by TEXT NOT NULL DEFAULT '';
`;
