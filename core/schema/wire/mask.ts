/**
 * What a secret reads as in every answer, in the journal, in exports and logs (`interface.md` 2.8). Sent back it means that the
 * stored one stays.
 */
export const MASK = '********';
