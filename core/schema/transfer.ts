import * as v from 'valibot';
import { BulkArgs } from './bulk.ts';

/** Parameters of `POST /imports` (`contract/extras.md`); the file is the body. */
export const ImportArgs = {
  preview: v.optional(v.pipe(v.boolean(), v.description('Say what the import would do, and write nothing.')), false),
  existing: v.optional(
    v.pipe(
      v.picklist(['update', 'keep']),
      v.description('What becomes of items that are here already under the same stable key.'),
    ),
    'update',
  ),
};

export const EXPORT_FORMATS = ['wxr', 'bundle'] as const;

/** Parameters of `POST /exports`. */
export const ExportArgs = {
  format: v.pipe(v.picklist(EXPORT_FORMATS), v.description('What the file is: for a real site, or for a repository.')),
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
};
