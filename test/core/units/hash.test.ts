import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { canonicalJson, hashText, hashValue } from '../../../core/units/hash.ts';

const known = (text: string): string => createHash('sha256').update(text).digest('hex');

test('a text has the SHA-256 that every other program gives it, whatever its length and letters', () => {
  for (let length = 0; length < 200; length++) expect(hashText('x'.repeat(length))).toBe(known('x'.repeat(length)));
  for (const text of ['é', 'اللغة', '言語', '😀'.repeat(40), '\u0000', 'ab\r\n'])
    expect(hashText(text)).toBe(known(text));
});

test.each([
  ['a text as it is', 'a', 'a'],
  ['a number as JSON', 12, '12'],
  ['nothing as null', undefined, 'null'],
  ['keys in order', { b: [1, { d: 2, c: undefined }], a: 'x' }, '{"a":"x","b":[1,{"d":2}]}'],
])('a value is hashed as %s', (_name, value, text) => {
  expect(hashValue(value)).toBe(known(text));
  if (typeof value !== 'string') expect(canonicalJson(value)).toBe(text);
});
