import * as v from 'valibot';
import { field, item } from '../wire/answer-field.ts';
import { LINE_STATES } from './live.ts';
import { once } from './run.ts';

const count = v.pipe(v.number(), v.integer());

/** The kinds of lines. */
export const LINE_KINDS = ['post', 'term', 'language', 'settings'] as const;
export type LineKind = (typeof LINE_KINDS)[number];

/** Identifies a line in addresses and choices: its kind, a hyphen and its key: `post-UUID`, `language-fr`, `settings-site`. */
const KEY = '[a-z]+-[\\w-]+';
export const LineKey = {
  key: v.pipe(v.string(), v.description('Name of the line.'), v.metadata({ inPath: KEY })),
};

/** The choices for a line or one of its fields. leave: neither side is changed. */
export const CHOICES = ['here', 'there', 'merged', 'leave'] as const;
const Choice = v.picklist(CHOICES);
export const LineChoice = v.union([Choice, v.record(v.string(), Choice)]);
export type LineChoice = v.InferOutput<typeof LineChoice>;

/** Why a line cannot be sent or taken over: a code with parameters. */
const Hindrance = v.object({ code: v.string(), params: v.record(v.string(), v.string()) });
export type Hindrance = v.InferOutput<typeof Hindrance>;

const lineFields = {
  key: field(v.string(), 'Names the line in choices: post-UUID, language-fr, settings-site.'),
  kind: field(v.picklist(LINE_KINDS), 'What it is about.'),
  type: field(v.string(), 'Post type or taxonomy; "language", "settings" or "strings".'),
  id: field(count, 'Number here; 0 where it is not here.'),
  title: field(v.string(), 'Title or name.'),
  lang: field(v.string(), 'Code of its language; "" for none.'),
  state: field(v.picklist(LINE_STATES), 'What became of it since both sides were the same.'),
  fields: field(v.array(v.string()), 'Names of the fields that differ.'),
  choice: field(v.nullable(LineChoice), 'What was decided; null: nothing. Void once a side has changed since.'),
  here: field(v.string(), 'Hash of what is here; "" where it is not.'),
  there: field(v.string(), 'Hash of what is there; "" where it is not.'),
  twin: field(v.string(), 'Line of the other side that looks like the same item; "" for none.'),
  original: field(
    v.nullable(v.object({ title: v.string(), lang: v.string() })),
    'What a new item translates: the member of its group in the default language, else the first one; null: nothing.',
  ),
  hindrance: field(v.nullable(Hindrance), 'Why it cannot be sent or taken over; null: it can.'),
};

/** A line of the plan, as `GET /live/plan` answers it (`contract/extras.md`). */
export const PlanLine = item('live-plan-line', lineFields);
export type PlanLine = v.InferOutput<typeof PlanLine>;

const value = (about: string) => field(v.unknown(), about);

/** A field that differs. */
const PlanField = v.object({
  field: field(v.string(), 'Name of the field.'),
  state: field(v.picklist(['here', 'there', 'both', 'merged', 'conflict']), 'Which side changed it.'),
  base: value('What both sides had in common last; left out: nothing.'),
  here: value('What is here; left out: nothing.'),
  there: value('What is there; left out: nothing.'),
  merged: value('What both sides get unless it is decided otherwise; of a conflict what is here.'),
  choice: field(v.nullable(Choice), 'What was decided of it; null: nothing.'),
});
export type PlanField = v.InferOutput<typeof PlanField>;

/** Names of items by key. */
export const ItemNames = v.record(v.string(), v.object({ title: v.string(), lang: v.string() }));
export type ItemNames = v.InferOutput<typeof ItemNames>;

/** The same with its fields, as `GET /live/plan/{key}` answers it. */
export const PlanItem = item('live-plan-item', {
  ...lineFields,
  fields: field(
    v.array(PlanField),
    'Fields that differ; of an item that one side lacks, all of the other. Numbers of items are keys, the own address is {{home}}; before files that were uploaded here {{here}}, with another Polydesk as the site.',
  ),
  names: field(
    ItemNames,
    'What the items are called that the fields name by key, with the code of their language, "" for none.',
  ),
  modified_there: field(v.string(), 'When it was changed there last, in UTC; "" if unknown.'),
  edit_there: field(v.string(), 'Where it is edited there; "" where it is not.'),
  lacks_file: field(
    v.boolean(),
    'A media item whose file is neither here nor there: it can be uploaded once it is added.',
  ),
});
export type PlanItem = v.InferOutput<typeof PlanItem>;

