import { expect, test } from 'vitest';
import { mergeBlock } from '../../../../core/units/merge/merge-block.ts';
import { mergeContent, textOfMerge } from '../../../../core/units/merge/merge-content.ts';
import { mergeWords } from '../../../../core/units/merge/merge-words.ts';
import { mergeMap, mergeScalar, mergeSet } from '../../../../core/units/merge/three-way.ts';

const isSame = (a: unknown, b: unknown): boolean => a === b;

test.each([
  [1, 1, 1, 'same', 1],
  [1, 2, 1, 'here', 2],
  [1, 1, 3, 'there', 3],
  [1, 2, 2, 'both', 2],
  [1, 2, 3, 'conflict', 2],
])('a value: %j, here %j, there %j', (base, here, there, state, value) => {
  expect(mergeScalar({ base, here, there }, isSame)).toEqual({ state, value });
});

test('a set takes additions and removals of both sides', () => {
  expect(mergeSet({ base: [1, 2, 3], here: [2, 3, 4], there: [1, 3, 5] })).toEqual([3, 4, 5]);
  expect(mergeSet({ base: [1], here: [], there: [1] })).toEqual([]);
});

test('a map is merged key by key; only a key that both changed differently is in conflict', () => {
  const merged = mergeMap<string>(
    {
      base: { a: '1', b: '1', c: '1', d: '1' },
      here: { a: '2', b: '1', c: '2', n: '1' },
      there: { a: '1', b: '3', c: '3', d: '1' },
    },
    isSame,
  );
  expect(merged).toEqual({ value: { a: '2', b: '3', c: '2', n: '1' }, conflicts: ['c'] });
});

test.each<[base: string, here: string, there: string, state: string, value: string]>([
  ['one two three four', 'ONE two three four', 'one two three FOUR', 'merged', 'ONE two three FOUR'],
  ['one two three four', 'one two four', 'one two three four five', 'merged', 'one two four five'],
  ['one two', 'one TWO', 'one zwei', 'conflict', 'one TWO'],
  ['one two three', 'one 2 three', 'one 2 three', 'both', 'one 2 three'],
  // Insertions at the same place conflict.
  ['one two', 'one a two', 'one b two', 'conflict', 'one a two'],
  // Tags are replaced whole.
  [
    'see <a href="/a">here</a> or ask us now',
    'see <a href="/b">here</a> or ask us now',
    'see <a href="/a">here</a> or ask us later',
    'merged',
    'see <a href="/b">here</a> or ask us later',
  ],
  [
    '日本語の文章です。今日は晴れ。',
    '日本語の文書です。今日は晴れ。',
    '日本語の文章です。今日は雨。',
    'merged',
    '日本語の文書です。今日は雨。',
  ],
])('words of %j', (base, here, there, state, value) => {
  expect(mergeWords({ base, here, there })).toEqual({ state, value });
});

const heading = (attributes: string, text: string, level = 2): string =>
  `<!-- wp:heading${attributes} -->\n<h${level} class="wp-block-heading">${text}</h${level}>\n<!-- /wp:heading -->`;

test.each<[name: string, base: string, here: string, there: string, value: string | undefined]>([
  [
    'level here, alignment there',
    heading('', 'A title'),
    heading(' {"level":3}', 'A title', 3),
    heading(' {"textAlign":"center"}', 'A title'),
    heading(' {"level":3,"textAlign":"center"}', 'A title', 3),
  ],
  [
    'both the same attribute',
    heading(' {"level":3}', 'A title', 3),
    heading(' {"level":4}', 'A title', 4),
    heading(' {"level":5}', 'A title', 5),
    undefined,
  ],
  [
    'an attribute goes here, another there',
    heading(' {"level":3,"textAlign":"left"}', 'A title', 3),
    heading(' {"level":3}', 'A title', 3),
    heading(' {"textAlign":"left"}', 'A title', 2),
    heading('', 'A title', 2),
  ],
  [
    'bold over words that the other side took out',
    '<!-- wp:paragraph -->\n<p>one two three four five six</p>\n<!-- /wp:paragraph -->',
    '<!-- wp:paragraph -->\n<p>one <strong>two three four</strong> five six</p>\n<!-- /wp:paragraph -->',
    '<!-- wp:paragraph -->\n<p>one two three six</p>\n<!-- /wp:paragraph -->',
    undefined,
  ],
])('attributes and structure of a block: %s', (_name, base, here, there, value) => {
  expect(mergeBlock({ base, here, there })).toEqual(
    value === undefined ? { state: 'conflict', value: here } : { state: 'merged', value },
  );
});

const p = (text: string): string => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;
const doc = (...texts: string[]): string => texts.map(p).join('\n\n');

test.each<[name: string, base: string, here: string, there: string, text: string]>([
  [
    'different blocks',
    doc('a a', 'b b', 'c c'),
    doc('a A', 'b b', 'c c'),
    doc('a a', 'b b', 'c C'),
    doc('a A', 'b b', 'c C'),
  ],
  [
    'inserted at two gaps',
    doc('a', 'b'),
    doc('a', 'x x x', 'b'),
    doc('a', 'b', 'y y y'),
    doc('a', 'x x x', 'b', 'y y y'),
  ],
  ['inserted at one gap: both, here first', doc('a'), doc('a', 'x'), doc('a', 'y'), doc('a', 'x', 'y')],
  ['the same inserted on both sides: once', doc('a', 'b'), doc('a', 'x', 'b'), doc('A', 'x', 'b'), doc('A', 'x', 'b')],
  ['deleted here, another edited there', doc('a a', 'b b'), doc('b b'), doc('a a', 'b B'), doc('b B')],
  [
    'moved here, edited there',
    doc('one first text', 'two second text', 'three third text'),
    doc('three third text', 'one first text', 'two second text'),
    doc('one first text', 'two second word', 'three third text'),
    doc('three third text', 'one first text', 'two second word'),
  ],
])('contents: %s', (_name, base, here, there, text) => {
  const merged = mergeContent({ base, here, there });
  expect(merged.state).toBe('merged');
  expect(textOfMerge(merged)).toBe(text);
});

test('a block that one side deleted and the other edited is a conflict, and can be chosen', () => {
  const merged = mergeContent({ base: doc('a a', 'b b'), here: doc('b b'), there: doc('a A', 'b b!') });
  expect(merged.state).toBe('conflict');
  expect(merged.blocks.map(({ state }) => state)).toEqual(['conflict', 'there']);
  expect(textOfMerge(merged, new Map([[0, 'here']]))).toBe(p('b b!'));
  expect(textOfMerge(merged, new Map([[0, 'there']]))).toBe(doc('a A', 'b b!'));
});

test('an order that both sides changed is a conflict as a whole', () => {
  const [one, two, three] = ['one first text', 'two second text', 'three third text'];
  const merged = mergeContent({ base: doc(one, two, three), here: doc(two, one, three), there: doc(three, one, two) });
  expect(merged.blocks).toMatchObject([{ state: 'conflict', here: doc(two, one, three), there: doc(three, one, two) }]);
});
