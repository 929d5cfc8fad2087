import * as v from 'valibot';
import { languageCode } from '../languages/language-fields.ts';
import { field, item } from '../wire/answer-field.ts';

const count = v.pipe(v.number(), v.integer());

/** Parameters of `GET /handoffs`. */
export const HandoffsQuery = {
  lang: v.optional(languageCode(v.pipe(v.string(), v.description('Only files for this language, by its code.')))),
};

/** Parameters of `/handoffs/{id}`. */
export const HandoffIdArgs = { id: v.pipe(v.number(), v.integer(), v.description('Number of the file.')) };

const FIELDS = {
  id: field(count, 'Number of the file.'),
  format: field(v.string(), 'xliff12, xliff21, po or csv.'),
  from: field(v.string(), 'Code of the language it is translated from.'),
  to: field(v.string(), 'Code of the language it is translated into.'),
  at: field(v.string(), 'When it was exported, in UTC.'),
  author: field(v.string(), 'Who exported it.'),
  file: field(v.string(), 'The name under which it was offered.'),
  items: field(count, 'How many items it holds.'),
  texts: field(count, 'How many texts it holds.'),
  returned: field(count, 'How many of its texts came back translated.'),
  returned_at: field(v.nullable(v.string()), 'When texts last came back, in UTC; null: never.'),
  items_out: field(count, 'How many of its items are still out.'),
  texts_out: field(count, 'How many of its texts are still out: not back, and in no later file for this language.'),
};

/** A file for a translator (`contract/extras.md`, `/handoffs`). */
export const Handoff = item('handoff', FIELDS);
export type Handoff = v.InferOutput<typeof Handoff>;

/** The same with the items that are still out. */
export const HandoffWithItems = item('handoff-with-items', {
  ...FIELDS,
  out: field(
    v.array(
      v.object({
        kind: v.picklist(['post', 'term', 'site']),
        id: count,
        type: v.string(),
        title: v.string(),
        texts: count,
      }),
    ),
    'Its items that are still out, by kind and number, with the number of their texts; kind `site`: the strings of the site.',
  ),
});
export type HandoffWithItems = v.InferOutput<typeof HandoffWithItems>;
