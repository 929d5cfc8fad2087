import * as v from 'valibot';
import { MARK_WORDS } from '../../units/states/marks.ts';

const hash = (side: string) =>
  v.pipe(
    v.string(),
    v.regex(/^(?:[0-9a-f]{16})?$/),
    v.description(`Hash of the text in the ${side}, 16 hex digits; "" where it has none.`),
  );

/** A mark of a unit, as answered by `/staleness` and sent when the window saves. */
export const UnitMark = v.object({
  source: hash('source'),
  target: hash('translation'),
  word: v.pipe(
    v.picklist(MARK_WORDS),
    v.description(
      'edited or found right since the source changed, the same on purpose, omitted on purpose, or filled with the text of the source.',
    ),
  ),
});
export type UnitMark = v.InferOutput<typeof UnitMark>;

/** Marks of units of one item, as a parameter. */
export const UnitMarks = v.pipe(
  v.array(UnitMark),
  v.maxLength(20_000),
  v.description('What was said about units of the item; each counts for as long as both texts stay as they are.'),
);
