import { expect, test } from 'vitest';
import { titlePieces } from '../../../renderer/frame/palette.ts';

test.each([
  ['Languages', 'lang', '[Lang]uages'],
  ['Rouler de nuit', 'nuit rou', '[Rou]ler de [nuit]'],
  ['Été au lac', 'ete', '[Été] au lac'],
  // What is found by another title, or by its API name.
  ['Nacht', 'night', 'Nacht'],
  ['Posts', '', 'Posts'],
  ['and so on', 'an and', '[an]d so on'],
])('in %j what was typed, %j, stands out: %j', (title, search, shown) => {
  const pieces = titlePieces(title, search);
  expect(pieces.map(({ text, isFound }) => (isFound ? `[${text}]` : text)).join('')).toBe(shown);
});
