import * as v from 'valibot';
import { languageCode } from '../languages/language-fields.ts';

const integer = v.pipe(v.number(), v.integer());
/** Where words are looked for. */
export const REPLACE_FIELDS = ['title', 'excerpt', 'alt', 'content'] as const;

const place = v.object({
  kind: v.picklist(['post', 'term']),
  id: v.pipe(integer, v.minValue(1)),
  field: v.picklist(REPLACE_FIELDS),
  unit: v.pipe(integer, v.minValue(0)),
});

/** Statuses that items can be chosen by. */
export const REPLACE_STATUSES = ['publish', 'future', 'draft', 'pending', 'private'] as const;

/** Parameters of `POST /replace`. */
export const ReplaceArgs = {
  q: v.pipe(v.string(), v.minLength(1), v.maxLength(200), v.description('The words to find.')),
  to: v.pipe(v.string(), v.maxLength(1000), v.description('The words that take their place; "" takes them away.')),
  lang: languageCode(v.pipe(v.string(), v.description('Code of the language of the items.'))),
  match_case: v.optional(v.pipe(v.boolean(), v.description('Other cases are other words.')), false),
  whole_words: v.optional(v.pipe(v.boolean(), v.description('Not within longer words.')), true),
  regex: v.optional(
    v.pipe(
      v.boolean(),
      v.description('`q` is a regular expression, as of JavaScript with the flag u; `to` may hold $1, $<name> and $&.'),
    ),
    false,
  ),
  statuses: v.optional(
    v.pipe(
      v.array(v.picklist(REPLACE_STATUSES)),
      v.minLength(1),
      v.description('Only items of these statuses; terms and files count as published.'),
    ),
  ),
  types: v.optional(
    v.pipe(v.array(v.string()), v.minLength(1), v.description('Only these post types and taxonomies.')),
  ),
  fields: v.optional(
    v.pipe(v.array(v.picklist(REPLACE_FIELDS)), v.minLength(1), v.description('Only these texts of the items.')),
  ),
  skip: v.optional(v.pipe(v.array(place), v.maxLength(10_000), v.description('Texts that stay as they are.')), []),
  edited: v.optional(
    v.pipe(
      v.array(v.object({ ...place.entries, text: v.pipe(v.string(), v.maxLength(100_000)) })),
      v.maxLength(1000),
      v.description('Texts that become this instead, without marks: those of the text stay where they are.'),
    ),
    [],
  ),
  preview: v.optional(v.pipe(v.boolean(), v.description('Only say what would be replaced.')), true),
};

/** The place of a text. */
export type ReplacePlace = v.InferOutput<typeof place>;

/** The input of its job. */
export interface ReplaceOrder {
  q: string;
  to: string;
  lang: string;
  match_case: boolean;
  whole_words: boolean;
  regex: boolean;
  statuses?: (typeof REPLACE_STATUSES)[number][] | undefined;
  types?: string[] | undefined;
  fields?: (typeof REPLACE_FIELDS)[number][] | undefined;
  skip: ReplacePlace[];
  edited: (ReplacePlace & { text: string })[];
  preview: boolean;
}

/** A text that contains the words, before and after. */
export interface ReplaceHit extends ReplacePlace {
  title: string;
  /** Post type or taxonomy. */
  type: string;
  /** Of a post; "" of a term. */
  status: string;
  /** What the text is: "paragraph", "alt"; of a heading with its level: "heading 2". */
  what: string;
  /** Which one of its kind within the content, from 1; 0 if it is the only one. */
  place: number;
  /** Whether visitors see it. */
  published: boolean;
  before: string;
  after: string;
  count: number;
}

/** The texts found, or replaced. */
export interface ReplaceReport {
  places: number;
  texts: number;
  items: number;
  /** Items that could not be written. */
  skipped: number;
  /** The first 500 texts. */
  hits: ReplaceHit[];
}
