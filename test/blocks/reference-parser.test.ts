// The judge is the reference block parser, from this folder's own packages (npm test installs them).
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readContent } from '../../core/units/content.ts';
import { parseBlocks } from '../../core/units/parse.ts';
import type { Part } from '../../core/units/parse.ts';
import { parse, tagsOf, treeOf } from './judge.ts';
import type { ParsedBlock } from './judge.ts';
import { rebuild } from '../../core/units/rebuild.ts';
import { aDocument, aMess, aText, BROKEN, CLASSIC, fixtureContents, PAGE, replaceTexts } from './documents.ts';

const corpus = [PAGE, CLASSIC, ...BROKEN, ...fixtureContents()];

test('there is something to judge', () => {
  expect(fixtureContents().length).toBeGreaterThan(20);
  expect(parse(PAGE).filter(({ blockName }) => blockName !== null)).toHaveLength(11);
});

test.each(corpus)('the same texts give the same bytes: %j', (html) => {
  expect(sameTexts(html)).toBe(html);
  expect(parse(sameTexts(html))).toEqual(parse(html));
});

test.each(corpus)('other texts change texts only: %j', (html) => {
  fc.assert(
    fc.property(fc.array(aText, { minLength: 1, maxLength: 8 }), (texts) => {
      expect(treeOf(otherTexts(html, texts))).toEqual(treeOf(html));
    }),
    { numRuns: 20 },
  );
});

test('whatever is written: the same texts give the same bytes, other texts change texts only', () => {
  const texts = fc.array(aText, { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(fc.oneof(aDocument, aMess), texts, (html, given) => {
      expect(sameTexts(html)).toBe(html);
      expect(treeOf(otherTexts(html, given))).toEqual(treeOf(html));
    }),
    { numRuns: 1000 },
  );
});

test('in what an editor saves, every tag and every shortcode stays too', () => {
  fc.assert(
    fc.property(aDocument, fc.array(aText, { minLength: 1, maxLength: 8 }), (html, texts) => {
      expect(tagsOf(otherTexts(html, texts))).toEqual(tagsOf(html));
    }),
    { numRuns: 400 },
  );
});

test('both parsers see the same blocks in what an editor saves', () => {
  fc.assert(
    fc.property(aDocument, (html) => {
      const theirs = parse(html).filter((block) => block.blockName !== null);
      expect(parseBlocks(html).flatMap(namesOf)).toEqual(theirs.map(namesOfParsed));
    }),
    { numRuns: 300 },
  );
});

test('the judge sees what a mere replacement of text would do', () => {
  const html = '<!-- wp:group --><p>Hello</p><!-- wp:separator /--><!-- /wp:group -->';
  for (const text of ['<!-- /wp:group -->', '<!-- wp:separator /-->'])
    expect(treeOf(html.replace('Hello', text))).not.toEqual(treeOf(html));
  expect(tagsOf(html.replace('Hello', '<b>x</b>'))).not.toEqual(tagsOf(html));
  expect(tagsOf(html.replace('Hello', '[gallery]'))).not.toEqual(tagsOf(html));
});

function sameTexts(html: string): string {
  const content = readContent(html);
  return rebuild(content, new Map(content.segments.map(({ id, tokens }) => [id, { tokens: [...tokens] }]))).html;
}

function otherTexts(html: string, texts: readonly string[]): string {
  const content = readContent(html);
  const { html: written, faults } = rebuild(content, replaceTexts(content, texts));
  // Nothing is refused: what was requested was done, and safe.
  expect(faults).toEqual([]);
  return written;
}

function namesOf(part: Part): unknown[] {
  return typeof part === 'string' ? [] : [[part.name, part.parts.flatMap(namesOf)]];
}

function namesOfParsed({ blockName, innerBlocks }: ParsedBlock): unknown {
  return [blockName, innerBlocks.map(namesOfParsed)];
}
