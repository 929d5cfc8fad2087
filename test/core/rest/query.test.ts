import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RestError } from '../../../core/errors.ts';
import { parseQuery } from '../../../core/rest/query.ts';
import { cpuMs } from '../../support/growth.ts';

test.each([
  ['', {}],
  ['a', { a: '' }],
  ['a=1&a=2', { a: '2' }],
  ['_fields=a,b', { _fields: 'a,b' }],
  ['_fields[]=a&_fields[]=b', { _fields: ['a', 'b'] }],
  ['_fields%5B%5D=a&_fields%5b%5d=b', { _fields: ['a', 'b'] }],
  ['domains[en]=http://en.test&domains[fr]=x', { domains: { en: 'http://en.test', fr: 'x' } }],
  ['m[t][primary][en]=3', { m: { t: { primary: { en: '3' } } } }],
  ['a[1]=y&a[0]=x', { a: ['x', 'y'] }],
  ['a[7]=x', { a: ['x'] }],
  ['a.b=1', { 'a.b': '1' }],
  ['a=1,2', { a: '1,2' }],
  ['a=x+y%20z', { a: 'x y z' }],
  ['a=100%', { a: '100%' }],
  ['a=100%&b=%C3%A9%zz', { a: '100%', b: 'é%zz' }],
  ['search=%E5%A4%9C', { search: '夜' }],
  ['constructor=1&toString=2', { constructor: '1', toString: '2' }],
  ['a[constructor][prototype]=1', { a: { constructor: { prototype: '1' } } }],
  ['__proto__[x]=1&a[__proto__][x]=1&b=1', { a: {}, b: '1' }],
])('%s', (text, expected) => {
  expect(JSON.parse(JSON.stringify(parseQuery(text)))).toEqual(expected);
});

test('keeps the order sent', () => {
  expect(Object.keys(parseQuery('z=1&browser=true&force_lang=3&a=2'))).toEqual(['z', 'browser', 'force_lang', 'a']);
});

test('no object has a prototype', () => {
  const query = parseQuery('a[b][c]=1');
  expect(Object.getPrototypeOf(query)).toBeNull();
  expect(Object.getPrototypeOf(query['a'])).toBeNull();
  expect(({} as Record<string, unknown>)['x']).toBeUndefined();
});

const nested = (depth: number) => 'a' + '[x]'.repeat(depth) + '=1';
const many = (count: number) => Array.from({ length: count }, (_, i) => `p${i}=1`).join('&');

test.each([
  ['1,000 parameters', many(1000)],
  ['64 levels', nested(64)],
  ['index 9,999', 'a[9999]=x'],
])('at the limit: %s', (_name, text) => {
  expect(() => parseQuery(text)).not.toThrow();
});

test.each([
  ['1,001 parameters', many(1001), 'rest_request_too_complex'],
  ['10,000 parameters', many(10_000), 'rest_request_too_complex'],
  ['65 levels', nested(65), 'rest_request_too_complex'],
  ['640 levels', nested(640), 'rest_request_too_complex'],
  ['index 10,000', 'a[10000]=x', 'rest_request_too_complex'],
  ['index 99999999', 'a[99999999]=x', 'rest_request_too_complex'],
  [
    'large indexes',
    Array(1000)
      .fill('a' + '[9999]'.repeat(60) + '=x')
      .join('&'),
    'rest_request_too_complex',
  ],
  [
    'escaped large indexes',
    Array(1000)
      .fill('a' + '[%39999]'.repeat(60) + '=x')
      .join('&'),
    'rest_request_too_complex',
  ],
  ['a byte that is no UTF-8', 'a=%ff', 'rest_invalid_utf8'],
  ['an overlong form', 'a=%c0%ae', 'rest_invalid_utf8'],
  ['a cut sequence in a key', '%e5%a4=1', 'rest_invalid_utf8'],
  ['an encoded surrogate', 'a=%ed%a0%80', 'rest_invalid_utf8'],
])('beyond: %s', (_name, text, code) => {
  const took = cpuMs(() => {
    try {
      parseQuery(text);
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(RestError);
      expect(error).toMatchObject({ code, status: 400 });
    }
  });
  expect(took).toBeLessThan(1500);
});

test('large indexes within the budget are cheap', () => {
  const text = Array(3)
    .fill('a' + '[9999]'.repeat(60) + '=x')
    .join('&');
  expect(cpuMs(() => parseQuery(text))).toBeLessThan(1500);
});

test('plain queries, which take a shorter way, are read like all others', () => {
  const letter = fc.constantFrom('a', 'b', '1', '_', '-', '.', ',', ':', '=', '&', '__proto__', 'constructor');
  const text = fc.array(letter, { maxLength: 30 }).map((letters) => letters.join(''));
  fc.assert(
    fc.property(text, (plain) => {
      // Encoded input takes the slow path.
      const long = { ...parseQuery(`${plain}&%7A=1`) };
      delete long['z'];
      expect(Object.entries(parseQuery(plain))).toEqual(Object.entries(long));
    }),
    { numRuns: 2000 },
  );
});
