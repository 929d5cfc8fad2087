// A text that was edited as a whole goes back into its parts: marks and line breaks stay.
import { expect, test } from 'vitest';
import { editParts } from '../../../core/units/replace/edited.ts';

const BREAK = '\n';
/** Parts as texts; a break is fixed, and so is what stands for a mark. */
const partsOf = (...texts: string[]) =>
  texts.map((text) => ({ text: text === '|' ? '' : text, isFixed: text === BREAK || text === '|' }));

const CASES: readonly (readonly [parts: string[], wanted: string, texts: string[] | undefined])[] = [
  [['Un feu'], 'Un phare', ['Un phare']],
  [['Un ', '|', 'feu', '|', ' avant'], 'Un bel feu avant', ['Un bel ', '', 'feu', '', ' avant']],
  [['Un ', '|', 'feu', '|', ' avant'], 'Un phare avant', ['Un phare', '', '', '', ' avant']],
  [['a', BREAK, 'b'], 'c\nd', ['c', BREAK, 'd']],
  [['a', BREAK, 'b'], 'a b', undefined],
  [[BREAK, 'b'], 'x\nb', undefined],
  [['a', BREAK, 'b'], '\n', ['', BREAK, '']],
  [['a', BREAK], 'a\nmore', undefined],
  [['aa'], 'a', ['a']],
  [['👍🏽 oui'], '👎🏽 non', ['👎🏽 non']],
];

test.each(CASES)('%j becomes %j', (parts, wanted, texts) => {
  expect(editParts(partsOf(...parts), wanted)).toEqual(texts);
});
