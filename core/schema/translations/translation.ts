import * as v from 'valibot';
import { languageCode } from '../languages/language-fields.ts';
import { field, item } from '../wire/answer-field.ts';
import type { Params } from '../wire/args.ts';
import { idArg, kindArg, langArg } from './matrix.ts';

const integer = v.pipe(v.number(), v.integer());

/** Parameters of `POST /translations`. */
export const TranslationArgs = {
  kind: kindArg,
  id: idArg,
  lang: langArg,
  copy: v.optional(
    v.pipe(v.boolean(), v.description('Copy everything that can be synchronised, once, whatever the setting.')),
    true,
  ),
  title: v.optional(v.pipe(v.string(), v.description('Title of the new item; a term keeps the name without it.'))),
  texts: v.optional(
    v.pipe(
      v.literal('source'),
      v.description('Begin with the texts of the item it is of, and so with its whole structure; else without any.'),
    ),
  ),
};
export type TranslationArgs = Params<typeof TranslationArgs>;

/** Parameters of `GET /links`. */
export const LinksQuery = {
  kind: kindArg,
  id: idArg,
  lang: langArg,
  search: v.optional(v.pipe(v.string(), v.description('Only items with these words in their texts.'))),
  limit: v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100), v.description('Most partners to answer.')),
    20,
  ),
};
export type LinksQuery = Params<typeof LinksQuery>;

/** The answer of `POST /translations`. */
export const NewTranslation = item('translation', {
  kind: field(v.picklist(['post', 'term']), 'Whether the item is post-like or a term.'),
  id: field(integer, 'Number of the new item.'),
  type: field(v.string(), 'Post type or taxonomy.'),
  lang: field(languageCode(v.string()), 'Code of its language.'),
  group: field(integer, 'Number of the group it joined.'),
  title: field(v.string(), 'Title or name, as stored.'),
  status: field(v.nullable(v.string()), 'Status; null for terms.'),
});
export type NewTranslation = v.InferOutput<typeof NewTranslation>;

/** A likely partner, as answered by `/links`. */
export const Partner = item('partner', {
  id: field(integer, 'Number of the item.'),
  title: field(v.string(), 'Title or name, as stored.'),
  reason: field(v.picklist(['slug', 'title', 'date', 'other']), 'What the two have in common.'),
  unlinks: field(
    v.array(v.object({ id: integer, lang: v.string(), title: v.string() })),
    'Items that lose a link when these two are linked.',
  ),
});
export type Partner = v.InferOutput<typeof Partner>;
