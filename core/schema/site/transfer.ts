import * as v from 'valibot';
import type { Json } from '../../types.ts';
import { BulkArgs } from '../translations/bulk.ts';
import { HandoffAnswers, HandoffArgs } from './handoff.ts';

/** Kinds in a report that count as items, wherever items are counted (`docs/glossary.md`). */
export const ITEM_KINDS = ['posts', 'media', 'terms'] as const;

const uploads = v.optional(
  v.pipe(
    v.string(),
    v.regex(/^(?:\/|[A-Za-z]:[\\/])/),
    v.description(
      'Folder of media files on the computer of the server, laid out as wp-content/uploads is. From the window and the command line only.',
    ),
  ),
);

/** For a file for translators imported without a review: what to do with texts that are not simply ready. */
const conflictArgs = {
  conflict: HandoffAnswers.conflict,
  stale: HandoffAnswers.stale,
  published: HandoffAnswers.published,
};

/** Parameters of `POST /imports` (`contract/extras.md`); the file is the body. */
export const ImportArgs = {
  uploads,
  preview: v.optional(v.pipe(v.boolean(), v.description('Say what the import would do, and write nothing.')), false),
  existing: v.optional(
    v.pipe(
      v.picklist(['update', 'keep']),
      v.description(
        'What becomes of items that are here already. Left out: they are updated, but those without a stable key that were changed here after the file was written.',
      ),
    ),
  ),
  apply: v.optional(
    v.pipe(
      v.boolean(),
      v.description('The file is a bundle of this site that was edited: make the site what it says, and nothing else.'),
    ),
    false,
  ),
  prune: v.optional(
    v.pipe(v.boolean(), v.description('With apply: delete what the bundle does not hold, as far as its scope goes.')),
    false,
  ),
  lang: v.optional(
    v.pipe(v.string(), v.description('Code of the language a file for translators is for; another one is refused.')),
  ),
  book: v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.minLength(1),
      v.maxLength(200),
      v.description(
        'Of a translation memory: name of the book its texts go into; that of the file when left out. Of a file for translators: its translations go into this book, and nowhere else.',
      ),
    ),
  ),
  ...conflictArgs,
};

/** Parameters of `POST /exports`, besides the format. */
export const ExportArgs = {
  uploads,
  scope: v.optional(
    v.pipe(
      v.strictObject({
        types: v.optional(v.pipe(v.array(v.string()), v.minLength(1), v.description('Only items of these types.'))),
        languages: v.optional(
          v.pipe(v.array(v.string()), v.minLength(1), v.description('Only items of the languages with these codes.')),
        ),
        ids: v.optional(
          v.pipe(
            v.array(v.pipe(v.number(), v.integer(), v.minValue(1))),
            v.minLength(1),
            v.maxLength(10_000),
            v.description('Only these posts, pages or media.'),
          ),
        ),
        filter: v.optional(
          v.pipe(BulkArgs.filter.wrapped, v.description('Only the items of the groups that /groups lists for this.')),
        ),
      }),
      v.description('What leaves the site; everything when left out.'),
    ),
  ),
  uuids: v.optional(
    v.pipe(v.boolean(), v.description('Every item carries its stable key, so that links survive other numbers.')),
    true,
  ),
  media: v.optional(v.pipe(v.boolean(), v.description('Files of media too; in a bundle only.')), false),
  ...HandoffArgs,
};

/** The result of an export: what it wrote, notes, and what its format cannot hold (`contract/extras.md`). */
export interface ExportReport {
  items: number;
  /** In bytes. */
  size: number;
  warnings: { line: number; code: string; text: string; params?: Readonly<Record<string, string | number>> }[];
  /** Number of warnings beyond the first ones. */
  more?: number;
  not_carried: { name: string; value: Json }[];
  /** Media files written, if a folder was given for them. */
  files?: number;
  /** For a file for translators: its texts, and items left out because they are translated from another language. */
  texts?: number;
  /** Texts filled with a match of the memory, if that was asked for. */
  matches?: number;
  other_source?: number;
}
