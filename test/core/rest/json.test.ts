import { expect, test } from 'vitest';
import { parseJson } from '../../../core/rest/json.ts';
import { growth, STEEP } from '../../support/growth.ts';

const parse = (text: string) => parseJson(Buffer.from(text));
const depth = (levels: number, open = '[', close = ']') => open.repeat(levels) + close.repeat(levels);
const keys = (count: number) => `{${Array.from({ length: count }, (_, i) => `"k${i}":1`).join(',')}}`;
const items = (count: number) => `[${Array.from({ length: count }, () => '1').join(',')}]`;

test.each([
  ['{"a":[1,2.5,"x",null,true]}', { a: [1, 2.5, 'x', null, true] }],
  ['null', null],
  ['5', 5],
  ['"x"', 'x'],
  [' [1] ', [1]],
  ['{"a":1,"a":2}', { a: 2 }],
  ['"\\ud83d\\ude00 \\u00e9 \\" \\\\"', '😀 é " \\'],
  ['"夜 \u2028 \u007f"', '夜 \u2028 \u007f'],
  ['{"constructor":1,"toString":{"prototype":2}}', { constructor: 1, toString: { prototype: 2 } }],
  ['"[[[{{{,,,"', '[[[{{{,,,'],
])('reads %s', (text, value) => {
  expect(parse(text)).toEqual({ value });
});

test.each<[string, string[][] | undefined]>([
  [
    '{"a":1.0,"b":0.0,"c":1e0,"d":{"e":1.0,"g":[0,{"h":-0.0}]},"f":[1.0],"g":1}',
    [['a'], ['b'], ['c'], ['d', 'e'], ['d', 'g', '1', 'h'], ['f', '0']],
  ],
  ['{"a":1.0,"a":1}', undefined],
  ['{"a":1,"a":1.0}', [['a']]],
  ['{"a":"b\\":1.0"}', undefined],
  ['{"a":{"b":1.0},"a":{"b":1}}', undefined],
  ['{"a":1.5,"b":20.0}', undefined],
  ['{"a":1,"b":true}', undefined],
])('tells where a 0 or 1 is a float: %s', (text, floats) => {
  expect(parse(text).floats).toEqual(floats);
});

test('an empty body is not a body', () => {
  expect(parse('')).toEqual({});
});

test.each([
  [4, '{'],
  [4, '{"a":1'],
  [4, '"x'],
  [4, '"x\\'],
  [4, '[1,]'],
  [4, "{'a':1}"],
  [4, '{} {}'],
  [4, ']'],
  [4, ' '],
  [4, 'NaN'],
  [4, '"\\x"'],
  [4, '"\\u12"'],
  [4, '"\\u00zz"'],
  [4, '\ufeff{"a":1}'],
  [4, '{"a":1}\u0000'],
  [3, '"a\nb"'],
  [3, '"\u0000"'],
  [3, '{"a\tb":1}'],
  [3, '"\u001f"'],
  [10, '"\\ud800"'],
  [10, '"\\udc00"'],
  [10, '"\\ud800\\ud800"'],
  [10, '"\\ud800\\n"'],
  [10, '{"\\uDBFFx":1}'],
])('code %i: %j', (code, text) => {
  const { fault } = parse(text);
  expect(fault?.code).toBe(code);
  expect(fault?.message).toMatch(/\.$/);
});

test.each([
  ['513 lists', depth(513)],
  ['5,120 lists', depth(5120)],
  ['a million open lists', '['.repeat(1_000_000)],
  ['513 objects', '{"a":'.repeat(513)],
])('code 1: %s', (_name, text) => {
  expect(parse(text).fault?.code).toBe(1);
});

test.each([
  ['a lone byte', [0x22, 0xff, 0x22]],
  ['an overlong form', [0x22, 0xc0, 0xaf, 0x22]],
  ['an encoded surrogate', [0x22, 0xed, 0xa0, 0x80, 0x22]],
  ['a cut sequence', [0x22, 0xe5, 0xa4]],
  ['UTF-16', [0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]],
])('code 5: %s', (_name, bytes) => {
  expect(parseJson(Buffer.from(bytes)).fault?.code).toBe(5);
});

test.each([
  ['depth 512', depth(512)],
  ['2,000 keys', keys(2000)],
  ['10,000 items', items(10_000)],
  ['many small lists', `[${Array(5000).fill('[1,2]').join(',')}]`],
])('at the limit: %s', (_name, text) => {
  expect(parse(text).fault).toBeUndefined();
});

test.each([
  ['2,001 keys', keys(2001)],
  ['20,000 keys', keys(20_000)],
  ['10,001 items', items(10_001)],
  ['100,000 items', items(100_000)],
  ['keys inside', `[[${keys(2001)}]]`],
])('beyond: %s', (_name, text) => {
  expect(() => parse(text)).toThrow(expect.objectContaining({ code: 'rest_request_too_complex', status: 400 }));
});

test('__proto__ is dropped, however it is written', () => {
  for (const key of ['__proto__', '\\u005f_proto__']) {
    const { value } = parse(`{"${key}":{"x":1},"a":[{"${key}":2,"b":3}]}`);
    expect(JSON.stringify(value)).toBe('{"a":[{"b":3}]}');
    expect(Object.keys(value as object)).toEqual(['a']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect('x' in {}).toBe(false);
  }
});

test('8 MiB are looked through once', () => {
  const steep = growth(2000, (items) => {
    const text = JSON.stringify(Array.from({ length: items }, () => 'x'.repeat(1000)));
    expect(parse(text).fault).toBeUndefined();
  });
  expect(steep).toBeLessThan(STEEP);
});

test('control: an algorithm that rescans everything for each piece is found to be quadratic', () => {
  const steep = growth(1000, (items) => {
    const seen: string[] = [];
    for (let at = 0; at < items; at++) if (seen.every((one) => one !== `${at}`)) seen.push(`${at}`);
  });
  expect(steep).toBeGreaterThan(STEEP);
});
