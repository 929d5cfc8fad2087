import * as v from 'valibot';
import { field, item } from '../wire/answer-field.ts';
import { CAREFUL_SETTINGS } from './settings.ts';
import { LINE_STATES } from './live.ts';
import { ItemNames, LINE_KINDS, PlanLine, PushedLines } from './plan.ts';
import { once, Run, RunId } from './run.ts';

const count = v.pipe(v.number(), v.integer());
const flag = (about: string) => v.optional(v.pipe(v.boolean(), v.description(about)), false);

/** Body of `POST /live/pushes`. */
export const PushArgs = {
  ...PushedLines,
  seen: v.optional(
    v.pipe(
      v.number(),
      v.integer(),
      v.minValue(0),
      v.description(
        'The plan as it was when somebody looked at it, from `POST /live/pushes/review`: lines that changed or appeared since are not sent. Needed with a rule.',
      ),
    ),
  ),
  as_draft: flag('New items stay drafts there, and changes of published ones are left out.'),
  dry: flag('Ask the site everything and send nothing.'),
  deletes: v.optional(
    v.pipe(v.array(v.string()), v.description('Keys of the lines that are deleted there; no other is.')),
    [],
  ),
  settings: v.optional(
    v.pipe(
      v.array(v.picklist(CAREFUL_SETTINGS)),
      v.description('Careful settings that are changed there, as far as they differ; no other is.'),
    ),
    [],
  ),
  confirm_deletes: v.optional(
    v.pipe(
      v.number(),
      v.integer(),
      v.minValue(0),
      v.description(
        'How many lines are deleted there, said once more: needed for more than 20, and for more than 3 that are over 5 % of what is there.',
      ),
    ),
  ),
  ...once,
};

/** Lines of a push with the same effect. */
const ReviewedLines = v.object({
  count: field(count, 'Their number.'),
  lines: field(v.array(PlanLine), 'The first of them.'),
  shared: field(
    v.object({
      state: v.optional(v.picklist(LINE_STATES)),
      type: v.optional(v.string()),
      lang: v.optional(v.string()),
    }),
    'What all of them have in common.',
  ),
});
export type ReviewedLines = v.InferOutput<typeof ReviewedLines>;

/** What a push would do, as `POST /live/pushes/review` answers it. */
export const PushReview = item('live-push-review', {
  seen: field(count, 'The plan as it is now: `seen` of the push.'),
  fresh: field(ReviewedLines, 'New posts that become public.'),
  changed: field(ReviewedLines, 'Other posts that are public, or become so.'),
  drafts: field(ReviewedLines, 'Posts that are drafts or pending.'),
  others: field(ReviewedLines, 'Terms, media, languages and settings.'),
  removed: field(
    ReviewedLines,
    'Posts that are in the trash here, and lines that delete something: each is sent only if `deletes` names it. The first 1,000.',
  ),
  settings: field(v.array(v.picklist(CAREFUL_SETTINGS)), 'Careful settings among them.'),
});
export type PushReview = v.InferOutput<typeof PushReview>;

export const STEP_STATES = ['planned', 'sent', 'done', 'skipped', 'conflict', 'failed'] as const;
export type StepState = (typeof STEP_STATES)[number];