const names = (about: string) => v.optional(v.pipe(v.array(v.string()), v.description(about)));
const word = (about: string) => v.optional(v.pipe(v.string(), v.description(about)));

const filter = {
  direction: v.optional(
    v.pipe(v.picklist(['push', 'pull']), v.description('Only lines that are to be pushed, or pulled; conflicts too.')),
  ),
  states: v.optional(v.pipe(v.array(v.picklist(LINE_STATES)), v.description('Only lines in one of these states.'))),
  kind: v.optional(v.pipe(v.picklist(LINE_KINDS), v.description('Only lines of this kind.'))),
  type: word('Only lines of this type.'),
  lang: word('Only lines of the language with this code; "" for those without.'),
  search: word('Only lines whose title contains this.'),
};

/** Parameters of `GET /live/plan`. */
export const PlanQuery = {
  ...filter,
  page: v.optional(v.pipe(count, v.minValue(1), v.description('Which page.')), 1),
  per_page: v.optional(v.pipe(count, v.minValue(1), v.maxValue(200), v.description('Lines of a page.')), 100),
};

/** Groups of an order: a person ticks a few. */
const MOST_GROUPS = 100;

const LineGroup = v.strictObject({
  is_on: v.pipe(v.boolean(), v.description('Whether these lines take part.')),
  kind: filter.kind,
  type: filter.type,
  lang: filter.lang,
  search: filter.search,
  states: filter.states,
});
/** Lines that a rule leaves out together, or takes again. */
export type LineGroup = v.InferOutput<typeof LineGroup>;

const groups = v.optional(
  v.pipe(
    v.array(LineGroup),
    v.maxLength(MOST_GROUPS),
    v.description(
      'Filters that leave out lines which take part by themselves (is_on: false), or take them again (true); of several that find a line the last one decides.',
    ),
  ),
);

/** A rule, and lines besides, in the body of an order (`rule.ts`). */
const rule = {
  except: names(
    'A rule: all lines that take part by themselves (no conflict, no deletion, nothing in the way, not left out) but these, and `lines` besides.',
  ),
  groups,
};

/** Parameters of `GET /live/plan/types`: the same filter, and the groups of a rule. */
export const PlanTypesQuery = { ...filter, groups };

/** The lines of a type, counted (`GET /live/plan/types`). */
export const PlanType = item('live-plan-type', {
  kind: field(v.picklist(LINE_KINDS), 'What they are about.'),
  type: field(v.string(), 'Post type or taxonomy; "language", "settings" or "strings".'),
  lines: field(count, 'Lines of this type.'),
  deleted: field(count, 'Those of them that delete something.'),
  conflicts: field(count, 'Those of them in conflict.'),
  usual: field(count, 'Those of them that take part unless somebody says otherwise.'),
  ticked: field(count, 'Those of these that the groups do not leave out.'),
});
export type PlanType = v.InferOutput<typeof PlanType>;

/** Body of `PATCH /live/choices`. */
export const ChoicesArgs = {
  choices: v.pipe(
    v.record(v.string(), v.nullable(v.union([v.picklist(['same']), LineChoice]))),
    v.description(
      'By the key of a line: here, there, merged, leave, or one of these by field; same: it is the item that it looks like; null: undecided.',
    ),
  ),
  apart: v.optional(
    v.pipe(
      v.record(v.string(), v.string()),
      v.description('Lines that were declared the same item, each with the key its twin had: they are two again.'),
    ),
    {},
  ),
};
/** Its answer: the named lines. */
export const ChosenLines = v.array(PlanLine);

/** Body of `POST /live/plan/{key}/resolve`. */
export const ResolveArgs = {
  ...LineKey,
  fields: v.pipe(
    v.record(v.string(), v.unknown()),
    v.description('What the fields in conflict are to be, in the form of the plan.'),
  ),
  here: v.pipe(v.string(), v.description('Hash of what was here when it was shown.')),
  there: v.pipe(v.string(), v.description('Hash of what was there when it was shown.')),
};

/** Body of `POST /live/pulls`. */
export const PullArgs = {
  lines: names(
    'Keys of the lines to take over; left out, without a rule: all that need no decision, and those that are decided.',
  ),
  ...rule,
  ...once,
};

/** What a push is to send, by name or by rule. */
export const PushedLines = {
  lines: names('Keys of the lines to send; left out, without a rule: all that need no decision, and those with one.'),
  ...rule,
};
