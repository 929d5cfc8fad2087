/** Whoever is new here is looked for among what is new there: without an index each of them would read all lines. */
export const sql = /* sql */ `
CREATE INDEX live_states_twin ON live_states (live, twin) WHERE twin <> '';
`;
