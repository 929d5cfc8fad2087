/** New items here are looked up among the new ones there: without an index each lookup would read all rows. */
export const sql = /* sql */ `
CREATE INDEX live_states_twin ON live_states (live, twin) WHERE twin <> '';
`;
