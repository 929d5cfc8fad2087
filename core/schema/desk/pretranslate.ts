import * as v from 'valibot';
import { languageCode } from '../languages/language-fields.ts';

const integer = v.pipe(v.number(), v.integer());

/** Parameters of `POST /pretranslate`. */
export const PretranslateArgs = {
  lang: languageCode(v.pipe(v.string(), v.description('Code of the language to translate into.'))),
  from: v.optional(
    v.pipe(v.string(), v.description('Code of the language to translate from; the default one when left out.')),
  ),
  min: v.optional(
    v.pipe(
      integer,
      v.minValue(70),
      v.maxValue(100),
      v.description('The least score; what is below 100 is kept to be checked.'),
    ),
    100,
  ),
  types: v.optional(
    v.pipe(v.array(v.string()), v.minLength(1), v.description('Only these post types and taxonomies.')),
  ),
  ids: v.optional(v.pipe(v.array(integer), v.minLength(1), v.maxLength(10_000), v.description('Only these posts.'))),
  published: v.optional(
    v.pipe(v.boolean(), v.description('Versions that visitors see, too; otherwise only drafts and new versions.')),
    false,
  ),
  preview: v.optional(v.pipe(v.boolean(), v.description('Only say what would be written.')), false),
};
/** The input of its job. */
export interface PretranslateOrder {
  lang: string;
  from?: string | undefined;
  min: number;
  types?: string[] | undefined;
  ids?: number[] | undefined;
  published: boolean;
  preview: boolean;
}

/** The report of pretranslation, or of its preview. */
export interface PretranslateReport {
  /** Untranslated texts, those with an exact match in the memory, and those with a similar one. */
  texts: number;
  exact: number;
  fuzzy: number;
  /** Items to be written, or written, and how many of them are new versions. */
  items: number;
  created: number;
  /** Texts with a match that was not written: visitors would see it, or its marks do not match. */
  skipped: number;
}
