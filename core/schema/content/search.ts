import * as v from 'valibot';
import { item } from '../wire/answer-field.ts';

const all = ['view', 'embed'] as const;

/** A result of `wp/v2/search` (`content.md` 4). */
export const SearchItem = item('search-result', {
  id: v.pipe(
    v.union([v.number(), v.string()]),
    v.description('Number or name.'),
    v.metadata({ context: all, readonly: true }),
  ),
  title: v.pipe(v.string(), v.description('Title.'), v.metadata({ context: all, readonly: true })),
  url: v.pipe(v.string(), v.description('Address.'), v.metadata({ context: all, readonly: true, format: 'uri' })),
  type: v.pipe(v.string(), v.description('Kind of thing.'), v.metadata({ context: all, readonly: true })),
  subtype: v.optional(v.pipe(v.string(), v.description('Post type.'), v.metadata({ context: all, readonly: true }))),
});
