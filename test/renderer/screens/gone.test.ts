// What a translation in a file still says, though its source no longer does.
import { expect, test } from 'vitest';
import { goneIn } from '../../../renderer/screens/transfer/handoff/gone.ts';

type Kind = 'same' | 'del' | 'ins';
const CASES: readonly (readonly [text: string, parts: readonly (readonly [Kind, string])[], gone: string[]])[] = [
  [
    'Un feu de 300 lumens.',
    [
      ['same', 'A light of '],
      ['del', '300'],
      ['ins', '400'],
      ['same', ' lumens.'],
    ],
    ['300'],
  ],
  [
    'Il coûte 1.300,50 € à Saint-Jean.',
    [
      ['del', '1.300,50 in Jean'],
      ['ins', 'it'],
    ],
    ['1.300,50', 'Jean'],
  ],
  // It is said elsewhere in the source, too.
  [
    '300 ou 300',
    [
      ['del', '300'],
      ['same', ' or 300'],
    ],
    [],
  ],
  // Parts of longer numbers, and short words that two languages share by chance.
  [
    '13001 sur on',
    [
      ['del', '300 on'],
      ['ins', 'x'],
    ],
    [],
  ],
  ['Sans changement', [], []],
];
test.each(CASES)('%s', (text, parts, gone) => {
  const found = goneIn(
    text,
    parts.map(([kind, words]) => ({ kind, text: words })),
  );
  expect(found.map(([from, to]) => text.slice(from, to))).toEqual(gone);
});
