import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareItem, type Fields, type LineState } from '../../../core/live/compare.ts';
import { liveFields } from '../../../core/live/fields.ts';
import type { Json } from '../../../core/types.ts';

const FIELDS = liveFields('post', ['categories']);
const p = (text: string): string => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;
const base: Fields = {
  title: 'One title of words',
  content: `${p('first text here')}\n\n${p('second text there')}`,
  slug: 'one',
  status: 'publish',
  categories: ['a', 'b'],
  meta: { x: 1, y: 2 },
  lang: 'en',
  translations: { en: 'i', fr: 'j' },
};
const onlyGroup: Fields = { translations: { en: 'i', fr: 'j' } };

test.each<[name: string, here: Fields, there: Fields, state: LineState, merged: Fields]>([
  ['nothing', {}, {}, 'same', {}],
  ['one side', { title: 'Mine' }, {}, 'here', { title: 'Mine' }],
  ['the other side', {}, { slug: 'two' }, 'there', { slug: 'two' }],
  ['both the same', { slug: 'two' }, { slug: 'two' }, 'same', { slug: 'two' }],
  ['different fields', { slug: 'two' }, { status: 'draft' }, 'merged', { slug: 'two', status: 'draft' }],
  [
    'words of a title',
    { title: 'One title of WORDS' },
    { title: '1 title of words' },
    'merged',
    { title: '1 title of WORDS' },
  ],
  [
    'blocks of a content',
    { content: `${p('first text HERE')}\n\n${p('second text there')}` },
    { content: `${p('first text here')}\n\n${p('second text THERE')}` },
    'merged',
    { content: `${p('first text HERE')}\n\n${p('second text THERE')}` },
  ],
  ['a set', { categories: ['a', 'b', 'c'] }, { categories: ['b'] }, 'merged', { categories: ['b', 'c'] }],
  ['keys of a map', { meta: { x: 2, y: 2 } }, { meta: { x: 1 } }, 'merged', { meta: { x: 2 } }],
  [
    'a group',
    { translations: { en: 'i', fr: 'j', de: 'k' } },
    { translations: { en: 'i' } },
    'merged',
    { translations: { en: 'i', de: 'k' } },
  ],
  ['one value twice', { slug: 'two' }, { slug: 'three' }, 'conflict', { slug: 'two' }],
  [
    'two items for one language',
    { translations: { en: 'i', fr: 'k' } },
    { translations: { en: 'i', fr: 'l' } },
    'conflict',
    {},
  ],
])('%s', (_name, ours, theirs, state, merged) => {
  const line = compareItem({ base, here: { ...base, ...ours }, there: { ...base, ...theirs } }, FIELDS);
  expect(line.state).toBe(state);
  expect(Object.fromEntries(line.fields.map((one) => [one.field, one.merged]))).toMatchObject(merged);
});

test.each<[name: string, sides: Parameters<typeof compareItem>[0], state: LineState]>([
  ['new_here', { base: undefined, here: base, there: undefined }, 'new_here'],
  ['new_there', { base: undefined, here: undefined, there: base }, 'new_there'],
  ['deleted_there', { base, here: base, there: undefined }, 'deleted_there'],
  ['deleted_here', { base, here: undefined, there: base }, 'deleted_here'],
  ['deleted there, changed here', { base, here: { ...base, slug: 'x' }, there: undefined }, 'conflict'],
  ['deleted there, only the group agreed', { base: onlyGroup, here: base, there: undefined }, 'conflict'],
  ['deleted here, only the group agreed', { base: onlyGroup, here: undefined, there: base }, 'conflict'],
  ['deleted on both sides', { base, here: undefined, there: undefined }, 'same'],
  ['never on both sides, different', { base: undefined, here: base, there: { ...base, slug: 'x' } }, 'conflict'],
  [
    'a group that is part of the other',
    { base: undefined, here: { ...base, translations: { en: 'i' } }, there: base },
    'there',
  ],
  ['no language against one', { base: undefined, here: base, there: { ...base, lang: '', translations: {} } }, 'here'],
  [
    'groups that contradict',
    { base: undefined, here: base, there: { ...base, translations: { en: 'i', fr: 'x' } } },
    'conflict',
  ],
  [
    'never on both sides: a date of its own is not a difference to decide',
    {
      base: undefined,
      here: { ...base, date_gmt: '2026-01-02T03:04:05' },
      there: { ...base, date_gmt: '2026-01-02T03:04:09' },
    },
    'there',
  ],
  [
    'the dates of what was on both sides are',
    {
      base: { ...base, date_gmt: '2026-01-01T00:00:00' },
      here: { ...base, date_gmt: '2026-01-02T03:04:05' },
      there: { ...base, date_gmt: '2026-01-02T03:04:09' },
    },
    'conflict',
  ],
  ['never on both sides, equal', { base: undefined, here: base, there: { ...base } }, 'same'],
])('%s', (_name, sides, state) => {
  expect(compareItem(sides, FIELDS).state).toBe(state);
});

test('a field that one side does not know is not compared', () => {
  const { template: _none, ...there } = { ...base, template: '' };
  expect(compareItem({ base, here: { ...base, template: 'wide' }, there }, FIELDS).state).toBe('same');
});

test('the result is symmetric, except for the values in conflict', () => {
  const value = fc.constantFrom<Json>('a', 'b', 'c');
  const item = fc.record({
    title: value,
    slug: value,
    categories: fc.uniqueArray(value),
    meta: fc.dictionary(value as fc.Arbitrary<string>, value),
  });
  const turned: Partial<Record<LineState, LineState>> = { here: 'there', there: 'here' };
  fc.assert(
    fc.property(item, item, item, (one, two, three) => {
      const line = compareItem({ base: one, here: two, there: three }, FIELDS);
      const other = compareItem({ base: one, here: three, there: two }, FIELDS);
      expect(other.state).toBe(turned[line.state] ?? line.state);
      if (line.state !== 'conflict')
        expect(other.fields.map(({ merged }) => merged)).toEqual(line.fields.map(({ merged }) => merged));
    }),
    { numRuns: 300 },
  );
});
