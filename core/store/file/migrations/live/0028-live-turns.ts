/**
 * Each line of the plan has the turn in which it was last noted or decided, by a count that only grows: a push by rule leaves out
 * what nobody has seen.
 */
export const sql = /* sql */ `
ALTER TABLE live_states ADD COLUMN turn INTEGER NOT NULL DEFAULT 0;
`;
