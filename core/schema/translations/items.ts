import * as v from 'valibot';
import { field, item } from '../wire/answer-field.ts';
import { idList, pageParams, slugParam } from '../wire/list-params.ts';
import { languageCode } from '../languages/language-fields.ts';

const integer = v.pipe(v.number(), v.integer());

const facts = {
  id: field(integer, 'Number of the item.'),
  slug: field(v.string(), 'Its name in addresses.'),
  title: field(v.string(), 'Title or name, as text without markup.'),
  status: field(v.nullable(v.string()), 'Status; null for terms, which have none.'),
  link: field(v.string(), 'Its public address.'),
};

/** One version of an item, with the fields needed for a link. */
export const RelatedVersion = item('related-version', facts);

/** An item with its translations, itself included, limited to what the caller may read (`contract/extras.md`, `/items`). */
export const RelatedItem = item('related-item', {
  ...facts,
  lang: field(languageCode(v.string(), 'be empty'), 'Code of its language; "" for none.'),
  translations: field(v.record(v.string(), RelatedVersion), 'Its versions by code of the language, itself included.'),
});

/** Parameters of `GET /items`. */
export const RelatedItemsQuery = {
  type: v.optional(v.pipe(v.string(), v.description('Post type or taxonomy.')), 'post'),
  lang: v.optional(
    languageCode(
      v.pipe(v.string(), v.description('Only items of the language with this code; "" for all.')),
      'be empty',
    ),
    '',
  ),
  ...pageParams,
  include: v.optional(v.pipe(idList, v.description('Only items with one of these numbers.')), []),
  slug: slugParam,
};
