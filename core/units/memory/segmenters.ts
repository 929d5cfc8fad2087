// Words and sentences as Unicode cuts them.

/** Scripts that write words without spaces between them, as part of a character class. */
export const UNSPACED_SCRIPTS = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`;
export const UNSPACED = new RegExp(`[${UNSPACED_SCRIPTS}]`, 'u');

/** Returns a segmenter for the words of a language; for an invalid code, a generic one. */
export const wordSegmenter = segmenters('word');

/** Returns a segmenter for the sentences of a language; for an invalid code, a generic one. */
export const sentenceSegmenter = segmenters('sentence');

function segmenters(granularity: 'word' | 'sentence'): (language?: string) => Intl.Segmenter {
  const made = new Map<string, Intl.Segmenter>();
  return (language = '') => {
    let segmenter = made.get(language);
    if (!segmenter) made.set(language, (segmenter = created(granularity, language.replaceAll('_', '-'))));
    return segmenter;
  };
}

function created(granularity: 'word' | 'sentence', code: string): Intl.Segmenter {
  try {
    return new Intl.Segmenter(code || undefined, { granularity });
  } catch {
    return new Intl.Segmenter(undefined, { granularity });
  }
}
