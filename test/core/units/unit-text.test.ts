// The text of a unit that is compared and hashed.
import { expect, test } from 'vitest';
import { readContent } from '../../../core/units/content.ts';
import { textHash } from '../../../core/units/states/hash.ts';
import { unitText } from '../../../core/units/states/unit-text.ts';

const textOf = (html: string): string => unitText(readContent(html).segments[0] ?? { tokens: [], marks: [] });

test.each([
  ['the same words', '<p>One two</p>', '<h2>One two</h2>', true],
  ['an entity and its character', '<p>a &amp; b</p>', '<p>a &#38; b</p>', true],
  [
    'another alternative text, which is a unit of its own',
    '<p>A <img alt="x"> b</p>',
    '<p>A <img alt="y"> b</p>',
    true,
  ],
  ['other words', '<p>One two</p>', '<p>One three</p>', false],
  ['another picture among the words', '<p>A <img src="1.png"> b</p>', '<p>A <img src="2.png"> b</p>', false],
  ['words in bold', '<p>One two three</p>', '<p>One <b>two</b> three</p>', false],
])('%s', (_name, one, other, isSame) => {
  expect(textOf(one) === textOf(other)).toBe(isSame);
});

test('a hash names a text: 16 hex digits, none for no text, none twice among many', () => {
  expect(textHash('')).toBe('');
  const hashes = Array.from({ length: 50_000 }, (_, at) => textHash(`Text ${at} with ${at * 7} words`));
  expect(new Set(hashes).size).toBe(hashes.length);
  expect(hashes.every((hash) => /^[0-9a-f]{16}$/.test(hash))).toBe(true);
});
