import * as v from 'valibot';
import { field, item } from '../wire/answer-field.ts';

const integer = v.pipe(v.number(), v.integer());

/** Parameters of `GET /find`. */
export const FindQuery = {
  q: v.pipe(v.string(), v.description('Words of a title or name, a code of a language, or the number of an item.')),
  limit: v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100), v.description('Most lines to answer.')),
    20,
  ),
};

/** An entry of the command palette, as answered by `/find`. */
export const Found = item('found', {
  kind: field(v.picklist(['post', 'term', 'language']), 'What was found.'),
  id: field(integer, 'Its number.'),
  type: field(v.string(), 'Post type, taxonomy, or "language".'),
  title: field(v.string(), 'Title or name as plain text.'),
  lang: field(v.string(), 'Code of its language; "" for none.'),
  status: field(v.nullable(v.string()), 'Status; null for terms and languages.'),
  ranges: field(v.array(v.tuple([integer, integer])), 'Start and end of what was found in the title, in UTF-16 units.'),
  through: field(
    v.nullable(v.object({ id: integer, lang: v.string(), title: v.string() })),
    'The translation whose title was found, where it is not this one.',
  ),
});
export type Found = v.InferOutput<typeof Found>;
