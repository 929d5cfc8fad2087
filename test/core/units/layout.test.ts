// What the editor renders as a table, and what next to an image.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readContent } from '../../../core/units/content.ts';
import { layOutBlock, textsOf } from '../../../core/units/layout/layout.ts';
import type { LayoutPart } from '../../../core/units/layout/layout.ts';
import { plainText } from '../../../core/units/tokens.ts';
import { BROKEN, CLASSIC, PAGE } from '../../blocks/documents.ts';

/** The parts of every block, with the words of their texts. */
function partsOf(html: string): unknown[] {
  const { blocks, segments } = readContent(html);
  const say = (id: number) => plainText(segments[id]?.tokens ?? [], segments[id]?.marks);
  return blocks.flatMap((block) =>
    layOutBlock(
      block,
      segments.filter(({ top }) => top === block.index),
    ).map((part) => saying(part, say)),
  );
}

function saying(part: LayoutPart, say: (id: number) => string): unknown {
  if (part.kind === 'text') return say(part.segment);
  if (part.kind === 'picture') return { src: part.src, media: part.media, texts: part.segments.map(say) };
  const rows = part.rows.map((row) => row.map(({ segments }) => segments.map(say).join('|')));
  return { rows, captions: part.captions.map(say) };
}

const cases: [name: string, html: string, parts: unknown[]][] = [
  [
    'a table with head, numbers, an empty cell and a caption',
    '<!-- wp:table --><figure class="wp-block-table"><table><thead><tr><th>Light</th><th>Price</th></tr></thead><tbody><tr><td>Macro</td><td>€79</td></tr><tr><td></td><td>49</td></tr></tbody></table><figcaption>Prices in October</figcaption></figure><!-- /wp:table -->',
    [
      {
        rows: [
          ['Light', 'Price'],
          ['Macro', '€79'],
          ['', '49'],
        ],
        captions: ['Prices in October'],
      },
    ],
  ],
  [
    'a table of classic text between two paragraphs, a link in a cell',
    '<p>Before</p><table><tr><td>A <a href="/x">b</a><td>C</table><p>After</p>',
    ['Before', { rows: [['A b', 'C']], captions: [] }, '/x', 'After'],
  ],
  [
    'two paragraphs in a cell, and a table in a cell',
    '<table><tr><td><p>One</p><p>Two</p></td><td><table><tr><td>In</td><td>ner</td></tr></table></td></tr></table>',
    [{ rows: [['One|Two', 'In|ner']], captions: [] }],
  ],
  [
    'a caption of its own',
    '<table><caption>Lamps</caption><tbody><tr><th>Lamp</th></tr></tbody></table>',
    [{ rows: [['Lamp']], captions: ['Lamps'] }],
  ],
  [
    'a picture with its words, and one without',
    '<!-- wp:image {"id":7} --><figure class="wp-block-image"><img src="/a.jpg?x=1&amp;y=2" alt="A lane" class="wp-image-7"/><figcaption>At ten</figcaption></figure><!-- /wp:image --><!-- wp:image --><figure><img src="b.jpg"/></figure><!-- /wp:image -->',
    [
      { src: '/a.jpg?x=1&y=2', media: 7, texts: ['A lane', 'At ten'] },
      { src: 'b.jpg', media: 0, texts: [] },
    ],
  ],
  [
    'a gallery: each picture with its own words, then those of all',
    '<!-- wp:gallery --><figure class="wp-block-gallery"><!-- wp:image --><figure><img src="1.jpg" alt="One"/><figcaption>First</figcaption></figure><!-- /wp:image --><!-- wp:image --><figure><a href="/2"><img src="2.jpg" alt=""/></a></figure><!-- /wp:image --><figcaption>All</figcaption></figure><!-- /wp:gallery -->',
    [{ src: '1.jpg', media: 0, texts: ['One', 'First'] }, { src: '2.jpg', media: 0, texts: [''] }, '/2', 'All'],
  ],
  [
    'pictures in a line of text come behind it, each with its own words',
    '<p>See <img src="1.png" alt="one"> and <img src="2.png" alt="two"> here</p><p>Next</p>',
    ['See  and  here', { src: '1.png', media: 0, texts: ['one'] }, { src: '2.png', media: 0, texts: ['two'] }, 'Next'],
  ],
];

test.each(cases)('%s', (_name, html, parts) => expect(partsOf(html)).toEqual(parts));

test('spans of cells are numbers that a page can hold', () => {
  const { blocks, segments } = readContent(
    '<table><tr><th colspan="2">A</th><td colspan="99999" rowspan=3>B</td><td colspan="-1">C</td></tr></table>',
  );
  const [part] = blocks.flatMap((block) => layOutBlock(block, segments));
  const cells = part?.kind === 'table' ? part.rows.flat() : [];
  expect(cells.map(({ isHead, columns, rows }) => [isHead, columns, rows])).toEqual([
    [true, 2, 1],
    [false, 1000, 3],
    [false, 1, 1],
  ]);
});

describe('whatever is written', () => {
  const pieces = [PAGE, CLASSIC, ...BROKEN, ...cases.map(([, html]) => html)];
  const tags = '<table><tr><td></td></tr></table><th>|<figure>|</figure>|<img src=a alt="b">|<caption>|text|<p>'.split(
    '|',
  );
  test('every text is drawn exactly once', () => {
    const piece = fc.constantFrom(...pieces, ...tags);
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (parts) => {
        const { blocks, segments } = readContent(parts.join(''));
        const drawn = blocks.flatMap((block) =>
          layOutBlock(
            block,
            segments.filter(({ top }) => top === block.index),
          ).flatMap((part) => {
            if (part.kind === 'text') return [part.segment];
            return part.kind === 'table' ? textsOf(part) : part.segments;
          }),
        );
        expect(drawn.toSorted((a, b) => a - b)).toEqual(segments.map(({ id }) => id));
      }),
    );
  });
});
