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

/** What its job is asked for. */
export interface WordsOrder {
  lang?: string | undefined;
  types?: string[] | undefined;
}

/**
 * How well the memory knows a text, best first: 100 and more, the same text further up in this analysis, from 95, 85, 75 and 50
 * percent on, and nothing like it.
 */
export const BANDS = ['100', 'repeated', '95', '85', '75', '50', 'new'] as const;
export type Band = (typeof BANDS)[number];

/** Texts to translate, and their words. */
export interface WordCount {
  units: number;
  words: number;
}

/** What is left of a type in a language. */
export interface WordsRow extends WordCount {
  lang: string;
  kind: 'post' | 'term';
  type: string;
  bands: Record<Band, WordCount>;
}

/** What the job found; a type and language with nothing left has no row. */
export interface WordsReport {
  rows: WordsRow[];
}
