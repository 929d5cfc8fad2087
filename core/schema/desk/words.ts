import * as v from 'valibot';
import { languageCode } from '../languages/language-fields.ts';
import { HANDOFF_STATES, type HandoffState } from '../site/handoff.ts';

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
  states: v.optional(
    v.pipe(
      v.array(v.picklist(HANDOFF_STATES)),
      v.minLength(1),
      v.description('Counts what a file for translators with versions of these states holds; "lang" is required.'),
    ),
  ),
  from: v.optional(
    languageCode(
      v.pipe(v.string(), v.description('With "states": code of the language to translate from; the default one.')),
    ),
  ),
  strings: v.optional(v.pipe(v.boolean(), v.description('With "states": the strings of the site, too.'))),
  slugs: v.optional(v.pipe(v.boolean(), v.description('With "states": the slugs of the items, too.'))),
};

/** The input of its job. */
export interface WordsOrder {
  lang?: string | undefined;
  types?: string[] | undefined;
  states?: HandoffState[] | undefined;
  from?: string | undefined;
  strings?: boolean | undefined;
  slugs?: boolean | undefined;
}

/**
 * How well the memory matches a text, best first: 100 and above (a text that is translated, too), a repetition within this analysis, from 95, 85, 75 and 50
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
  /** `site` for its strings, whose type is `strings`. */
  kind: 'post' | 'term' | 'site';
  type: string;
  /** The number of items with such texts. */
  items: number;
  bands: Record<Band, WordCount>;
}

/** The report of the job; a type and language with nothing left has no row. */
export interface WordsReport {
  rows: WordsRow[];
}
