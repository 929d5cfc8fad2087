import fc from 'fast-check';
import { Node } from 'prosemirror-model';
import { EditorState, TextSelection } from 'prosemirror-state';
import type { Transaction } from 'prosemirror-state';
import { expect, test } from 'vitest';
import { readDocument } from '../../core/units/writing/read.ts';
import { writeDocument } from '../../core/units/writing/write.ts';
import type { WritingNode } from '../../core/units/writing/nodes.ts';
import { schema } from '../../renderer/screens/editor/writing/schema.ts';
import { aDocument, aMess, aText, BROKEN, CLASSIC, fixtureContents, PAGE } from './documents.ts';
import { parse } from './judge.ts';

const open = (html: string): Node => Node.fromJSON(schema, readDocument(html));
const save = (doc: Node): string => writeDocument(doc.toJSON() as WritingNode);
const types = (html: string): string[] => (readDocument(html).content ?? []).map(({ type }) => type);

test.each([PAGE, CLASSIC, ...BROKEN, ...fixtureContents()])('opened and saved untouched, byte for byte: %j', (html) => {
  const doc = open(html);
  doc.check();
  expect(save(doc)).toBe(html);
});

test('any document is saved as it was opened', () => {
  fc.assert(
    fc.property(fc.oneof(aDocument, aMess), (html) => {
      const doc = open(html);
      doc.check();
      expect(save(doc)).toBe(html);
    }),
    { numRuns: 500 },
  );
});

test('the usual blocks can be written in, others are kept as they are', () => {
  expect(types(PAGE)).toEqual([
    ...[
      'heading',
      'paragraph',
      'list',
      'picture',
      'table_figure',
      'buttons',
      'opaque',
      'opaque',
      'quote',
      'code_block',
      'embed',
    ],
  ]);
  expect(types(CLASSIC)).toEqual(['paragraph', 'heading', 'paragraph', 'opaque', 'paragraph', 'paragraph']);
});

/** Every place where text can be typed, with its top-level block. */
function places(doc: Node): { pos: number; top: number }[] {
  const found: { pos: number; top: number }[] = [];
  doc.forEach((block, offset, top) => {
    if (block.isTextblock) found.push({ pos: offset + 1, top });
    block.descendants((node, pos) => {
      if (node.isTextblock) found.push({ pos: offset + 1 + pos + 1, top });
    });
  });
  return found;
}

test('an edit changes its block alone, and makes no other one: judged by the parser of sites', () => {
  fc.assert(
    fc.property(
      fc.oneof(aDocument, fc.constantFrom(PAGE, CLASSIC, ...fixtureContents())),
      aText,
      fc.nat(),
      (html, text, pick) => {
        const doc = open(html);
        const all = places(doc);
        const place = all[pick % Math.max(1, all.length)];
        const words = text.replace(/[\n\r]/g, ' ');
        if (!place || words === '' || html === '') return;
        const state = EditorState.create({ doc });
        const after = state.apply(state.tr.insertText(words, place.pos)).doc;
        const [was, now] = [doc, after].map((each) => topsOf(each));
        expect(now?.length).toBe(was?.length);
        now?.forEach((block, at) => at !== place.top && expect(block).toBe(was?.[at]));
        const [before, then] = [parse(html), parse(save(after))].map((each) => each.map(shapeOf));
        expect(then).toEqual(before);
        // What was typed is read again as what was typed.
        expect(wordsOf(open(save(after)))).toBe(wordsOf(after));
      },
    ),
    { numRuns: 400 },
  );
});

const wordsOf = (doc: Node): string => doc.textBetween(0, doc.content.size, ' ').replace(/\s+/g, ' ').trim();

/** The bytes of each block of the top level. */
const topsOf = (doc: Node): string[] =>
  ((doc.toJSON() as WritingNode).content ?? []).map((node) =>
    writeDocument({ type: 'doc', attrs: { ...doc.attrs, lead: '', tail: '' }, content: [node] }),
  );

