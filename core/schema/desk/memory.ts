import * as v from 'valibot';
import { languageCode } from '../languages/language-fields.ts';
import { field, item } from '../wire/answer-field.ts';

const integer = v.pipe(v.number(), v.integer());
const code = (text: string) => languageCode(v.pipe(v.string(), v.description(text)));

/** Parameters of `POST /memory/lookup`. */
export const LookUpArgs = {
  from: code('Code of the language of the text.'),
  to: code('Code of the language it is translated into.'),
  text: v.pipe(
    v.string(),
    v.maxLength(100_000),
    v.description('The text to translate, with its formatting as marks: `<g id="0">…</g>`, `<x id="1"/>`.'),
  ),
  key: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[pt]\d{1,15}\.(?:title|excerpt|alt|slug|(?:content|meta)\.\d{1,7})$/),
      v.description('The unit it is, such as p812.content.14: a match in the same place scores 101.'),
    ),
  ),
  limit: v.optional(v.pipe(integer, v.minValue(1), v.maxValue(50), v.description('Matches at most.')), 5),
  min: v.optional(
    v.pipe(integer, v.minValue(50), v.maxValue(100), v.description('The least score; below 70 some may be missing.')),
    70,
  ),
};

/** Where a text of the memory comes from. */
export const MemoryOrigin = item('memory-origin', {
  kind: field(v.nullable(v.picklist(['post', 'term', 'site'])), 'Kind of the item; site: a string; null for a book.'),
  type: field(v.string(), 'Post type or taxonomy of the item; `strings`, or "" for a book.'),
  id: field(integer, 'Number of the translated item, or of the book; 0 for a string.'),
  title: field(v.string(), 'Title of the item, name of the book, or the string in the default language.'),
  quality: field(v.picklist(['confirmed', 'published', 'draft', 'book']), 'How sure the translation is.'),
  at: field(
    v.string(),
    'When it was confirmed, or its book imported, in UTC; "" elsewhere and where that is not known.',
  ),
  field: field(
    v.picklist(['title', 'excerpt', 'alt', 'meta', 'content', 'string', '']),
    'Which text of the item it is; "" for a book.',
  ),
  what: field(v.string(), 'For a text of the content found by a search: "paragraph", "heading 2", "alt"; else "".'),
  place: field(integer, 'Which one of these within the source, from 1; 0 if it is the only one, or not known.'),
});

export const MemoryMatch = item('memory-match', {
  score: field(integer, '100 for the same text, 101 in the same place or after the same text.'),
  kind: field(
    v.picklist(['exact', 'fuzzy', 'numbers', 'parts']),
    'numbers: only numbers differ, and the translation has those of the text that was looked up. parts: its sentences, as far as other texts have them.',
  ),
  source: field(v.string(), 'The text found.'),
  target: field(v.string(), 'Its translation.'),
  diff: field(
    v.array(v.object({ kind: v.picklist(['same', 'del', 'ins']), text: v.string() })),
    'What makes the text found the one that was looked up, word by word, without marks.',
  ),
  origin: MemoryOrigin,
});

/** Parameters of `GET /memory/search`. */
export const MemorySearchQuery = {
  q: v.pipe(v.string(), v.minLength(1), v.maxLength(200), v.description('What a text holds, whatever its case.')),
  in: v.optional(v.pipe(v.picklist(['source', 'target', 'both']), v.description('Which side is searched.')), 'both'),
  from: code('Code of the language of the source.'),
  to: code('Code of the language of the translation.'),
  limit: v.optional(v.pipe(integer, v.minValue(1), v.maxValue(200), v.description('Pairs at most.')), 50),
  whole: v.optional(v.pipe(v.boolean(), v.description('Only whole words.')), false),
  book: v.optional(
    v.pipe(
      integer,
      v.minValue(0),
      v.description('Only texts of the book with this number; 0: only those of the site.'),
    ),
  ),
  type: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(100),
      v.description('Only texts of items of this post type or taxonomy; strings: only those of `/strings`.'),
    ),
  ),
};

