import * as v from 'valibot';
import { languageCode } from '../languages/language-fields.ts';
import { field, item } from '../wire/answer-field.ts';

const hash = v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/));
const key = v.pipe(v.string(), v.regex(/^[pt]\d{1,15}\.(?:title|excerpt|alt|slug|(?:content|meta)\.\d{1,7})$/));

/** Parameters of `GET /units/{kind}/{id}`. */
export const UnitsQuery = {
  kind: v.pipe(v.picklist(['post', 'term']), v.description('Kind of the item.')),
  id: v.pipe(v.number(), v.integer(), v.minValue(1), v.description('Number of the item, or of a version of it.')),
  lang: languageCode(v.pipe(v.string(), v.description('Code of the language it is translated into.'))),
  slugs: v.optional(v.pipe(v.boolean(), v.description('Its slug is one of its texts.')), false),
};

/** One text of an item with its translation. */
export const ItemUnit = item('item-unit', {
  key: field(v.string(), 'Its place in this answer, such as p812.content.14; for `key` of `/memory/lookup` too.'),
  kind: field(
    v.string(),
    'title, excerpt, alt, slug, the key of a custom field, or what it is in the content: paragraph, cell.',
  ),
  source: field(v.string(), 'The text to translate, with its formatting as marks.'),
  target: field(v.string(), 'Its translation, with the marks of the source; "" for none.'),
  before: field(v.nullable(v.string()), 'The source as the translation was made for it, if it has changed since.'),
  state: field(
    v.picklist(['new', 'unsure', 'done']),
    'new: shows its source or has no translation. unsure: to be checked.',
  ),
  hash: field(hash, 'Names both texts, for `base`.'),
});
export type ItemUnitValue = v.InferOutput<typeof ItemUnit>;

/** Parameters of `PATCH /units/{kind}/{id}`. */
export const UnitsPatch = {
  ...UnitsQuery,
  units: v.pipe(
    v.record(key, v.pipe(v.string(), v.maxLength(100_000))),
    v.description('Translations by key, with the marks of their sources.'),
  ),
  base: v.pipe(v.record(key, hash), v.description('The hash of each unit as it was read.')),
};
