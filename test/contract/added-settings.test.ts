import { expect, test } from 'vitest';
import { withoutAddedSettings } from './added-settings.ts';

// A setting added after the cases were recorded.
const names = ['browser'];
const answer = { force_lang: 1, browser: false, version: '1.0.0' };
const without = { force_lang: 1, version: '1.0.0' };

test.each<[string, unknown, unknown]>([
  ['answered', answer, without],
  ['answered in a batch', { responses: [{ body: answer }] }, { responses: [{ body: without }] }],
  [
    'described by OPTIONS',
    { schema: { properties: { force_lang: {}, browser: {} } } },
    { schema: { properties: { force_lang: {} } } },
  ],
  ['control: a wrong value', { ...answer, browser: 'no' }, { ...answer, browser: 'no' }],
  ['control: a key that is not a setting', { ...answer, other: 1 }, { ...without, other: 1 }],
  ['control: elsewhere', { browser: false }, { browser: false }],
])('an added setting is left out where settings are %s', (_where, given, expected) => {
  expect(withoutAddedSettings(given, names)).toEqual(expected);
});
