import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { check, listText } from '../../../../core/schema/wire/explain.ts';
import { Settings } from '../../../../core/schema/settings/settings.ts';

const { force_lang, domains, sync, nav_menus, media, machine_translation_services } = Settings.entries;
const text = v.pipe(v.string(), v.minLength(2), v.maxLength(3));
const count = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(9));
const item = v.object({ method: v.optional(v.picklist(['POST', 'PUT']), 'POST'), path: v.string() });
const closed = v.strictObject({ a: v.optional(v.boolean()), b: v.optional(v.boolean()) });

/** The first error of a parameter: its code, and the nested name in its text and `data.param` (`interface.md` 1.8). */
describe('refused', () => {
  test.each<[string, v.GenericSchema, unknown, code: string, at: string]>([
    ['a type', force_lang, 'two', 'rest_invalid_type', 'x'],
    ['a number out of the list', force_lang, 9, 'rest_not_in_enum', 'x'],
    ['null', force_lang, null, 'rest_invalid_type', 'x'],
    ['a fraction', count, 1.5, 'rest_invalid_type', 'x'],
    ['below', count, 0, 'rest_out_of_bounds', 'x'],
    ['above', count, 10, 'rest_out_of_bounds', 'x'],
    ['short', text, 'a', 'rest_too_short', 'x'],
    ['long', text, 'abcd', 'rest_too_long', 'x'],
    ['a word out of the list', sync, ['taxonomies', 'colour'], 'rest_not_in_enum', 'x[1]'],
    ['a type in a list', sync, [5], 'rest_invalid_type', 'x[0]'],
    ['a map for a list', sync, { a: 1 }, 'rest_invalid_type', 'x'],
    ['a key', domains, { EN: '' }, 'rest_additional_properties_forbidden', 'EN'],
    ['the first bad key', domains, { en: '', 'A b': '', '!': '' }, 'rest_additional_properties_forbidden', 'A b'],
    ['an address', domains, { en: 'ftp://a.test' }, 'rest_invalid_uri', 'x[en]'],
    ['a value of a map', domains, { en: 5 }, 'rest_invalid_type', 'x[en]'],
    ['deep inside', nav_menus, { t: { primary: { en: 'a' } } }, 'rest_invalid_type', 'x[t][primary][en]'],
    ['deep and below', nav_menus, { t: { primary: { en: -1 } } }, 'rest_out_of_bounds', 'x[t][primary][en]'],
    [
      'a key every object has',
      domains,
      JSON.parse('{"__proto__": ""}'),
      'rest_additional_properties_forbidden',
      '__proto__',
    ],
    ['an unknown property', media, { other: 1 }, 'rest_additional_properties_forbidden', 'other'],
    ['text for an object', media, 'x', 'rest_invalid_type', 'x'],
    ['a list for a closed object', machine_translation_services, ['a'], 'rest_additional_properties_forbidden', '0'],
    ['a missing property', v.array(item), [{}], 'rest_property_required', 'path'],
    ['too many', v.pipe(v.array(v.string()), v.maxLength(1)), ['a', 'b'], 'rest_too_many_items', 'x'],
    ['too few', v.pipe(v.array(v.string()), v.minLength(1)), [], 'rest_too_few_items', 'x'],
    ['one of several types', v.union([v.number(), v.boolean()]), 'a', 'rest_invalid_type', 'x'],
    // What is missing first, then in the order of the value, not of the schema.
    ['missing before wrong', v.array(item), [{ method: 'GET' }], 'rest_property_required', 'path'],
    ['the first of the value', v.array(item), [{ path: 5, method: 'GET' }], 'rest_invalid_type', 'x[0][path]'],
    ['the first item', v.array(item), [{ path: 'a', method: 'GET' }, {}], 'rest_not_in_enum', 'x[0][method]'],
    ['unknown before wrong', closed, { c: 1, a: 'x' }, 'rest_additional_properties_forbidden', 'c'],
    ['wrong before unknown', closed, { b: 'x', c: 1, a: 'x' }, 'rest_invalid_type', 'x[b]'],
  ])('%s', (_name, schema, value, code, at) => {
    const checked = check(schema, 'x', value);
    const fault = checked.ok ? undefined : checked.fault;
    expect(fault?.code).toBe(code);
    expect(fault?.message.startsWith(`${at} `)).toBe(true);
    expect(fault?.data).toEqual(code === 'rest_invalid_type' ? { param: at } : null);
  });
});

describe('accepted', () => {
  test.each<[string, v.GenericSchema, unknown, unknown]>([
    ['as it is', force_lang, 2, 2],
    ['read loosely', force_lang, '2', 2],
    ['empty', domains, '', {}],
    ['blanks around an address', domains, { en: '  a.test ' }, { en: '  a.test ' }],
    ['unknown properties of an open object go', item, { path: 'a', other: 1 }, { method: 'POST', path: 'a' }],
    ['nothing is filled in where a write merges', media, {}, {}],
    ['an empty list for an empty map', machine_translation_services, { mt_provider: [] }, { mt_provider: {} }],
  ])('%s', (_name, schema, value, expected) => {
    expect(check(schema, 'x', value)).toEqual({ ok: true, value: expected });
  });
});

test.each([
  [[], ''],
  [['a'], 'a'],
  [['a', 'b'], 'a and b'],
  [['a', 'b', 'c'], 'a, b, and c'],
  [[1, 2, 3], '1, 2, and 3'],
])('%j reads "%s"', (items, sentence) => {
  expect(listText(items)).toBe(sentence);
});

test.each<[string, v.GenericSchema, unknown, string]>([
  ['a number that must be whole', count, 'x', 'x must be of type integer.'],
  ['one in a list', v.array(count), [1, 'y'], 'x[1] must be of type integer.'],
  ['one deep inside', nav_menus, { t: { primary: { en: 'a' } } }, 'x[t][primary][en] must be of type integer.'],
  ['any number', v.number(), 'x', 'x must be of type number.'],
  ['the values there are now', languages(['en', 'fr']), 'zz', 'x must be one of en and fr.'],
  ['no values yet', languages([]), 'zz', 'x has no value to choose from yet.'],
  ['one item', v.pipe(v.array(v.string()), v.minLength(1)), [], 'x must hold at least 1 item.'],
])('in words: %s', (_name, schema, value, message) => {
  const checked = check(schema, 'x', value);
  expect(checked.ok || checked.fault.message).toBe(message);
});

function languages(codes: string[]): v.GenericSchema {
  return v.pipe(
    v.string(),
    v.check((code) => codes.includes(code), 'rest_not_in_enum'),
    v.metadata({ choices: () => codes }),
  );
}
