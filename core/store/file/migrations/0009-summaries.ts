/**
 * An entry stores its summary as a code with parameters, which can be shown in any language, and further keys it is found by.
 * Summaries of older entries stay as they were written.
 */
export const sql = /* sql */ `
ALTER TABLE journal ADD COLUMN code TEXT NOT NULL DEFAULT 'text';
ALTER TABLE journal ADD COLUMN params TEXT NOT NULL DEFAULT '{}' CHECK (json_type(params) = 'object');
-- Values of its parameters, names and values of the changed fields.
ALTER TABLE journal ADD COLUMN words TEXT NOT NULL DEFAULT '[]' CHECK (json_type(words) = 'array');
UPDATE journal SET params = json_object('text', summary), words = json_array(summary);
ALTER TABLE journal DROP COLUMN summary;
`;
