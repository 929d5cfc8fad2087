/**
 * The marks of a unit: a person `edited` it, found it `right`, keeps it the `same` as its source or `omitted` it on purpose; or
 * we `filled` it with the words of the source.
 */
export const MARK_WORDS = ['edited', 'right', 'same', 'omitted', 'filled'] as const;
export type MarkWord = (typeof MARK_WORDS)[number];

/** A mark of a unit: `textHash` of its `unitText` in the source and in the translation, "" for a missing side. */
export interface UnitMark {
  source: string;
  target: string;
  word: MarkWord;
}
