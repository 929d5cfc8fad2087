// The effect of Enter, Backspace and the buttons below an article on its content.
import { describe, expect, test } from 'vitest';
import { readContent } from '../../../core/units/content.ts';
import {
  addBlock,
  addItem,
  itemsOfList,
  NEW_BLOCKS,
  removeBlock,
  removeItem,
  replaceBlock,
  takesBlocks,
} from '../../../core/units/write.ts';

const p = (text: string) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;
const item = (text: string) => `<!-- wp:list-item -->\n<li>${text}</li>\n<!-- /wp:list-item -->`;
const list = (...items: string[]) =>
  `<!-- wp:list -->\n<ul class="wp-block-list">${items.map(item).join('\n\n')}</ul>\n<!-- /wp:list -->`;
const empty = readContent('');

test.each(NEW_BLOCKS)('a new %s is one block with one empty text', (kind) => {
  const { blocks, segments } = readContent(addBlock(empty, -1, kind));
  expect(blocks.map(({ name }) => name)).toEqual([`core/${kind}`]);
  expect(segments.map(({ tokens, isLocked }) => [tokens.length, isLocked])).toEqual([[0, false]]);
});

describe('blocks', () => {
  const two = readContent(`${p('One')}\n\n${p('Two')}\n`);
  test.each([
    ['at the end', addBlock(two, 1, 'paragraph'), `${p('One')}\n\n${p('Two')}\n\n${p('')}\n`],
    ['between', addBlock(two, 0, 'paragraph'), `${p('One')}\n\n${p('')}\n\n${p('Two')}\n`],
    ['before all', addBlock(two, -1, 'paragraph'), `${p('')}\n\n${p('One')}\n\n${p('Two')}\n`],
    ['out at the end', removeBlock(two, 1), `${p('One')}\n`],
    ['out at the beginning', removeBlock(two, 0), `${p('Two')}\n`],
    ['another in its place', replaceBlock(two, 0, 'paragraph'), `${p('')}\n\n${p('Two')}\n`],
  ])('%s', (_name, made, wanted) => expect(made).toBe(wanted));

  test('the only one goes too', () => expect(removeBlock(readContent(p('')), 0)).toBe(''));
  test.each([
    ['', true],
    [p('One'), true],
    [`Some words\n\n${p('One')}`, true],
    ['Laid out by\n\nits line ends', false],
  ])('%j takes blocks: %s', (html, wanted) => expect(takesBlocks(readContent(html))).toBe(wanted));
});

describe('items of a list', () => {
  const content = readContent(`${p('One')}\n\n${list('a', 'b', 'c')}`);
  test.each([
    ['after the first', addItem(content, 1, 0), ['a', '', 'b', 'c']],
    ['after the last', addItem(content, 1, 2), ['a', 'b', 'c', '']],
    ['without the first', removeItem(content, 1, 0), ['b', 'c']],
    ['without the last', removeItem(content, 1, 2), ['a', 'b']],
  ])('%s', (_name, made, items) => expect(made).toBe(`${p('One')}\n\n${list(...items)}`));

  test('only lists of one level are taken apart', () => {
    const nested = list('a').replace('</li>', `${list('b')}</li>`);
    expect([itemsOfList(content, 1), itemsOfList(content, 0), itemsOfList(readContent(nested), 0)]).toEqual([
      3,
      undefined,
      undefined,
    ]);
  });
});
