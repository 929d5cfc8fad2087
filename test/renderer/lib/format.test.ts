import { expect, test } from 'vitest';
import { format, formatPieces } from '../../../core/schema/wire/message-format.ts';

const days = '{n, plural, =0 {today} one {# day} other {# days}} left';

test.each([
  ['plain', {}, 'en', 'plain'],
  ['Hello {name}', { name: '{n}' }, 'en', 'Hello {n}'],
  [days, { n: 0 }, 'en', 'today left'],
  [days, { n: 1 }, 'en', '1 day left'],
  [days, { n: 1219 }, 'en', '1,219 days left'],
  [days, { n: 1219 }, 'fr', '1\u202f219 days left'],
  ['{n, plural, zero {0} one {1} two {2} few {few} many {many} other {other}}', { n: 2 }, 'ar', '2'],
  ['{n, plural, zero {0} one {1} two {2} few {few} many {many} other {other}}', { n: 11 }, 'ar', 'many'],
  ['{kind, select, a {A {x}} other {B}}', { kind: 'a', x: 'y' }, 'en', 'A y'],
  ['{kind, select, a {A} other {B}}', { kind: 'c' }, 'en', 'B'],
  ['{n, number} of {all, number}', { n: 612, all: 1248 }, 'en', '612 of 1,248'],
  ['{missing} stays', {}, 'en', '{missing} stays'],
])('%s with %j in %s', (pattern, params, locale, text) => {
  expect(format(pattern, params, locale)).toBe(text);
});

test('what is not filled becomes a slot', () => {
  expect(formatPieces('Type {key} for {what}', { what: 'commands' }, 'en')).toEqual([
    'Type ',
    { slot: 'key' },
    ' for ',
    'commands',
  ]);
});

test('a brace that is not closed is a mistake of ours', () => {
  expect(() => format('{n', { n: 1 }, 'en')).toThrow('not closed');
});
