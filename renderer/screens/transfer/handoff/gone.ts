// Marks in a translation what its source no longer says. Pure.

/** A part of a diff between the source then and now. */
interface Part {
  kind: string;
  text: string;
}

/**
 * Ranges of a translation that hold words or numbers which are gone from its source: what both languages write alike, mostly
 * numbers and names. What the source says elsewhere too is not gone.
 */
export function goneIn(words: string, parts: readonly Part[]): [number, number][] {
  const wordsOf = (isWanted: (kind: string) => boolean): string[] =>
    parts.filter(({ kind }) => isWanted(kind)).flatMap(({ text }) => text.match(WORD) ?? []);
  const kept = new Set(wordsOf((kind) => kind !== 'del'));
  const gone = new Set(wordsOf((kind) => kind === 'del').filter((word) => !kept.has(word)));
  return [...words.matchAll(WORD)]
    .filter(([word]) => gone.has(word))
    .map(({ index, 0: word }): [number, number] => [index, index + word.length]);
}

/** A number with its separators, or a word of four letters or more: shorter ones are alike by chance. */
const WORD = /\p{N}(?:[\p{N}.,:\u00a0\u202f/-]*\p{N})?|[\p{L}\p{M}]{4,}/gu;
