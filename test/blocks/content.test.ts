import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readContent } from '../../core/units/content.ts';
import { parseBlocks, printParts } from '../../core/units/parse.ts';
import { rebuild } from '../../core/units/rebuild.ts';
import type { Token } from '../../core/units/tokens.ts';
import { aDocument, aMess, BROKEN, CLASSIC, PAGE, rowOf, rowsOf, show } from './documents.ts';
import { cpuMs } from '../support/growth.ts';

test.each([PAGE, CLASSIC, ...BROKEN])('nothing of the input is lost: %j', (html) => {
  expect(printParts(parseBlocks(html))).toBe(html);
  const { lead, blocks } = readContent(html);
  expect(lead + blocks.map(({ raw, after }) => raw + after).join('')).toBe(html);
});

test('nothing of any input is lost', () => {
  fc.assert(fc.property(fc.oneof(aMess, aDocument), (html) => printParts(parseBlocks(html)) === html));
});

test('blocks as rows', () => {
  expect(rowsOf(PAGE)).toEqual([
    'heading 3: Be seen first',
    'paragraph: A front light of 300 lumens, see ours, is enough\u00a0& cheap.',
    'link href: https://example.org/lights',
    'attribute title: Our lights',
    'list item: Reflective bands',
    'list item: ',
    'attribute alt: ',
    'caption: A lamp',
    'cell: Lamp',
    'cell: Bright\none',
    'link href: /shop',
    'button: Buy the & lamp',
    'attribute label: Search',
    'attribute buttonText: Go',
    'attribute data.heading_one: Ride far',
    'quote: To be',
    'citation: Hamlet',
    'code: a\n\nb',
    'link: https://video.example/1',
  ]);
});

test('text in no block as rows', () => {
  expect(rowsOf(CLASSIC)).toEqual([
    'paragraph: Classic text  here',
    'heading 2: A heading',
    'paragraph: Second inner \n line end',
    'paragraph: In bold [Note] …',
    'attribute alt: An x',
    'shortcode: The caption',
  ]);
});

test.each([
  ['a <em>b</em> c', 'a [em]b[/em] c'],
  ['<strong>all of it</strong>', 'all of it'],
  ['a<br>b', 'a[br]b'],
  ['a<br>', 'a'],
  ['Tom &amp; Jerry &lt;3', 'Tom & Jerry <3'],
  ['a&nbsp;b', 'a[\u00a0]b'],
  ['see [gallery ids="1"] and [Note]', 'see [gallery] and [Note]'],
  ['[box]in[/box] out', '[box]in[/box] out'],
  ['a <b>never closed', 'a [b]never closed'],
  ['a <svg><text>x</text></svg> b', 'a [svg] b'],
])('marks: %s', (html, shown) => {
  expect(show(rowOf(html))).toBe(shown);
});

const text = (words: string): Token => ({ kind: 'text', text: words });

test.each([
  ['<p>Hello</p>', 'a < b & "c"', '<p>a &lt; b &amp; "c"</p>'],
  ['<p>Hello</p>', '<!-- /wp:paragraph -->', '<p>&lt;!-- /wp:paragraph --&gt;</p>'],
  ['<p>Hello</p>', 'see [gallery] [Note]', '<p>see &#91;gallery] &#91;Note]</p>'],
  ['<p>Hello</p>', 'one\n\ntwo', '<p>one\ntwo</p>'],
  ['<p>Hello</p>', '', '<p></p>'],
  ['<p></p>', 'new', '<p>new</p>'],
  ['<p> <b>Hello</b> </p>', 'new', '<p> <b>new</b> </p>'],
  ['<img alt="x">', 'say "hi"', '<img alt="say &quot;hi&quot;">'],
  ["<img alt='x'>", "it's", "<img alt='it&#039;s'>"],
  ['<img alt=x src=y>', 'two words', '<img alt="two words" src=y>'],
  [
    '<!-- wp:search {"label":"x"} /-->',
    'a "b" --> \\',
    '<!-- wp:search {"label":"a \\u0022b\\u0022 \\u002d\\u002d\\u003e \\u005c"} /-->',
  ],
  ['<pre>a</pre>', 'a\n\nb', '<pre>a\n\nb</pre>'],
])('%s with %j', (html, words, expected) => {
  const rebuilt = rebuild(readContent(html), new Map([[0, { tokens: [text(words)] }]]));
  expect(rebuilt).toEqual({ html: expected, faults: [] });
});

test.each([
  [
    'Buy &amp; \\u003cb\\u003ego\\u003c/b\\u003e',
    'Buy &amp; <b>go</b>',
    'Kauf \\u0026amp; \\u003cb\\u003egeh\\u003c/b\\u003e',
  ],
  ['Buy \\u0026 go', 'Buy &amp; <b>go</b>', 'Kauf \\u0026 geh'],
  ['Buy it', 'Buy &amp; <b>go</b>', 'Buy it'],
])('what a block repeats in its attributes follows the text: %s', (repeated, html, expected) => {
  const page = (attribute: string, text: string) =>
    `<!-- wp:button {"own":"${attribute}"} --><a href="/x">${text}</a><!-- /wp:button -->`;
  const content = readContent(page(repeated, html));
  const row = content.segments.find(({ kind }) => kind === 'button');
  const words = new Map([
    ['Buy & ', 'Kauf & '],
    ['go', 'geh'],
  ]);
  const tokens = row?.tokens.map((token) => (token.kind === 'text' ? text(words.get(token.text) ?? '') : token));
  const rebuilt = rebuild(content, new Map([[row?.id ?? -1, { tokens: tokens ?? [] }]]));
  expect(rebuilt).toEqual({ html: page(expected, 'Kauf &amp; <b>geh</b>'), faults: [] });
});

test('an address changes only on purpose', () => {
  const content = readContent('<p>To <a href="/en">us</a></p>');
  const edit = { tokens: [text('/fr')] };
  expect(rebuild(content, new Map([[1, edit]]))).toEqual({
    html: content.html,
    faults: [{ segment: 1, kind: 'locked' }],
  });
  expect(rebuild(content, new Map([[1, { ...edit, isOnPurpose: true }]])).html).toBe('<p>To <a href="/fr">us</a></p>');
});

test('unedited parts are written unchanged', () => {
  const html = '<p>&quot;One&quot; <b>two</b></p><p>&quot;Three&quot;</p>';
  const content = readContent(html);
  const tokens = content.segments[0]?.tokens.map((token) =>
    token.kind === 'text' && token.text === 'two' ? text('2') : token,
  );
  expect(rebuild(content, new Map([[0, { tokens: tokens ?? [] }]])).html).toBe(html.replace('two', '2'));
});

test('hostile input takes no time', () => {
  const many = 20_000;
  const inputs = [
    '<!-- wp:a {',
    '<a "',
    '[[a',
    '[a',
    '<svg>',
    '<!-- wp:a -->',
    '<b>',
    '&#',
    '</b>',
    '<p ',
    '<li>',
    '[a]',
  ];
  for (const each of inputs) {
    const html = each.repeat(many);
    const took = cpuMs(() => {
      const content = readContent(html);
      expect(rebuild(content, new Map([[0, { tokens: [text('x')] }]])).html.length).toBeGreaterThan(0);
    });
    expect(took, each).toBeLessThan(4000);
  }
});
