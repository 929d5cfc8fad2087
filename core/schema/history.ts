import * as v from 'valibot';
import { field } from './answer-field.ts';

/** Most entries one answer holds. */
const MOST = 200;
/** Most sentences one word of a search may stand for: the interface has about sixty. */
const MOST_MEANINGS = 200;

const entryId = v.pipe(v.number(), v.integer(), v.minValue(1));
const limit = v.optional(
  v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MOST), v.description('Most entries to answer.')),
  50,
);

/** Where a change came from. */
const ORIGINS = ['window', 'token', 'import', 'undo', 'command line'] as const;

/** Parameters of `GET /history` (`contract/extras.md`). */
export const HistoryQuery = {
  before: v.optional(
    v.pipe(entryId, v.description('Only entries with a smaller id: the id of the last one of the page before.')),
  ),
  limit,
  author: v.optional(v.pipe(v.string(), v.description('Only changes by this user, by login.'))),
  kind: v.optional(v.pipe(v.string(), v.description('Only changes of items of this kind, e.g. "language".'))),
  id: v.optional(
    v.pipe(v.string(), v.description('Only changes of the item with this id, or the setting with this name.')),
  ),
  kinds: v.optional(v.pipe(v.array(v.string()), v.description('Only changes of items of any of these kinds.'))),
  origin: v.optional(v.pipe(v.picklist(ORIGINS), v.description('Only changes that came from there.'))),
  search: v.optional(
    v.pipe(
      v.string(),
      v.description('Only changes where each of these words is in the summary, the author or the token.'),
    ),
  ),
  means: v.optional(
    v.pipe(
      v.record(v.pipe(v.string(), v.regex(/^w\d+$/)), v.pipe(v.array(v.string()), v.maxLength(MOST_MEANINGS))),
      v.description(
        'What a word of the search says in the English of the summaries, by its place: w0 is the first. Parts of sentences, with * for anything.',
      ),
    ),
  ),
};

/** Parameter of the routes of one entry. */
export const HistoryId = { id: v.pipe(entryId, v.description('Number of the change.')) };

export const UndoArgs = {
  ...HistoryId,
  force: v.optional(v.pipe(v.boolean(), v.description('Take back also fields that were changed again since.')), false),
};

/** Parameters of `GET /changes`. */
export const ChangesQuery = {
  since: v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(0), v.description('Only changes after the one with this id.')),
    0,
  ),
  limit,
};

/** An entry of the journal, as an answer holds it. */
export const HistoryEntry = v.object({
  id: field(v.pipe(v.number(), v.integer()), 'Number of the change, ascending without gaps.'),
  at: field(v.string(), 'When it was made, in ISO 8601.'),
  author: field(v.string(), 'Login of who made it.'),
  token: field(v.string(), 'Name of the token it came with; "" for none.'),
  origin: field(v.picklist(ORIGINS), 'Where it came from.'),
  summary: field(v.string(), 'What it did, in a sentence.'),
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
