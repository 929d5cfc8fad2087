import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { coerce } from '../../../../core/schema/wire/coerce.ts';

const integer = v.pipe(v.number(), v.integer());
const open = v.object({ n: integer, on: v.optional(v.boolean()) });

/** Loose wire input and its parsed value (`interface.md` 1.7); unparsable input is unchanged. */
describe.each<[string, v.GenericSchema, [given: unknown, read: unknown][]]>([
  [
    'integer',
    integer,
    [
      [2, 2],
      [2.0, 2],
      ['2', 2],
      [' 2 ', 2],
      ['02', 2],
      ['2.0', 2],
      ['1e0', 1],
      ['-3', -3],
      ['+3', 3],
      ['1.5', 1.5],
      ['2abc', '2abc'],
      ['0x2', '0x2'],
      ['', ''],
      [' ', ' '],
      ['1e999', '1e999'],
      [true, true],
      [null, null],
      [[2], [2]],
    ],
  ],
  [
    'boolean',
    v.boolean(),
    [
      [true, true],
      [1, true],
      [0, false],
      ['1', true],
      ['0', false],
      ['true', true],
      ['FALSE', false],
      [' true', ' true'],
      ['yes', 'yes'],
      ['', ''],
      [2, 2],
    ],
  ],
  [
    'string',
    v.string(),
    [
      ['a', 'a'],
      [5, 5],
      [true, true],
    ],
  ],
  [
    'a word of a list',
    v.picklist(['a', 'b']),
    [
      ['a', 'a'],
      [5, 5],
    ],
  ],
  [
    'a number of a list',
    v.picklist([1, 2]),
    [
      ['2', 2],
      ['two', 'two'],
    ],
  ],
  [
    'list of text',
    v.array(v.string()),
    [
      [['a'], ['a']],
      ['a, b', ['a', 'b']],
      [' a\tb,,c ', ['a', 'b', 'c']],
      ['', []],
      [false, []],
      [true, ['1']],
      [5, ['5']],
      [{}, []],
      [{ 0: 'a', 1: 'b' }, ['a', 'b']],
      [{ a: 'b' }, { a: 'b' }],
      // Only a text as key makes it another thing (`interface.md` 1.7).
      [{ 1: 'a', 7: 'b' }, ['a', 'b']],
      [{ '05': 'a' }, { '05': 'a' }],
      [
        { 0: 'a', b: 'c' },
        { 0: 'a', b: 'c' },
      ],
      [null, null],
    ],
  ],
  [
    'list of integers',
    v.array(integer),
    [
      ['1,2', [1, 2]],
      [
        ['1', 'x'],
        [1, 'x'],
      ],
      [true, [1]],
    ],
  ],
  [
    'object',
    open,
    [
      [
        { n: '1', on: 'true', other: '1' },
        { n: 1, on: true, other: '1' },
      ],
      ['', {}],
      [[], {}],
      [['a'], { 0: 'a' }],
      ['x', 'x'],
      [5, 5],
      [null, null],
    ],
  ],
  [
    'map',
    v.record(v.string(), integer),
    [
      [{ a: '1' }, { a: 1 }],
      [[], {}],
      ['', {}],
    ],
  ],
  [
    'one of several',
    v.union([integer, v.boolean(), v.string()]),
    [
      ['2', 2],
      ['true', true],
      ['two', 'two'],
      [[], []],
    ],
  ],
  ['optional', v.optional(integer, 1), [['2', 2]]],
  ['behind a rule', v.pipe(v.pipe(integer, v.minValue(1)), v.description('')), [['2', 2]]],
])('%s', (_name, schema, rows) => {
  test.each(rows)('%j → %j', (given, read) => {
    expect(coerce(schema, given)).toEqual(read);
  });
});

test('maps come out without a prototype, and keys of every name stay keys', () => {
  const given: unknown = JSON.parse('{"__proto__": {"a": 1}, "constructor": "2"}');
  const read = coerce(v.record(v.string(), v.unknown()), given) as object;
  expect(Object.getPrototypeOf(read)).toBeNull();
  expect(Object.keys(read)).toEqual(['__proto__', 'constructor']);
});