/** One step of a push. */
const PushStep = v.object({
  seq: field(count, 'Its place.'),
  key: field(v.string(), 'The line it belongs to.'),
  kind: field(v.picklist(LINE_KINDS), 'What it is about.'),
  type: field(v.string(), 'Post type or taxonomy; "language", "settings" or "strings".'),
  id: field(count, 'Number here; 0 where it is not here.'),
  title: field(v.string(), 'Title or name.'),
  lang: field(v.string(), 'Code of its language; "" for none.'),
  action: field(v.string(), 'language, term, media, shell, group, update, trash or delete.'),
  state: field(v.picklist(STEP_STATES), 'How far it is.'),
  at: field(v.string(), 'When it was sent, or once it is over when that was noted, in UTC; "" before.'),
  tries: field(
    v.object({
      count: field(count, 'How often; 0 where the push did not stop at it.'),
      since: field(v.string(), 'When it was tried first, in UTC; "" where it was not.'),
      until: field(v.string(), 'When the last attempt ended, in UTC; "" where there was none.'),
    }),
    'Attempts since the push went on last, where it stopped at this step.',
  ),
  is_new: field(v.boolean(), 'The push makes the item there.'),
  fields: field(v.array(v.string()), 'Names of the fields it sends; empty for a new item, which is sent as a whole.'),
  status: field(v.string(), 'Status that a new post gets there; "" for anything else.'),
  original: field(v.string(), 'Title of the item that a new one translates; "" for none.'),
  remote_id: field(count, 'Number there; 0 for none.'),
  edit_there: field(v.string(), 'Where it is edited there; "" where it is not.'),
  code: field(v.string(), 'What happened, as a code; "" for nothing to tell.'),
  params: field(v.record(v.string(), v.string()), 'What the code names.'),
  message: field(v.string(), 'The same as an English sentence.'),
  altered: field(v.array(v.string()), 'Fields that the site stored other than they were sent.'),
  lost: field(
    v.record(v.string(), v.string()),
    'Texts of somebody else that were stored between the last look and the write, by field.',
  ),
  partners: field(
    v.array(v.object({ lang: v.string(), title: v.string(), edit_there: v.string() })),
    'Translations to link by hand, where the site cannot do it by API; edit_there: "" where it is not there yet.',
  ),
});

/** A push with its steps, as `GET /live/pushes/{id}` answers it. */
export const Push = item('live-push', { ...Run.entries, steps: field(v.array(PushStep), 'What was sent, in order.') });
export type Push = v.InferOutput<typeof Push>;

/** Names a step of a push in addresses. */
export const StepId = { ...RunId, seq: v.pipe(count, v.minValue(1), v.description('Place of the step.')) };

/** What a step sent and what the site made of it, as `GET /live/pushes/{id}/steps/{seq}` answers it. */
export const StoredStep = item('live-stored-step', {
  seq: field(count, 'Its place.'),
  fields: field(
    v.array(
      v.object({
        field: field(v.string(), 'Name of the field.'),
        sent: field(v.unknown(), 'What was sent, in the form of the plan.'),
        stored: field(v.unknown(), 'What the site has stored.'),
      }),
    ),
    'Fields that the site stored other than they were sent.',
  ),
  names: field(ItemNames, 'What the items are called that these values name by key.'),
  lang: field(v.string(), 'Code of its language; "" for none.'),
  here: field(
    v.picklist(['sent', 'stored', 'other']),
    'What is here now; sent: what the site stored can be taken over. other: changed here or pushed again since.',
  ),
});
export type StoredStep = v.InferOutput<typeof StoredStep>;

/** Pushes, as `GET /live/pushes` answers them, newest first. */
export const Pushes = v.array(Run);

/** Body of `POST /live/pushes/{id}/resume`. */
export const ResumeArgs = { ...RunId, ...once };

/** What an undo does with a line of a push. */
export const UNDO_ACTS = ['back', 'trash', 'delete', 'stays', 'left'] as const;

/** The lines of a push as an undo would treat them, as `GET /live/pushes/{id}/undo` answers them. */
export const UndoLine = item('live-undo-line', {
  key: field(v.string(), 'The line.'),
  kind: field(v.picklist(LINE_KINDS), 'What it is about.'),
  type: field(v.string(), 'Post type or taxonomy; "language", "settings" or "strings".'),
  title: field(v.string(), 'Title or name.'),
  lang: field(v.string(), 'Code of its language; "" for none.'),
  act: field(
    v.picklist(UNDO_ACTS),
    'back: it gets its old values; trash: it goes to the trash; delete: it is deleted if named; stays: that cannot be undone; left: it was edited there since, so it is left alone.',
  ),
  old: field(v.record(v.string(), v.unknown()), 'The old values by field, in the form of the plan; only for back.'),
  names: field(ItemNames, 'What the items are called that these values name by key.'),
});
export type UndoLine = v.InferOutput<typeof UndoLine>;
export const UndoLines = v.array(UndoLine);

/** Body of `POST /live/pushes/{id}/undo`. */
export const UndoPushArgs = {
  ...RunId,
  deletes: v.optional(
    v.pipe(v.array(v.string()), v.description('Keys of terms and media that the push made, to be deleted there.')),
    [],
  ),
  ...once,
};
