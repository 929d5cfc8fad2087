import * as v from 'valibot';
import { languageCode } from '../languages/language-fields.ts';
import { field, item } from '../wire/answer-field.ts';

const integer = v.pipe(v.number(), v.integer());
const text = (about: string) => v.pipe(v.string(), v.maxLength(5000), v.description(about));

const Word = v.object({
  lang: languageCode(v.pipe(v.string(), v.description('Code of the language.'))),
  text: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200), v.description('The word.')),
  status: v.optional(
    v.pipe(v.picklist(['preferred', 'admitted', 'forbidden']), v.description('Whether it is to be used.')),
    'preferred',
  ),
  case_sensitive: v.optional(v.pipe(v.boolean(), v.description('Other cases are other words.')), false),
});

const Words = v.pipe(v.array(Word), v.maxLength(500), v.description('Its words, in every language.'));

const facts = {
  definition: text('What it means.'),
  domain: text('The field it belongs to.'),
  note: text('What a translator should know.'),
  keep: v.pipe(v.boolean(), v.description('Its words stay as they are in every language.')),
};

/** A concept of the glossary with its words. */
export const Concept = item('glossary-concept', {
  id: field(integer, 'Its number.'),
  uuid: field(v.string(), 'Its stable key.'),
  ...facts,
  words: field(v.array(item('glossary-word', Word.entries)), 'Its words, the preferred of each language first.'),
  added_at: field(v.string(), 'When it was added, in UTC; "" where that is not known.'),
  added_by: field(v.string(), 'Login of the user who added it.'),
});

const id = v.pipe(integer, v.minValue(1), v.description('Number of the concept.'));
export const ConceptArgs = { id };
export const ConceptCreate = {
  definition: v.optional(facts.definition, ''),
  domain: v.optional(facts.domain, ''),
  note: v.optional(facts.note, ''),
  keep: v.optional(facts.keep, false),
  words: v.pipe(Words, v.minLength(1)),
};
export const ConceptPatch = {
  id,
  definition: v.optional(facts.definition),
  domain: v.optional(facts.domain),
  note: v.optional(facts.note),
  keep: v.optional(facts.keep),
  words: v.optional(v.pipe(Words, v.minLength(1))),
};

/** Parameters of `GET /glossary`. */
export const GlossaryQuery = {
  search: v.optional(
    v.pipe(v.string(), v.maxLength(200), v.description('Only concepts with a word that holds this.')),
    '',
  ),
};

/** Parameters of `GET /glossary/uses`. */
export const TermUsesQuery = {
  include: v.pipe(
    v.array(v.pipe(integer, v.minValue(1))),
    v.minLength(1),
    v.maxLength(100),
    v.description('Numbers of the concepts.'),
  ),
};

export const TermUses = item('term-uses', {
  id: field(integer, 'Number of the concept.'),
  texts: field(integer, 'Translated texts of the site that hold one of its words in the default language.'),
  more: field(v.boolean(), 'There are more: a word is in too many texts to look at all of them.'),
  avoided: field(
    v.array(v.object({ lang: v.string(), word: v.string(), texts: integer })),
    'Its words that are not to be used, and how many translated texts hold each; those in no text are left out.',
  ),
});

/** Parameters of `POST /glossary/match`. */
export const MatchArgs = {
  from: languageCode(v.pipe(v.string(), v.description('Code of the language of the text.'))),
  to: languageCode(v.pipe(v.string(), v.description('Code of the language it is translated into.'))),
  text: v.pipe(v.string(), v.maxLength(100_000), v.description('A marked text of the source.')),
};

export const TermMatch = item('term-match', {
  concept: field(integer, 'Number of the concept.'),
  word: field(v.string(), 'The word of the glossary.'),
  places: field(v.array(v.tuple([integer, integer])), 'Position in the text without its marks.'),
  definition: field(v.string(), 'What it means.'),
  note: field(v.string(), 'What a translator should know.'),
  keep: field(v.boolean(), 'It stays as it is.'),
  allowed: field(v.array(v.string()), 'Words for it, the preferred first.'),
  forbidden: field(v.array(v.string()), 'Words that are not to be used for it.'),
});
