import * as v from 'valibot';
import type { Summary } from './summaries.ts';
import { field, item } from '../wire/answer-field.ts';

/** Maximum number of entries in an answer. */
const MOST = 200;
/** Maximum number of meanings of a search word: there are about a hundred codes and settings. */
const MOST_MEANINGS = 200;

const entryId = v.pipe(v.number(), v.integer(), v.minValue(1));
const limit = v.optional(
  v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MOST), v.description('Most entries to answer.')),
  50,
);

/** The origins of changes. */
const ORIGINS = ['window', 'token', 'import', 'pull', 'push', 'undo', 'command line'] as const;

/** Parameters of `GET /history` (`contract/extras.md`). */
export const HistoryQuery = {
  before: v.optional(
    v.pipe(entryId, v.description('Only entries with a smaller id: the id of the last one of the page before.')),
  ),
  limit,
  author: v.optional(v.pipe(v.string(), v.description('Only changes by this user, by login.'))),
  token: v.optional(v.pipe(v.string(), v.description('Only changes that came with the token of this name.'))),
  kind: v.optional(v.pipe(v.string(), v.description('Only changes of items of this kind, e.g. "language".'))),
  id: v.optional(
    v.pipe(v.string(), v.description('Only changes of the item with this id, or the setting with this name.')),
  ),
  field: v.optional(
    v.pipe(v.string(), v.description('With kind and id of a post, media item or term: only changes of this field.')),
  ),
  kinds: v.optional(v.pipe(v.array(v.string()), v.description('Only changes of items of any of these kinds.'))),
  origin: v.optional(v.pipe(v.picklist(ORIGINS), v.description('Only changes that came from there.'))),
  search: v.optional(
    v.pipe(
      v.string(),
      v.description(
        'Only changes where each of these words is in the summary, the author, the token, or a name or value of a field that was changed.',
      ),
    ),
  ),
  means: v.optional(
    v.pipe(
      v.record(v.pipe(v.string(), v.regex(/^w\d+$/)), v.pipe(v.array(v.string()), v.maxLength(MOST_MEANINGS))),
      v.description(
        'What a word of the search means in another language, by its position: w0 is the first. Codes of summaries, names of fields and settings, codes of languages.',
      ),
    ),
  ),
};

/** Parameter of the routes of one entry. */
export const HistoryId = { id: v.pipe(entryId, v.description('Number of the change.')) };

export const UndoArgs = {
  ...HistoryId,
  force: v.optional(v.pipe(v.boolean(), v.description('Take back also fields that were changed again since.')), false),
  kind: v.optional(
    v.pipe(
      v.picklist(['post', 'media', 'term']),
      v.description('With "item" and "field": only that field of that item.'),
    ),
  ),
  item: v.optional(v.pipe(entryId, v.description('Number of the item.'))),
  field: v.optional(
    v.pipe(
      v.string(),
      v.description('A text of the item as the history names it, its status or template, or meta[KEY].'),
    ),
  ),
  unit: v.optional(
    v.pipe(
      v.number(),
      v.integer(),
      v.minValue(0),
      v.description('With the field "content": only this text of it, by its place in what the change left, from 0.'),
    ),
  ),
};

/** Parameters of `GET /changes`. */
export const ChangesQuery = {
  since: v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(0), v.description('Only changes after the one with this id.')),
    0,
  ),
  limit,
};

/** The author of a change, in answers. */
export const HistoryWriter = item('history-writer', {
  author: field(v.string(), 'Login of the user.'),
  token: field(v.string(), 'Name of the token the changes came with; "" for none.'),
});
export type HistoryWriter = v.InferOutput<typeof HistoryWriter>;

/** An entry of the history, in answers. */
export const HistoryEntry = item('history-entry', {
  id: field(v.pipe(v.number(), v.integer()), 'Number of the change, ascending without gaps.'),
  at: field(v.string(), 'When it was made, in ISO 8601.'),
  author: field(v.string(), 'Login of who made it.'),
  token: field(v.string(), 'Name of the token it came with; "" for none.'),
  origin: field(v.picklist(ORIGINS), 'Where it came from.'),
  summary: field(v.string(), 'What it did, in an English sentence.'),
  code: field(v.string(), 'The kind of change, as a code that can be shown in any language.'),
  params: field(
    v.record(v.string(), v.unknown()),
    'Values in the sentence: names, numbers, codes of languages, and the summaries of a batch.',
  ),
  items: field(
    v.array(
      v.object({
        kind: v.string(),
        id: v.union([v.number(), v.string()]),
        op: v.picklist(['create', 'update', 'delete']),
      }),
    ),
    'What it touched; of very many only the first.',
  ),
  item_count: field(v.pipe(v.number(), v.integer()), 'How many items it touched.'),
  undone_by: field(v.nullable(v.pipe(v.number(), v.integer())), 'The change that took it back.'),
  undoes: field(v.nullable(v.pipe(v.number(), v.integer())), 'The change it took back.'),
});
export type HistoryEntry = v.InferOutput<typeof HistoryEntry> & Summary;

const Changes = v.array(
  v.object({
    kind: v.string(),
    id: v.union([v.number(), v.string()]),
    field: v.string(),
    before: v.unknown(),
    after: v.unknown(),
  }),
);

/** An entry of a list. */
export const ListedEntry = item('history-listed-entry', {
  ...HistoryEntry.entries,
  changes: field(
    v.optional(Changes),
    'What it changed of the item that kind and id name, with names of terms, authors, parents and pictures.',
  ),
});
export type ListedEntry = v.InferOutput<typeof ListedEntry> & Summary;

/** An entry with what it changed, field by field; secrets are masked. */
export const EntryChanges = item('history-entry-changes', {
  ...HistoryEntry.entries,
  changes: field(Changes, 'Fields before and after; of very many rows those of the first.'),
  has_more: field(v.boolean(), 'It changed more rows than these.'),
});
export type EntryChanges = v.InferOutput<typeof EntryChanges> & Summary;

/** Entries after an id, and the newest id. */
export const ChangesPage = item('changes', {
  entries: field(v.array(HistoryEntry), 'The entries, oldest first.'),
  latest: field(v.pipe(v.number(), v.integer()), 'Number of the newest entry there is.'),
});
export type ChangesPage = v.InferOutput<typeof ChangesPage>;
