/**
 * An entry says what it did by a code with its parameters, which are told in any language, and notes what else it is found by.
 * What older entries say stays as it was written.
 */
export const sql = /* sql */ `
ALTER TABLE journal ADD COLUMN code TEXT NOT NULL DEFAULT 'text';
ALTER TABLE journal ADD COLUMN params TEXT NOT NULL DEFAULT '{}' CHECK (json_type(params) = 'object');
-- Values of its parameters, names and values of the fields that it changed.
ALTER TABLE journal ADD COLUMN words TEXT NOT NULL DEFAULT '[]' CHECK (json_type(words) = 'array');
UPDATE journal SET params = json_object('text', summary), words = json_array(summary);
ALTER TABLE journal DROP COLUMN summary;
`;
