/**
 * How a secret appears in every answer, in the journal, in exports and logs (`interface.md` 2.8). Sent back, it keeps the stored
 * one.
 */
export const MASK = '********';
