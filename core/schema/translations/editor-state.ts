import * as v from 'valibot';
import { field, item } from '../wire/answer-field.ts';
import { ItemArgs } from './matrix.ts';

const text = (most: number, about: string) => v.pipe(v.string(), v.maxLength(most), v.description(about));

const fields = v.pipe(v.record(v.string(), v.unknown()), v.description('Texts by the name of their field.'));

/** Autosaved texts, as answered by `/drafts/{kind}/{id}`. */
export const Draft = item('draft', {
  kind: field(v.picklist(['post', 'term']), 'Whether the item is post-like or a term.'),
  id: field(v.pipe(v.number(), v.integer()), 'Number of the item.'),
  author: field(v.string(), 'Who wrote them.'),
  saved_at: field(v.string(), 'When they were kept.'),
  fields,
});
export type Draft = v.InferOutput<typeof Draft>;

/** Parameters of `PUT /drafts/{kind}/{id}`. */
export const DraftArgs = { ...ItemArgs, fields };

/** A named filter (`contract/extras.md`, `/views`). */
const View = v.object({
  id: text(100, 'Its own name for programs.'),
  name: text(200, 'As people call it.'),
  screen: text(100, 'Where it belongs.'),
  query: v.pipe(v.record(v.string(), v.unknown()), v.description('The filter.')),
});

/** The body of `/views`, in requests and answers: all of them. */
export const Views = item('views', {
  views: v.pipe(v.array(View), v.maxLength(500), v.description('Saved filters of this site, in their order.')),
});
export type Views = v.InferOutput<typeof Views>;

const number = v.pipe(v.number(), v.integer(), v.minValue(1));

/** Parameters of `POST /terms/{id}/merge`. */
export const MergeArgs = {
  id: v.pipe(number, v.description('Number of the term that goes.')),
  into: v.pipe(number, v.description('Number of the term that stays.')),
};
