// Finding terms of a glossary in a text, as the window and the engine do.
import { expect, test } from 'vitest';
import { saysTerm } from '../../../core/units/checks/wording.ts';
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
  concept(6, [word('en', 'DE', { case_sensitive: true }), word('fr', 'Allemagne')]),
  concept(7, [word('en', 'fork'), word('fr', 'FOURCHE', { case_sensitive: true })]),
  concept(8, [word('en', 'RAID', { case_sensitive: true })], { keep: true }),
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

test.each([
  ['a word of the translation in another case', 'In DE.', 'en allemagne', true],
  ['a word of the translation whose case matters', 'A fork.', 'une fourche', false],
  ['the same in its own case', 'A fork.', 'une FOURCHE', true],
  ['a word that is kept in its case', 'The RAID.', 'Le RAID', true],
  ['a word that is kept, in another case', 'The RAID.', 'Le raid', false],
  ['another word of the same term', 'A light.', 'un feu', true],
  ['a word to be avoided', 'A light.', 'un phare', false],
])('whether a translation has a term: %s', (_name, source, target, isThere) => {
  const [term] = termsIn(indexTerms(CONCEPTS, { from: 'en', to: 'fr' }), source);
  expect(term && saysTerm(target, term, 'fr_FR')).toBe(isThere);
});
