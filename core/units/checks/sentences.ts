import { sentenceSegmenter } from '../memory/segmenters.ts';

/** The number of sentences of a text, segmented for its language. */
export function sentencesIn(text: string, language: string): number {
  let count = 0;
  for (const { segment } of sentenceSegmenter(language).segment(text)) if (/\p{L}/u.test(segment)) count++;
  return count;
}
