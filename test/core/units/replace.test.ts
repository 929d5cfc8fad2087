// Finding and replacing words in a text.
import { expect, test } from 'vitest';
import { replaceIn } from '../../../core/units/replace/replace.ts';

const asked = { matchCase: false, wholeWords: true };

test.each([
  ['a word', 'Un phare avant.', 'phare', 'feu', {}, 'Un feu avant.', 1],
  ['a capital stays one', 'Phare avant', 'phare avant', 'éclairage avant', {}, 'Éclairage avant', 1],
  ['each time', 'a b a', 'a', 'c', {}, 'c b c', 2],
  ['not within a word', 'phares', 'phare', 'feu', {}, 'phares', 0],
  ['within a word where that is meant', 'phares', 'phare', 'feu', { wholeWords: false }, 'feus', 1],
  ['not another case where that is meant', 'Phare', 'phare', 'feu', { matchCase: true }, 'Phare', 0],
  ['words that hold themselves', 'a', 'a', 'aa', {}, 'aa', 1],
  ['Arabic', 'ضوء أمامي', 'ضوء', 'مصباح', {}, 'مصباح أمامي', 1],
  ['without blanks between words', '前灯很亮', '前灯', '车灯', { wholeWords: false }, '车灯很亮', 1],
  ['a letter that grows in small letters', 'İstanbul phare', 'phare', 'feu', {}, 'İstanbul feu', 1],
  ['taken away', 'a b c', ' b', '', { wholeWords: false }, 'a c', 1],
])('%s', (_name, text, q, to, how, after, count) => {
  expect(replaceIn(text, { q, to, ...asked, ...how })).toEqual({ text: after, count });
});