const range = v.tuple([integer, integer]);

export const MemorySearch = v.object({
  total: field(integer, 'Pairs found; about so many where `more` is true.'),
  more: field(v.boolean(), 'There are more than are listed.'),
  pairs: field(
    v.array(
      item('memory-pair', {
        source: field(v.string(), 'Without marks.'),
        target: field(v.string(), 'Without marks.'),
        in_source: field(v.array(range), 'Where it was found, from one place to another.'),
        in_target: field(v.array(range), 'The same in the translation.'),
        origin: MemoryOrigin,
      }),
    ),
    'The newest first.',
  ),
});

const bookFields = {
  name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200), v.description('Name of the book.')),
  priority: v.pipe(integer, v.minValue(-1000), v.maxValue(1000), v.description('The lower, the earlier.')),
  penalty: v.pipe(integer, v.minValue(0), v.maxValue(100), v.description('Taken off the score of its matches.')),
  used: v.pipe(v.boolean(), v.description('Whether its texts are offered.')),
};

export const MemoryBook = item('memory-book', {
  id: field(integer, 'Its number.'),
  ...bookFields,
  entries: field(integer, 'How many texts it has.'),
  last_used: field(v.nullable(v.string()), 'When a text of it was last inserted, in UTC; null: never.'),
  uses: field(integer, 'How many of its texts were inserted on that day.'),
  file: field(v.string(), 'Name of the file it was last imported from; "" for texts kept from files of translators.'),
  tool: field(v.string(), 'The tool that wrote the file, as it names itself.'),
  imported_at: field(v.string(), 'When texts were last added to it, in UTC; "" where that is not known.'),
});

/** `GET /memory/pairs`. */
export const MemoryPairs = v.array(
  item('memory-pairs', {
    from: field(v.string(), 'Code of one language.'),
    to: field(v.string(), 'Code of another, later in the order of languages.'),
    pairs: field(integer, 'Units, and entries of books, with a text in both.'),
  }),
);

/** `GET /memory/ratio`. */
export const MemoryRatioQuery = {
  from: code('Code of the language of the source.'),
  to: code('Code of the language of the translation.'),
};
export const MemoryRatio = v.object({
  ratio: field(
    v.nullable(v.number()),
    'How many times as long as its source a translation usually is, letters weighted by script; null with too few texts.',
  ),
});

const bookId = { id: v.pipe(integer, v.minValue(1), v.description('Number of the book.')) };
export const BookArgs = bookId;
export const BookPatch = {
  ...bookId,
  name: v.optional(bookFields.name),
  priority: v.optional(bookFields.priority),
  penalty: v.optional(bookFields.penalty),
  used: v.optional(bookFields.used),
};

/** `GET /memory/books`. */
export const MemoryBookContents = v.array(
  item('memory-book-contents', {
    id: field(integer, 'Number of the book.'),
    bytes: field(integer, 'Size of its texts.'),
    pairs: field(
      v.array(v.object({ from: v.string(), to: v.string(), entries: integer })),
      'Its texts by source and target language.',
    ),
  }),
);

/** `GET /memory/books/{id}`. */
export const MemoryBookOnSite = v.object({
  id: field(integer, 'Number of the book.'),
  on_site: field(
    v.nullable(integer),
    'How many of its texts the site has with the same translation; null while the memory is first being built.',
  ),
});

/** `GET /memory`. */
export const MemoryStatus = v.object({
  texts: field(v.record(v.string(), integer), 'Different texts by code of the language.'),
  words: field(v.record(v.string(), integer), 'Their words.'),
  size: field(integer, 'Bytes of the file.'),
  is_current: field(v.boolean(), 'It is that of the site; false until it was made for the first time, or anew.'),
  waiting: field(integer, 'Groups, entries and lists of strings that changed and are not learned yet.'),
  making: field(
    v.nullable(v.object({ done: integer, total: integer })),
    'While it is made: groups and entries read, of how many.',
  ),
  books: field(v.array(MemoryBook), 'Books, in the order in which they count.'),
});
