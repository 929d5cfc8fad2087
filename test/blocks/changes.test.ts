import { expect, test } from 'vitest';
import { align } from '../../core/units/align.ts';
import { readContent } from '../../core/units/content.ts';
import { diffAround } from '../../renderer/lib/text-diff.ts';
import { cpuMs } from '../support/growth.ts';

test('text between two angle brackets that are not a tag is compared too', () => {
  expect(diffAround('if a < b then c > d', 'if a < x then c > d', 'en')).toEqual([
    { kind: 'same', text: 'if a < ' },
    { kind: 'del', text: 'b' },
    { kind: 'ins', text: 'x' },
    { kind: 'same', text: ' then c > d' },
  ]);
});

test('markup and comments are left out', () => {
  const content = (word: string) => `<!-- wp:paragraph {"a":1} --><p>One <b>${word}</b></p><!-- /wp:paragraph -->`;
  const parts = diffAround(content('two'), content('three'), 'en');
  expect(parts.map(({ kind, text }) => `${kind} ${text.trim()}`)).toEqual(['same One', 'del two', 'ins three']);
});

test.each(['<', '<!--', '<b', '<!-- >'])('a content of %j takes no longer than its length', (piece) => {
  const long = piece.repeat(200_000);
  expect(cpuMs(() => diffAround(`${long}a`, `${long}b`, 'en'))).toBeLessThan(2000);
});

test('two contents with one word of 100,000 letters are put side by side in no time', () => {
  const row = (letter: string) => `<p>${letter.repeat(100_000)}</p>\n<p>b</p><p>c</p>`;
  const other = `<ul><li>a</li></ul>${row('y')}`;
  expect(cpuMs(() => align(readContent(row('x')), readContent(other), readContent(row('z'))))).toBeLessThan(2000);
});

test('a change longer than the compared part reports how much remains', () => {
  const long = (letter: string) => `${letter} `.repeat(3000).trim();
  const parts = diffAround(long('a'), long('b'), 'en');
  expect(parts.at(-1)).toEqual({ kind: 'rest', text: String(5999 - 4000) });
  expect(diffAround(long('a'), `${long('a')} b`, 'en').map(({ kind }) => kind)).not.toContain('rest');
});
