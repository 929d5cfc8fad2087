import * as v from 'valibot';
import { field } from './answer-field.ts';

const count = v.pipe(v.number(), v.integer());

export const JOB_STATES = ['queued', 'running', 'done', 'failed', 'cancelled'] as const;

/** A job as `/jobs` answers it (`contract/extras.md`). */
export const Job = v.object({
  id: field(count, 'Number of the job, counted from the start of the program.'),
  kind: field(v.string(), 'What the job does.'),
  state: field(v.picklist(JOB_STATES), 'How far it is.'),
  done: field(count, 'Steps done.'),
  total: field(count, 'Steps altogether; 0 while nobody knows.'),
  report: field(v.unknown(), 'What it found or did; code and message of the fault when it failed; null before.'),
  entry: field(v.nullable(count), 'Entry of the history that holds what it changed; null when nothing did.'),
});
export type Job = v.InferOutput<typeof Job>;

/** Parameters of `/jobs/{id}`. */
export const JobId = { id: v.pipe(count, v.minValue(1), v.description('Number of the job.')) };

/** Parameters of `POST /jobs/{id}/apply`. */
export const ApplyArgs = {
  ...JobId,
  choices: v.optional(
    v.pipe(v.record(v.string(), v.unknown()), v.description('Answers to what the preview asks.')),
    {},
  ),
};

/** The answer of a request that goes on as a job. */
export const JobStarted = v.object({ job: field(count, 'Number of the job.') });

const names = (text: string) => v.optional(v.pipe(v.array(v.string()), v.description(text)));
const word = (text: string) => v.optional(v.pipe(v.string(), v.description(text)));

/** Parameters of `/jobs/{id}/items`. */
export const ItemsQuery = {
  ...JobId,
  outcomes: names('Only items of which this becomes: new, changed, conflict, same, skipped, left.'),
  type: word('Only items of this type.'),
  lang: word('Only items of the language with this code; "" for those without.'),
  search: word('Only items whose title holds this.'),
  page: v.optional(v.pipe(count, v.minValue(1), v.description('Which page.')), 1),
  per_page: v.optional(v.pipe(count, v.minValue(1), v.maxValue(200), v.description('Items of a page.')), 100),
};

/** Parameters of `/jobs/{id}/items/{key}`. */
export const ItemKey = { ...JobId, key: v.pipe(v.string(), v.description('Name of the item in the review.')) };
