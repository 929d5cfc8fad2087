import * as v from 'valibot';
import { languageCode } from '../languages/language-fields.ts';

/** Parameters of `POST /words`. */
export const WordsArgs = {
  lang: v.optional(
    languageCode(
      v.pipe(v.string(), v.description('Code of the language to translate into; all of them when left out.')),
    ),
  ),
  types: v.optional(
    v.pipe(v.array(v.string()), v.minLength(1), v.description('Only these post types and taxonomies.')),
  ),
};

/** The input of its job. */
export interface WordsOrder {
  lang?: string | undefined;
  types?: string[] | undefined;
}

/**
 * How well the memory matches a text, best first: 100 and above, a repetition within this analysis, from 95, 85, 75 and 50
 * percent on, and no match.
 */
export const BANDS = ['100', 'repeated', '95', '85', '75', '50', 'new'] as const;
export type Band = (typeof BANDS)[number];

/** The number of texts to translate, and of their words. */
export interface WordCount {
  units: number;
  words: number;
}

/** The words left for a type in a language. */
export interface WordsRow extends WordCount {
  lang: string;
  kind: 'post' | 'term';
  type: string;
  bands: Record<Band, WordCount>;
}

/** The report of the job; a type and language with nothing left has no row. */
export interface WordsReport {
  rows: WordsRow[];
}
