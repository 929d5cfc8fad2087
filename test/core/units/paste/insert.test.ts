// Where pasted blocks are inserted in a text.
import { describe, expect, test } from 'vitest';
import { insertPasted } from '../../../../core/units/paste/insert.ts';
import { readClipboard } from '../../../../core/units/paste/paste.ts';

const p = (text: string) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;
const h = (text: string) => `<!-- wp:heading -->\n<h2 class="wp-block-heading">${text}</h2>\n<!-- /wp:heading -->`;
const item = (text: string) => `<!-- wp:list-item -->\n<li>${text}</li>\n<!-- /wp:list-item -->`;
const list = (...items: string[]) =>
  `<!-- wp:list -->\n<ul class="wp-block-list">${items.map(item).join('\n\n')}</ul>\n<!-- /wp:list -->`;
const cell = (text: string) => `<!-- wp:table --><table><tr><td>${text}</td></tr></table><!-- /wp:table -->`;

const MARK = '\uE0F2';
const insert = (html: string, clip: string, keepsBlock = false) =>
  insertPasted(html.replace('|', MARK), { mark: MARK, pasted: readClipboard({ html: clip, text: '' }), keepsBlock });

const TWO = '<p>A</p><p>B</p>';
const MIXED = '<h2>H</h2><p>A <b>b</b></p><ul><li>i</li></ul>';

test.each([
  ['into an empty paragraph', p('|'), MIXED, [h('H'), p('A <strong>b</strong>'), list('i')], 2],
  ['into the middle of words: both ends join', p('one | two'), TWO, [p('oneA'), p('Btwo')], 1],
  ['at the end', p('one|'), MIXED, [p('one'), h('H'), p('A <strong>b</strong>'), list('i')], 3],
  ['at the beginning, a list last', p('|two'), MIXED, [h('H'), p('A <strong>b</strong>'), list('i'), p('two')], 3],
  [
    'within bold words and a link',
    p('a <a href="/x"><strong>b|c</strong> d</a>'),
    TWO,
    [p('a <a href="/x"><strong>b</strong></a>A'), p('B<a href="/x"><strong>c</strong> d</a>')],
    1,
  ],
  ['one line of formatted words stays in its block', h('one |two'), '<i>it</i>', [h('one <em>it</em>two')], 0],
  ['into a list: an item for each line', list('a', 'b | c'), MIXED, [list('a', 'bH', 'A <strong>b</strong>', 'ic')], 0],
  ['into a cell: lines', cell('x |'), TWO, [cell('x A<br>B')], 0],
])('%s', (_name, html, clip, blocks, at) => {
  const between = [p('before'), html, p('after')].join('\n\n');
  expect(insert(between, clip)).toEqual({ html: [p('before'), ...blocks, p('after')].join('\n\n'), at: at + 1 });
});

describe('in a translation the block of the source stays', () => {
  test.each([
    ['with the first words', p('|'), MIXED, [p('H'), p('A <strong>b</strong>'), list('i')]],
    ['empty before a list', p('|'), '<ul><li>i</li></ul>', [p(''), list('i')]],
    ['as a heading', h('|'), TWO, [h('A'), p('B')]],
  ])('%s', (_name, html, clip, blocks) => expect(insert(html, clip, true)?.html).toBe(blocks.join('\n\n')));
});

test('only a place in a text takes anything', () => {
  expect(insert('<!-- wp:image --><img src="a" alt="|"/><!-- /wp:image -->', TWO)).toBeUndefined();
  expect(insert(`${p('|')}${p(MARK)}`, TWO)).toBeUndefined();
  expect(insert(p('no place'), TWO)).toBeUndefined();
});