/** A block as sites read it, but for its words. */
function shapeOf(block: ReturnType<typeof parse>[number]): unknown {
  return [block.blockName, block.attrs, block.innerBlocks.map(shapeOf)];
}

const edits: [string, string, (tr: Transaction) => Transaction, string][] = [
  [
    'a word in bold beside a link that stays as it was written',
    '<!-- wp:paragraph {"align":"center"} -->\n<p class="has-text-align-center">See <a class="x" href="/a?b=1&amp;c=2">this</a> now&nbsp;!</p>\n<!-- /wp:paragraph -->',
    (tr) => tr.addMark(1, 4, schema.mark('strong')),
    '<!-- wp:paragraph {"align":"center"} -->\n<p class="has-text-align-center"><strong>See</strong> <a class="x" href="/a?b=1&amp;c=2">this</a> now&nbsp;!</p>\n<!-- /wp:paragraph -->',
  ],
  [
    'a paragraph cut in two',
    '<!-- wp:paragraph -->\n<p>One two</p>\n<!-- /wp:paragraph -->\n',
    (tr) => tr.split(4),
    '<!-- wp:paragraph -->\n<p>One</p>\n<!-- /wp:paragraph -->\n\n<!-- wp:paragraph -->\n<p> two</p>\n<!-- /wp:paragraph -->\n',
  ],
  [
    'a heading of another level keeps what else it says',
    '<!-- wp:heading {"className":"a"} -->\n<h2 class="wp-block-heading a" id="x">T</h2>\n<!-- /wp:heading -->',
    (tr) => tr.setNodeAttribute(0, 'level', 4),
    '<!-- wp:heading {"level":4,"className":"a"} -->\n<h4 class="wp-block-heading a" id="x">T</h4>\n<!-- /wp:heading -->',
  ],
  [
    'a block taken out leaves the others as they were',
    '<!-- wp:paragraph -->\n<p>One</p>\n<!-- /wp:paragraph -->\n\n\n<!-- wp:x/y {"a":1} /-->\n<!-- wp:z -->b<!-- /wp:z -->',
    (tr) => tr.delete(0, 5),
    '<!-- wp:x/y {"a":1} /-->\n<!-- wp:z -->b<!-- /wp:z -->',
  ],
  [
    'classic text stays classic',
    'One <b>two</b>\nthree\n\n<h2>Four</h2>\n\nfive [gallery ids="1"]',
    (tr) => tr.insertText('!', 1),
    '!One <b>two</b>\nthree\n\n<h2>Four</h2>\n\nfive [gallery ids="1"]',
  ],
  [
    'a new paragraph in classic text is an element',
    '<p>One</p>',
    (tr) => tr.insert(5, schema.node('paragraph', null, schema.text('two'))),
    '<p>One</p>\n\n<p>two</p>',
  ],
  [
    'what is typed as HTML ends no block',
    '<!-- wp:html -->\n<b>a</b>\n<!-- /wp:html -->',
    (tr) => tr.insertText('<!-- /wp:html --><i>', 1),
    '<!-- wp:html -->\n<!--/wp:html --><i><b>a</b>\n<!-- /wp:html -->',
  ],
];

test.each(edits)('%s', (_name, html, edit, wanted) => {
  const state = EditorState.create({ doc: open(html) });
  const { doc } = state.apply(edit(state.tr));
  expect(save(doc)).toBe(wanted);
  expect(TextSelection.atStart(doc)).toBeDefined();
});

test('a list item is written alone', () => {
  const html = PAGE.slice(PAGE.indexOf('<!-- wp:list -->'), PAGE.indexOf('<!-- wp:image'));
  const state = EditorState.create({ doc: open(html) });
  const { doc } = state.apply(state.tr.insertText('Wide ', 3));
  expect(save(doc)).toBe(html.replace('Reflective', 'Wide Reflective'));
});
