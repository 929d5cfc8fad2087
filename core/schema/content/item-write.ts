import * as v from 'valibot';
import type { Params } from '../wire/args.ts';
import { ItemArgs } from '../translations/matrix.ts';
import { UnitMarks } from '../translations/unit-mark.ts';

const anything = v.record(v.string(), v.unknown());

/** Parameters of `PATCH /items/{kind}/{id}` (`contract/extras.md`). */
export const ItemWriteArgs = {
  ...ItemArgs,
  fields: v.optional(v.pipe(anything, v.description('What changes, as a write of that item to wp/v2 takes it.')), {}),
  base: v.optional(
    v.pipe(
      v.record(v.string(), v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))),
      v.description(
        'What each field said when it was read for editing: SHA-256 of the text as stored, of other values as JSON with keys in order. One key of meta is "meta.KEY". Fields that are not named are written whatever they say now.',
      ),
    ),
    {},
  ),
  confirm: v.optional(
    v.pipe(
      v.boolean(),
      v.description('The item is right for its source as it is now, as /staleness/…/confirm says it.'),
    ),
    false,
  ),
  marks: v.optional(UnitMarks, []),
  draft: v.optional(
    v.pipe(anything, v.description('What stays of the draft an editor kept; without it the draft goes.')),
  ),
};
export type ItemWriteArgs = Params<typeof ItemWriteArgs>;
