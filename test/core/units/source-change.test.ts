// What a list says of a source that changed since it was sent.
import { expect, test } from 'vitest';
import { sourceChange } from '../../../core/units/diff/source-change.ts';

const LAMP = 'A steady front light of 300 lumens is enough for lit streets.';

test.each([
  ['one number', LAMP, LAMP.replace('300', '400'), { kind: 'number', from: '300', to: '400' }],
  [
    'one number and a word',
    LAMP,
    LAMP.replace('300', '400').replace('lit', 'well lit'),
    { kind: 'number', from: '300', to: '400' },
  ],
  ['a number with a separator', 'It costs 1,200.50 euros a year', 'It costs 1,300 euros a year', { from: '1,200.50' }],
  ['two numbers', 'From 8 to 18 o’clock, every day', 'From 9 to 17 o’clock, every day', { kind: 'number', from: '' }],
  ['Arabic digits', 'افتح المصباح ٣٠٠ لومن في الليل', 'افتح المصباح ٤٠٠ لومن في الليل', { from: '٣٠٠', to: '٤٠٠' }],
  ['a word', LAMP, LAMP.replace('steady', 'bright'), { kind: 'words', count: 1 }],
  ['words added', LAMP, `${LAMP} Aim it slightly down.`, { kind: 'words', count: 4 }],
  [
    'Japanese words',
    '夜はゆっくり走る。昼は速く走る。',
    '夜はゆっくり走る。朝は速く走る。',
    { kind: 'words', count: 1 },
  ],
  ['another text', LAMP, 'Never ride without one.', { kind: 'rewritten' }],
  ['capitals', 'Privacy policy', 'Privacy Policy', { kind: 'case' }],
  ['a comma', 'First, look at the map', 'First look at the map', { kind: 'punctuation' }],
  ['formatting only', LAMP, LAMP, { kind: 'formatting' }],
])('%s', (_name, before, after, change) => {
  expect(sourceChange(before, after, 'en')).toMatchObject(change);
});
