import * as v from 'valibot';
import { field, item } from '../wire/answer-field.ts';
import type { Params } from '../wire/args.ts';
import { languageCode } from '../languages/language-fields.ts';
import { ITEM_STATES, STATES } from '../../types.ts';
import { UnitMark } from './unit-mark.ts';

const integer = v.pipe(v.number(), v.integer());
const positive = v.pipe(v.number(), v.integer(), v.minValue(1));

/** Posts (of every post type, media too) or terms. */
export const kindArg = v.pipe(v.picklist(['post', 'term']), v.description('Whether an item is post-like or a term.'));
export const idArg = v.pipe(positive, v.description('Number of the item.'));
export const langArg = languageCode(v.pipe(v.string(), v.description('Code of a language.')));

/** Parameters of `GET /coverage`. */
export const CoverageQuery = {
  kind: v.optional(kindArg),
  type: v.optional(v.pipe(v.string(), v.description('Only this post type or taxonomy.'))),
};

/** The filters of a list of groups: a state, any work left, or items without a language. */
export const LIST_STATES = [...STATES, 'todo', 'no_language'] as const;

/** Parameters of `GET /groups`; also the filter of `/bulk`. */
export const GroupsQuery = {
  kind: v.optional(kindArg, 'post'),
  type: v.optional(v.pipe(v.string(), v.description('Post type or taxonomy; "post" or "category" when left out.'))),
  lang: v.optional(
    languageCode(
      v.pipe(v.string(), v.description('With "state": in this language. Alone: groups with an item in it.')),
    ),
  ),
  state: v.optional(
    v.pipe(
      v.picklist(LIST_STATES),
      v.description(
        'Only groups with an item of this state, or without one in a language; "todo": missing, needs an update, partial or draft; "no_language": posts without a language, each a row of its own.',
      ),
    ),
  ),
  search: v.optional(v.pipe(v.string(), v.description('Words in the texts of an item of any language.'))),
  status: v.optional(v.pipe(v.string(), v.description('Only groups with an item of this status.'))),
  author: v.optional(v.pipe(positive, v.description('Only groups with an item of this author.'))),
  term: v.optional(v.pipe(positive, v.description('Only groups with an item that has this term.'))),
  machine: v.optional(
    v.pipe(
      v.boolean(),
      v.description(
        'Only groups with an item whose text a machine wrote and nobody has confirmed yet; with "lang": in it.',
      ),
    ),
    false,
  ),
  modified_after: v.optional(
    v.pipe(v.string(), v.isoTimestamp(), v.description('Only groups changed since, in UTC with "Z".')),
  ),
  media_type: v.optional(
    v.pipe(
      v.picklist(['image', 'video', 'text', 'application', 'audio']),
      v.description('Of media: only files of this kind.'),
    ),
  ),
  lacks: v.optional(
    v.pipe(
      v.picklist(['alt', 'place', 'file']),
      v.description(
        'Of media: only pictures without an alternative text ("alt"), files attached to nothing and shown by no item as its image ("place"), or records whose file is not here ("file").',
      ),
    ),
  ),
  page: v.optional(v.pipe(positive, v.description('Page of the list.')), 1),
  per_page: v.optional(v.pipe(positive, v.maxValue(200), v.description('Groups on a page.')), 50),
  orderby: v.optional(
    v.pipe(
      v.picklist(['modified', 'title', 'id']),
      v.description('Order; terms have no "modified" and come by title.'),
    ),
    'modified',
  ),
  order: v.optional(v.pipe(v.picklist(['asc', 'desc']), v.description('Direction; newest first when left out.'))),
};
export type GroupsQuery = Params<typeof GroupsQuery>;

/** Parameters of `PATCH /groups/{group}`. */
export const GroupPatch = {
  group: v.pipe(positive, v.description('Number of the group.')),
  source: v.pipe(positive, v.description('Number of the item the others are translated from.')),
};

export const ItemArgs = { kind: kindArg, id: idArg };

/** A row of the matrix, as answered by `/groups`. */
export const Group = item('group', {
  group: field(integer, 'Number of the group; 0 for an item without a language.'),
  kind: field(v.picklist(['post', 'term']), 'Whether its items are post-like or terms.'),
  type: field(v.string(), 'Post type or taxonomy.'),
  source: v.pipe(integer, v.description('Number of the item the others are translated from.')),
  title: field(v.string(), 'Title of the source, as stored.'),
  modified: field(v.nullable(v.string()), 'Last change of an item of the group, in UTC; null for terms.'),
  pending: field(v.boolean(), 'Its units are still to be judged; the states are those known so far.'),
  items: field(
    v.record(
      v.string(),
      v.object({
        id: integer,
        title: v.string(),
        status: v.nullable(v.string()),
        state: v.picklist(ITEM_STATES),
        untranslated: integer,
        modified: v.nullable(v.string()),
        slug: v.optional(v.string()),
        link: v.optional(v.string()),
        parent: v.optional(integer),
        count: v.optional(integer),
      }),
    ),
    'Items outside the trash by code of their language; a language without an item is missing. "untranslated": units that show the text of the source. Terms with slug, parent (0 for none) and count; where one group is asked for, each with slug and link.',
  ),
});
export type Group = v.InferOutput<typeof Group>;

const states = v.object({
  source: integer,
  translated: integer,
  needs_update: integer,
  partial: integer,
  draft: integer,
  missing: integer,
  untranslated: integer,
  words: integer,
  words_missing: integer,
});

/** The progress of a type, as answered by `/coverage`. */
export const Coverage = item('coverage', {
  kind: field(v.picklist(['post', 'term']), 'Whether its items are post-like or terms.'),
  type: field(v.string(), 'Post type or taxonomy.'),
  groups: field(integer, 'Number of groups with an item outside the trash.'),
  work: field(
    v.object({
      todo: integer,
      missing: integer,
      needs_update: integer,
      partial: integer,
      draft: integer,
      no_language: integer,
    }),
    'Numbers of groups with work left, and of posts without a language: what /groups answers for the same "state".',
  ),
  pending: field(
    integer,
    'Groups whose units are still to be judged: until then what differs needs an update, and nothing new is partial.',
  ),
  languages: field(
    v.record(v.string(), states),
    'Numbers of items by state, of their units that show the text of the source, of the words of these, and of the words that the missing versions have in their sources, by code of the language.',
  ),
});
export type Coverage = v.InferOutput<typeof Coverage>;

/** The answer of `/staleness/{kind}/{id}`. */
export const Staleness = item('staleness', {
  kind: field(v.picklist(['post', 'term']), 'Whether the item is post-like or a term.'),
  id: field(integer, 'Number of the item.'),
  group: field(integer, 'Number of its group.'),
  source: field(v.object({ id: integer, lang: v.string() }), 'The item it is translated from, and its language.'),
  confirmed_at: field(
    v.nullable(v.string()),
    'When it was last confirmed for its source; null for the source itself, and if it was never confirmed.',
  ),
  state: field(v.picklist([...ITEM_STATES, 'trash']), 'How far the item is.'),
  changes: field(
    v.array(v.object({ field: v.string(), before: v.string(), after: v.string() })),
    'Texts of the source that changed since.',
  ),
  marks: field(v.array(UnitMark), 'What was said about units of the item.'),
});
export type Staleness = v.InferOutput<typeof Staleness>;
