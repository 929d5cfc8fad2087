// Finding terms of a glossary in a text, as the window and the engine do.
import { expect, test } from 'vitest';
import { indexTerms, termsIn, type TermConcept } from '../../../core/units/terms/terms.ts';

type Word = TermConcept['words'][number];
const word = (lang: string, text: string, more: Partial<Word> = {}): Word => {
  return { lang, text, status: 'preferred', case_sensitive: false, ...more };
};
const concept = (id: number, words: Word[], more: Partial<TermConcept> = {}): TermConcept => {
  return { id, definition: '', note: '', keep: false, words, ...more };
};
const CONCEPTS = [
  concept(1, [
    word('en', 'light'),
    word('fr', 'lampe'),
    word('fr', 'feu', { status: 'admitted' }),
    word('fr', 'phare', { status: 'forbidden' }),
  ]),
  concept(2, [word('en', 'front light'), word('fr', 'éclairage avant')]),
  concept(3, [word('en', 'Lezyne')], { keep: true }),
  concept(4, [word('en', 'Polish', { case_sensitive: true }), word('fr', 'polonais')]),
  concept(5, [word('en', 'lamp', { status: 'forbidden' }), word('fr', 'lampe torche')]),
];
const found = (text: string, from = 'en', to = 'fr') =>
  termsIn(indexTerms(CONCEPTS, { from, to }), text).map(({ word: each, allowed, forbidden }) => [
    each,
    allowed,
    forbidden,
  ]);

test.each([
  ['a word, with what may stand for it', 'A light.', [['light', ['lampe', 'feu'], ['phare']]]],
  [
    'the longest first',
    'A front light.',
    [
      ['front light', ['éclairage avant'], []],
      ['light', ['lampe', 'feu'], ['phare']],
    ],
  ],
  ['forms of a word', 'Two lights.', [['light', ['lampe', 'feu'], ['phare']]]],
  ['not within another word', 'To enlighten.', []],
  ['a word of another case is another word where that is said', 'We polish it.', []],
  ['so it is one in its own case', 'A Polish rider.', [['Polish', ['polonais'], []]]],
  ['what is to be avoided in the source is no term', 'A lamp.', []],
])('%s', (_name, text, terms) => {
  expect(found(text)).toEqual(terms);
});

test('words that are never translated are found in every language', () => {
  expect(found('Un éclairage Lezyne.', 'fr', 'ar').map(([each]) => each)).toEqual(['Lezyne']);
});
