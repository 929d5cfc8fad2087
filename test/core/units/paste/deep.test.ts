// Clipboards nested deeper than anything is distinguished: no word is lost, none is glued to another, and the order stays.
import { expect, test } from 'vitest';
import { readClipboard } from '../../../../core/units/paste/paste.ts';

const words = (depth: number) => Array.from({ length: depth }, (_, at) => `word${at}`);
const nested = (depth: number, open: string, close: string, level: (word: string) => string) =>
  words(depth).reduceRight((inner, word) => `${open}${level(word)}${inner}${close}`, '');
/** What a person reads of the blocks: tags end words, as lines do. */
const read = (html: string) => html.replace(/<[^>]*>/g, ' ').match(/\S+/g);

const shapes: [name: string, html: (depth: number) => string][] = [
  ['lists', (depth) => nested(depth, '<ul><li>', '</li></ul>', (word) => word)],
  ['lists of paragraphs', (depth) => nested(depth, '<ol><li>', '</li></ol>', (word) => `<p>${word}</p>`)],
  ['lists next to their items', (depth) => nested(depth, '<ul>', '</ul>', (word) => `<li>${word}</li>`)],
  ['divisions', (depth) => nested(depth, '<div>', '</div>', (word) => word)],
  ['divisions of headings', (depth) => nested(depth, '<div>', '</div>', (word) => `<h3>${word}</h3>`)],
  ['quotes', (depth) => nested(depth, '<blockquote>', '</blockquote>', (word) => `<p>${word}</p>`)],
  ['tables in cells', (depth) => nested(depth, '<table><tr><td>', '</td></tr></table>', (word) => word)],
  ['marks', (depth) => nested(depth, '<b><i>', '</i></b>', (word) => `${word} `)],
];

test.each(shapes.flatMap(([name, html]) => [9, 200, 450, 3000].map((depth) => [name, depth, html] as const)))(
  '%s, %d deep',
  (_name, depth, html) => {
    const source = html(depth);
    const { blocks, lines } = readClipboard({ html: `${source}<p>after</p>`, text: '' });
    expect(read(blocks.map((each) => each.html).join('\n'))).toEqual([...words(depth), 'after']);
    expect(read(lines.join('\n'))).toEqual([...words(depth), 'after']);
  },
);

test.each([9, 200, 2000])('quotes of Markdown, %d deep', (depth) => {
  const text = [`${'> '.repeat(depth)}deep`, '', '# after'].join('\n');
  expect(read(readClipboard({ html: '', text }).lines.join('\n'))).toEqual(['deep', 'after']);
});

test.each([9, 200])('items of Markdown, %d deep', (depth) => {
  const text = words(depth)
    .map((word, at) => `${'  '.repeat(at)}- ${word}`)
    .join('\n');
  expect(read(readClipboard({ html: '', text }).lines.join('\n'))).toEqual(words(depth));
});
