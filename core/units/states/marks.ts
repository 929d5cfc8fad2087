/**
 * What was said about a unit: a person `edited` it, found it `right`, keeps it the `same` as its source or `omitted` it on
 * purpose; or we `filled` it with the words of the source.
 */
export const MARK_WORDS = ['edited', 'right', 'same', 'omitted', 'filled'] as const;
export type MarkWord = (typeof MARK_WORDS)[number];

/** A word about a unit: `textHash` of its `unitText` in the source and in the translation, "" for a side that has none. */
export interface UnitMark {
  source: string;
  target: string;
  word: MarkWord;
}
