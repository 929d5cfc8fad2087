import { expect, test } from 'vitest';
import type { Entry } from '../../../renderer/history/entries.svelte.ts';
import { partsOf } from '../../../renderer/history/parts.ts';

const p = (text: string) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;
const h = (text: string) => `<!-- wp:heading -->\n<h2 class="wp-block-heading">${text}</h2>\n<!-- /wp:heading -->`;
const entry = (before: string, after: string, kind = 'post'): Entry =>
  ({ changes: [{ kind, id: 1, field: 'content', before, after }] }) as never;
const said = (from: string[], to: string[]) =>
  partsOf(entry(from.join('\n\n'), to.join('\n\n'))).map(({ name, before, after }) => [name, before, after]);

test.each([
  ['one paragraph of two', [p('One'), p('Two')], [p('One'), p('Three')], [['Paragraph 2', 'Two', 'Three']]],
  ['one that came', [p('One')], [p('One'), p('Two')], [['Paragraph 2', '', 'Two']]],
  ['one that went', [p('One'), p('Two')], [p('Two')], [['Paragraph 1', 'One', '']]],
  ['another kind', [h('One'), p('Two')], [h('New'), p('Two')], [['Heading 2 1', 'One', 'New']]],
  [
    'all of it, from nothing',
    [],
    [h('One'), p('Two')],
    [
      ['Heading 2 1', '', 'One'],
      ['Paragraph 1', '', 'Two'],
    ],
  ],
])('of a content: %s', (_name, from, to, parts) => {
  expect(said(from, to)).toEqual(parts);
});

test('where only markup changed, the content as a whole', () => {
  const parts = partsOf(entry(p('One'), p('One').replace('<p>', '<p class="a">')));
  expect(parts.map(({ name, isUnit }) => [name, isUnit])).toEqual([['Content', false]]);
});

test('the description of a picture is one text', () => {
  expect(partsOf(entry('Old', 'New', 'media')).map(({ name }) => name)).toEqual(['Description']);
});
