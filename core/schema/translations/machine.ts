import * as v from 'valibot';
import { field, item } from '../wire/answer-field.ts';
import { isMarked } from '../../units/marked-text.ts';
import { SLUG_PATTERN } from '../settings/settings.ts';

/** Maximum number of texts per request, and of characters in each: the limits of providers. */
export const MOST_TEXTS = 50;
export const LONGEST_TEXT = 10_000;

const code = (text: string) => v.pipe(v.string(), v.regex(SLUG_PATTERN), v.description(text));
/** Parameters of `POST /translate`. */
export const TranslateArgs = {
  from: code('Code of the language the texts are in.'),
  to: code('Code of the language to translate into.'),
  texts: v.pipe(
    v.array(
      v.pipe(
        v.string(),
        v.minLength(1),
        v.maxLength(LONGEST_TEXT),
        v.check(isMarked, 'polydesk_invalid_marks'),
        v.description('Marks as <g id="1">…</g>, <x id="2"/> and <n id="3">kept</n>; & < > as entities.'),
      ),
    ),
    v.minLength(1),
    v.maxLength(MOST_TEXTS),
    v.description('The texts, each translated separately. They leave this computer.'),
  ),
};

/** Parameters of `POST /translate/usage`. */
export const UsageArgs = {
  api_key: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(200),
      v.description('A key to try; the stored one when left out or ********.'),
      v.metadata({ secret: true }),
    ),
    '',
  ),
};

/** The translated texts, as answered by `POST /translate`. */
export const Translation = item('machine-translation', {
  from: field(v.string(), 'Code of the language the texts were in.'),
  to: field(v.string(), 'Code of the language they are in now.'),
  provider: field(v.string(), 'Who translated.'),
  characters: field(v.pipe(v.number(), v.integer()), 'Letters that were sent, without marks.'),
  texts: field(
    v.array(v.object({ text: v.string(), code: v.string(), message: v.string() })),
    'In the order they came; where the answer cannot be used, no text but the reason.',
  ),
});

/** What can be translated here, as answered by `GET /translator`. Nothing leaves this computer for it. */
export const Translator = item('translator', {
  enabled: field(v.boolean(), 'Machine translation is switched on.'),
  has_key: field(v.boolean(), 'A key of the provider is stored.'),
  provider: field(v.string(), 'Who translates.'),
  languages: field(
    v.record(v.string(), v.nullable(v.object({ source: v.string(), target: v.string(), formality: v.boolean() }))),
    'The languages of the site as the provider calls them, and whether it knows a formal tone; null for those it does not know.',
  ),
});

/** How much of the paid quota is used up, as answered by `POST /translate/usage`. */
export const Usage = item('usage', {
  provider: field(v.string(), 'Who translates.'),
  used: field(v.pipe(v.number(), v.integer()), 'Letters translated in this period.'),
  limit: field(v.nullable(v.pipe(v.number(), v.integer())), 'Character limit of a period; null for no limit.'),
});

export type Translation = v.InferOutput<typeof Translation>;
export type Translator = v.InferOutput<typeof Translator>;
export type Usage = v.InferOutput<typeof Usage>;
