import * as v from 'valibot';
import { field, item } from '../wire/answer-field.ts';
import { languageCode } from '../languages/language-fields.ts';
import { STATES } from '../../types.ts';

/** The states a version may have for its texts to be sent to a translator. */
export type HandoffState = Exclude<(typeof STATES)[number], 'source'>;
export const HANDOFF_STATES = STATES.filter((state): state is HandoffState => state !== 'source');

/** Parameters of `POST /exports` for a file for translators, besides those of every format. */
export const HandoffArgs = {
  lang: v.optional(
    v.pipe(
      v.string(),
      v.description(
        'Of a file for translators: code of the language to translate into. Of the memory: only texts in it and in `from`.',
      ),
    ),
  ),
  from: v.optional(
    v.pipe(
      v.string(),
      v.description(
        'Of a file for translators: code of the language to translate from; the default one when left out.',
      ),
    ),
  ),
  strings: v.optional(
    v.pipe(v.boolean(), v.description('Of a file for translators: site title, tagline and the other strings, too.')),
  ),
  slugs: v.optional(v.pipe(v.boolean(), v.description('Of a file for translators: the slugs of the items, too.'))),
  book: v.optional(
    v.pipe(
      v.number(),
      v.integer(),
      v.minValue(1),
      v.description('Of the memory: only the texts of the book with this number.'),
    ),
  ),
  fill: v.optional(
    v.pipe(
      v.picklist(['source']),
      v.description(
        'Of an XLIFF file: an empty translation holds the text of its source, state "new". OmegaT up to 5 shows only such texts.',
      ),
    ),
  ),
  matches: v.optional(
    v.pipe(
      v.boolean(),
      v.description(
        'Of a file for translators: an empty translation holds the text that the memory has for the same source.',
      ),
    ),
  ),
  states: v.optional(
    v.pipe(
      v.array(v.picklist(HANDOFF_STATES)),
      v.minLength(1),
      v.description(
        'Of a file for translators: only versions of these states; missing, needs_update and partial when left out.',
      ),
    ),
  ),
};

const count = v.pipe(v.number(), v.integer());
const byState = v.object({ missing: count, needs_update: count, partial: count, draft: count, translated: count });

/** The answer of `/exports/choice`. */
export const HandoffChoice = item('handoff-choice', {
  types: field(
    v.array(v.object({ kind: v.picklist(['post', 'term']), type: v.string(), states: byState, other_source: byState })),
    'Numbers of items by type and state of their version: those a file can hold, and those with another source language.',
  ),
  strings: field(
    v.object({ missing: count, translated: count }),
    'Numbers of strings of the site; none unless they are translated from this language.',
  ),
  files: field(v.record(v.string(), v.string()), 'Name of the file by format.'),
});
export type HandoffChoice = v.InferOutput<typeof HandoffChoice>;

/** Parameters of `GET /exports/choice`. */
export const HandoffChoiceArgs = {
  lang: languageCode(v.pipe(v.string(), v.description('Code of the language to translate into.'))),
  from: v.optional(
    languageCode(v.pipe(v.string(), v.description('Code of the language to translate from; the default one.'))),
  ),
};

/** Numbers of units in a file for translators, by outcome. */
export type HandoffCounts = Record<
  'new' | 'changed' | 'stale' | 'conflict' | 'marks' | 'same' | 'left' | 'untranslated',
  number
>;

/** The review of a file for translators, without its lines (`contract/extras.md`, `/imports`). */
export interface HandoffReview {
  format: string;
  /** Codes of its languages. */
  from: string;
  to: string;
  /** The tool that wrote it and when it was exported, "" if not specified. */
  tool: string;
  sent: string;
  counts: HandoffCounts;
  /** How many items would be written, and how many of the ready texts are visible to visitors. */
  items: number;
  published: number;
}

/** The result of importing it. */
export interface HandoffDone {
  /** The texts written, the items they belong to, and how many of these are new. */
  texts: number;
  items: number;
  created: number;
  /** Texts that were added to the memory only. */
  kept: number;
  /** Texts that could have been imported and were not. */
  skipped: number;
  warnings: { line: number; code: string; text: string; params?: Readonly<Record<string, string | number>> }[];
  more?: number;
}

/** Answers to the review of a file for translators. */
export const HandoffAnswers = {
  items: v.optional(
    v.pipe(
      v.record(v.string(), v.picklist(['file', 'mine', 'memory'])),
      v.description(
        'What becomes of single texts, by the keys of the review; memory: kept in a book of the memory only.',
      ),
    ),
  ),
  conflict: v.optional(
    v.pipe(v.picklist(['mine', 'file']), v.description('Of texts that were changed here meanwhile: what stays.')),
    'mine',
  ),
  stale: v.optional(
    v.pipe(v.boolean(), v.description('Take texts whose source changed since; they need an update.')),
    false,
  ),
  marks: v.optional(v.pipe(v.boolean(), v.description('Take texts whose marks were put right.')), false),
  published: v.optional(v.pipe(v.boolean(), v.description('Change what visitors see, too.')), false),
};
