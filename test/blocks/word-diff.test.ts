import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyWordChanges, findWordChanges } from '../../core/units/apply-words.ts';
import { tokenDiff, wordDiff } from '../../core/units/diff/word-diff.ts';
import { rowOf, show } from './documents.ts';
import { growth } from '../support/growth.ts';

const shown = (before: string, after: string, lang?: string) =>
  wordDiff(before, after, lang)
    .map(({ kind, text }) => (kind === 'same' ? text : kind === 'del' ? `{-${text}-}` : `{+${text}+}`))
    .join('');

test.each([
  ['', '', 'en', ''],
  ['same', 'same', 'en', 'same'],
  ['', 'new', 'en', '{+new+}'],
  ['old', '', 'en', '{-old-}'],
  ['of 300 lumens', 'of 400 lumens', 'en', 'of {-300-}{+400+} lumens'],
  ['for lit streets.', 'for dark lanes.', 'en', 'for {-lit streets-}{+dark lanes+}.'],
  ['one two three', 'one three', 'en', 'one {-two -}three'],
  ['夜間の自転車は危険です', '夜間の自動車は危険です', 'ja', '夜間の{-自転車-}{+自動車+}は危険です'],
  ['สวัสดีชาวโลก', 'สวัสดีครับชาวโลก', 'th', 'สวัสดี{+ครับ+}ชาวโลก'],
  ['بقوة 300 لومن', 'بقوة 400 لومن', 'ar', 'بقوة {-300-}{+400+} لومن'],
  ['a b', 'a c', 'no_SUCH_code', 'a {-b-}{+c+}'],
])('%j to %j (%s)', (before, after, lang, expected) => {
  expect(shown(before, after, lang)).toBe(expected);
});

const prose = fc.array(fc.constantFrom('a', 'b', 'the', ' ', '. ', '夜間', 'x')).map((words) => words.join(''));

test('both texts are in the difference', () => {
  fc.assert(
    fc.property(fc.oneof(prose, fc.string()), prose, (before, after) => {
      const parts = wordDiff(before, after);
      const without = (kind: string) => parts.filter((part) => part.kind !== kind).map(({ text }) => text);
      expect(without('ins').join('')).toBe(before);
      expect(without('del').join('')).toBe(after);
      expect(parts.some((part, at) => part.text === '' || part.kind === parts[at + 1]?.kind)).toBe(false);
    }),
    { numRuns: 1000 },
  );
});

test('texts of ten kilobytes are compared in no more time than the square of their words asks for', () => {
  const change = {
    edited: (words: readonly string[]) => words.map((word, at) => (at % 20 === 0 ? `${word}x` : word)),
    other: (words: readonly string[]) => words.map((_, at) => words[(at * 31) % words.length]),
  };
  for (const [name, changed] of Object.entries(change)) {
    const steep = growth(425, (count) => {
      const words = Array.from({ length: count }, (_, at) => `word${(at * 7919) % 300}`);
      wordDiff(words.join(' '), changed(words).join(' '));
    });
    // Quadratic growth gives 16, cubic 64.
    expect(steep, name).toBeLessThan(24);
  }
});

test('marks of a row are compared whole', () => {
  const [before, after] = [rowOf('a <b>c</b> <a href="/x">d</a>'), rowOf('a <b>e</b> <a href="/y">d</a>')];
  const parts = tokenDiff(before, after).map(({ kind, token, mark }) => {
    const text = token.kind === 'text' ? token.text : `${token.kind} ${mark?.name}`;
    return kind === 'same' ? text : `${kind} ${text}`;
  });
  expect(parts).toEqual([
    'a ',
    'open b',
    'del c',
    'ins e',
    'close b',
    ' ',
    'del open a',
    'ins open a',
    'd',
    'del close a',
    'ins close a',
  ]);
});

test.each([
  ['of 300 lumens', 'of 400 lumens', 'بقوة 300 لومن', '300→400', 'بقوة 400 لومن'],
  ['of 300 lumens', 'of 400 lumens', 'بقوة ٣٠٠ لومن', '٣٠٠→٤٠٠', 'بقوة ٤٠٠ لومن'],
  ['by Bosch', 'by Shimano', 'von Bosch', 'Bosch→Shimano', 'von Shimano'],
  ['of 300 lumens', 'of 400 lumens', '300 oder 300', '', '300 oder 300'],
  ['of 30 lumens', 'of 40 lumens', '300 Lumen', '', '300 Lumen'],
  ['of 30 lumens', 'of 40 lumens', '1,30 Lumen', '', '1,30 Lumen'],
  ['lit streets', 'dark streets', 'rues éclairées', '', 'rues éclairées'],
  ['from 1 to 5', 'from 5 to 1', 'von 1 bis 5', '', 'von 1 bis 5'],
  ['from 1 to 5', 'from 2 to 6', 'von 1 bis 5', '1→2 5→6', 'von 2 bis 6'],
])('%j to %j in %j', (before, after, target, changes, expected) => {
  const row = rowOf(target);
  const found = findWordChanges(rowOf(before), rowOf(after), row.tokens);
  expect(found.map(({ from, to }) => `${from}→${to}`).join(' ')).toBe(changes);
  expect(show({ ...row, tokens: applyWordChanges(row.tokens, found) })).toBe(expected);
});
