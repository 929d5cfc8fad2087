import { expect, test } from 'vitest';
import { keepsMarks, readMarked, writeMarked } from '../../../core/units/marked-text.ts';

test.each([
  'plain',
  'a <g id="0">b</g> c',
  '<g id="0">a <g id="12">b</g></g><x id="n"/>',
  'AT&amp;T &lt;b&gt;',
  '<n id="1">npm start</n>',
  '',
])('%s is read and written as it was', (text) => {
  expect(writeMarked(readMarked(text) ?? [])).toBe(text);
});

test.each([
  '<b>bold</b>',
  '<g id="1">',
  '</g>',
  '<g id="1">a</n>',
  '<g id="1"><n id="2">a</g></n>',
  'a < b',
  '<x id="">',
  '<script>',
])('%s is none', (text) => {
  expect(readMarked(text)).toBeUndefined();
});

const SOURCE = 'Ride <g id="0">slowly</g>, <n id="1">npm</n><x id="2"/>';
test.each([
  ['moved', '<x id="2"/><n id="1">npm</n> <g id="0">lentement</g>', true],
  ['written in another way', '<g id="0">lent</g> <n id="1">npm</n><x id="2"></x>', true],
  ['one gone', 'lentement <n id="1">npm</n><x id="2"/>', false],
  ['one twice', `${SOURCE}<x id="2"/>`, false],
  ['another number', SOURCE.replace('"0"', '"3"'), false],
  ['what stays was translated', SOURCE.replace('npm', 'gérant'), false],
  ['a tag of its own', `${SOURCE}<script></script>`, false],
  ['one that does not end', SOURCE.replace('</g>', ''), false],
])('marks of a translation: %s', (_what, translation, isKept) => {
  expect(keepsMarks(SOURCE, translation)).toBe(isKept);
});
