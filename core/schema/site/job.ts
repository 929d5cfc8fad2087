import * as v from 'valibot';
import { field, item } from '../wire/answer-field.ts';

const count = v.pipe(v.number(), v.integer());

export const JOB_STATES = ['queued', 'running', 'done', 'failed', 'cancelled'] as const;

/** A job, as answered by `/jobs` (`contract/extras.md`). */
export const Job = item('job', {
  id: field(count, 'Number of the job, counted from the start of the program.'),
  kind: field(v.string(), 'What the job does.'),
  state: field(v.picklist(JOB_STATES), 'How far it is.'),
  done: field(count, 'Steps done.'),
  total: field(count, 'Steps altogether; 0 while unknown.'),
  report: field(v.unknown(), 'What it found or did; code and message of the fault when it failed; null before.'),
  entry: field(v.nullable(count), 'History entry of what it changed; null if it changed nothing.'),
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

/** The answer to a request that continues as a job. */
export const JobStarted = item('job-started', { job: field(count, 'Number of the job.') });

const names = (text: string) => v.optional(v.pipe(v.array(v.string()), v.description(text)));
const word = (text: string) => v.optional(v.pipe(v.string(), v.description(text)));

/** Parameters of `/jobs/{id}/items`. */
export const ItemsQuery = {
  ...JobId,
  outcomes: names('Only items of which this becomes: new, changed, conflict, same, skipped, left, stale, marks.'),
  type: word('Only items of this type.'),
  lang: word('Only items of the language with this code; "" for those without.'),
  search: word('Only items whose title contains this.'),
  page: v.optional(v.pipe(count, v.minValue(1), v.description('Which page.')), 1),
  per_page: v.optional(v.pipe(count, v.minValue(1), v.maxValue(200), v.description('Items of a page.')), 100),
};

/** Parameters of `/jobs/{id}/items/{key}`. */
export const ItemKey = {
  ...JobId,
  key: v.pipe(v.string(), v.description('Name of the item in the review.'), v.metadata({ inPath: '[a-z][\\d]+' })),
};

/**
 * What an import would do with an item. `skipped`: it exists already, differs, and stays as it is. For a file for translators
 * also `stale`, its source changed since, and `marks`, its marks do not match the required ones.
 */
export const REVIEW_OUTCOMES = ['new', 'changed', 'conflict', 'same', 'skipped', 'left', 'stale', 'marks'] as const;
export type ReviewOutcome = (typeof REVIEW_OUTCOMES)[number];

/** A line of the review of an import, as answered by `/jobs/{id}/items`. */
export const ReviewLine = item('review-line', {
  key: field(v.string(), 'Names the item in the choices: p12, t5.'),
  kind: field(
    v.picklist(['post', 'term', 'site', 'user', 'language']),
    'Whether the item is post-like, a term, or of a plan something else.',
  ),
  type: field(v.string(), 'Post type or taxonomy.'),
  id: field(count, 'Number here; 0 for one that is new.'),
  title: field(v.string(), 'Title or name.'),
  lang: field(v.string(), 'Code of its language; "" for none.'),
  outcome: field(v.picklist(REVIEW_OUTCOMES), 'What becomes of it.'),
  fields: field(v.array(v.string()), 'Names of the fields that differ.'),
  languages: field(v.array(v.string()), 'Codes of the languages its group has in the file.'),
  unit: field(
    v.optional(
      v.object({
        what: v.string(),
        text: v.string(),
        source_id: v.number(),
        published: v.boolean(),
        said: v.string(),
        reason: v.string(),
        confirms: v.boolean(),
        change: v.optional(
          v.object({
            kind: v.picklist(['formatting', 'case', 'punctuation', 'number', 'words', 'rewritten']),
            count,
            from: v.string(),
            to: v.string(),
          }),
        ),
      }),
    ),
    'Of a text of a file for translators: what it is, its source, the item that is translated, whether visitors see it, what the file says of it (new, unsure, done), why it is left (unknown, gone, double, trash), whether it only says that the translation is right, and where the source changed since: how (the number of words; one number before and after).',
  ),
});
export type ReviewLine = v.InferOutput<typeof ReviewLine>;

/** The same, field by field. */
export const ReviewItem = item('review-item', {
  ...ReviewLine.entries,
  changes: field(
    v.array(v.object({ field: v.string(), mine: v.string(), file: v.string() })),
    'Fields that differ: here, and in the file.',
  ),
  same: field(v.array(v.string()), 'Names of the fields that are equal.'),
  mine_at: field(v.optional(v.string()), 'Of a post: when it was changed here last, in UTC.'),
  file_at: field(v.optional(v.string()), 'Of a post: when it was changed last by the file, in UTC.'),
  author: field(v.optional(v.string()), 'Of a post: its author in the file.'),
  path: field(v.optional(v.string()), 'Of a plan: the file in the bundle.'),
  deleted: field(v.optional(v.boolean()), 'Of a plan: the change is that it is deleted.'),
  texts: field(
    v.optional(
      v.object({ then: v.string(), now: v.string(), mine: v.string(), file: v.string(), usable: v.boolean() }),
    ),
    'Of a text of a file for translators, marked: the source then and now, the translation here and in the file (with marks put right, where the outcome is marks), and whether that can be taken.',
  ),
});
export type ReviewItem = v.InferOutput<typeof ReviewItem>;
