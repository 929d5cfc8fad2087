const segmenters = new Map<string, Intl.Segmenter>();

/** The number of sentences of a text, segmented for its language. */
export function sentencesIn(text: string, language: string): number {
  const code = language.replaceAll('_', '-');
  let segmenter = segmenters.get(code);
  if (!segmenter) {
    try {
      segmenter = new Intl.Segmenter(code, { granularity: 'sentence' });
    } catch {
      segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' });
    }
    segmenters.set(code, segmenter);
  }
  let count = 0;
  for (const { segment } of segmenter.segment(text)) if (/\p{L}/u.test(segment)) count++;
  return count;
}
