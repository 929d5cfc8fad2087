import * as v from 'valibot';
import { field, item } from '../wire/answer-field.ts';

/** A finding, as answered by `/check` (`contract/extras.md`). */
export const Finding = item('finding', {
  id: field(v.string(), 'Name of the finding, to ask for its repair.'),
  kind: field(v.string(), 'Sort of fault.'),
  severity: field(v.picklist(['error', 'warning', 'notice']), 'How bad it is.'),
  about: field(v.object({ kind: v.string(), id: v.union([v.string(), v.number()]) }), 'What it is about.'),
  text: field(v.string(), 'What is wrong, in words.'),
  params: field(v.record(v.string(), v.union([v.string(), v.number()])), 'Values in the sentences, by name.'),
  repair: field(v.nullable(v.string()), 'What the repair does; null where only a person can decide.'),
});
export type Finding = v.InferOutput<typeof Finding>;

/** Parameters of `POST /check`. */
export const RepairArgs = {
  repair: v.pipe(v.array(v.string()), v.minLength(1), v.description('Findings to repair, by their names.')),
};
