// Parts of the translator's desk that do not need a site.
import { describe, expect, test } from 'vitest';
import { piecesOf } from '../../../renderer/desk/pieces.ts';
import { noteOf } from '../../../renderer/screens/editor/desk/match-words.ts';

describe('the pieces of a text', () => {
  test.each([
    ['none', 'front light', [], 'front light'],
    ['one', 'a front light', [[2, 7]], 'a [front] light'],
    [
      'at both ends',
      'front light',
      [
        [0, 5],
        [6, 11],
      ],
      '[front] [light]',
    ],
  ] as const)('%s', (_name, text, ranges, shown) => {
    expect(
      piecesOf(text, ranges as unknown as [number, number][])
        .map((piece) => (piece.isMarked ? `[${piece.text}]` : piece.text))
        .join(''),
    ).toBe(shown);
  });
});

describe('what makes a match another text', () => {
  const match = (over: object) => ({ score: 86, kind: 'fuzzy' as const, source: 'a', diff: [], ...over });
  const words = (text: string) => [{ kind: 'ins' as const, text }];
  test.each([
    ['the same text', { score: 100, kind: 'exact' as const }, 'Same text'],
    ['in the same place', { score: 101, kind: 'exact' as const }, 'Same text in the same place'],
    ['numbers only', { kind: 'numbers' as const, diff: words('400') }, 'Only numbers differ'],
    ['words', { diff: words('unlit') }, 'Other words'],
    ['words and numbers', { diff: [...words('unlit'), ...words('400')] }, 'Other words and other number'],
    ['signs', { diff: words('!') }, 'Other punctuation'],
  ])('%s', (_name, over, note) => {
    expect(noteOf(match(over), undefined)).toBe(note);
  });
});
