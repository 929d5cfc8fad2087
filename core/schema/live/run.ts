import * as v from 'valibot';
import { field, item } from '../wire/answer-field.ts';

/** A password for a single order, taken from the environment, so it is not stored. */
export const once = {
  password: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(1000),
      v.description('The password, where none is stored here. It is not stored.'),
      v.metadata({ secret: 'once' }),
    ),
    '',
  ),
};

const count = v.pipe(v.number(), v.integer());

/** A list of the live site that a check reads. */
const ReadList = v.object({
  type: field(v.string(), 'Post type or taxonomy.'),
  label: field(v.string(), 'What the live site calls the type; "" if it does not say.'),
  state: field(v.picklist(['waiting', 'reading', 'read', 'forbidden']), 'forbidden: this user may not read it there.'),
  done: field(count, 'Items read.'),
  total: field(count, 'Items of the list; 0 while unknown.'),
  unreadable: field(count, 'Items that the site could not show: they are left alone.'),
});
export type ReadList = v.InferOutput<typeof ReadList>;

export const RUN_KINDS = ['check', 'pull', 'push', 'undo', 'files'] as const;
export type RunKind = (typeof RUN_KINDS)[number];
export const RUN_STATES = ['running', 'paused', 'done', 'failed', 'stopped'] as const;
export type RunState = (typeof RUN_STATES)[number];

/** A check, pull or push: it outlives the program (`contract/extras.md`, `/live`). */
export const Run = item('live-run', {
  id: field(count, 'Number of the run.'),
  kind: field(v.picklist(RUN_KINDS), 'What it does.'),
  state: field(v.picklist(RUN_STATES), 'How far it is. paused: it can be resumed.'),
  phase: field(v.string(), 'What it is doing: the name of a list, such as posts, or plan, apply, settle.'),
  done: field(count, 'Steps done.'),
  total: field(count, 'Steps altogether; 0 while unknown.'),
  lists: field(v.array(ReadList), 'What a check reads, in order, until it ends; else empty.'),
  waiting_until: field(v.string(), 'The site asked to be left alone until then, in UTC; "" for no.'),
  report: field(v.unknown(), 'What it found or did; code and message of the fault when it failed; null before.'),
  entry: field(v.nullable(count), 'History entry of what it changed here; null if it changed nothing.'),
  undoes: field(v.nullable(count), 'The push that this one takes back; null for none.'),
  author: field(v.string(), 'Who ordered it.'),
  started_at: field(v.string(), 'When it began, in UTC.'),
  ended_at: field(v.string(), 'When it ended, in UTC; "" while it has not.'),
});
export type Run = v.InferOutput<typeof Run>;

/** Parameter of `/live/runs/{id}` and the addresses below it. */
export const RunId = { id: v.pipe(count, v.minValue(1), v.description('Number of the run.')) };

/** Body of `POST /live/runs/{id}/resume`. */
export const ResumeRunArgs = { ...RunId, ...once };

/** The answer to an order that runs as a job: the job working on it; the run that outlives it is in `GET /live`. */
export const RunStarted = item('live-run-started', {
  job: field(count, 'Number of the job.'),
});
