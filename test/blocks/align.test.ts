import fc from 'fast-check';
import { expect, test } from 'vitest';
import { align } from '../../core/units/align.ts';
import { applyStructure, carryTokens } from '../../core/units/apply-structure.ts';
import { readContent } from '../../core/units/content.ts';
import { rebuild } from '../../core/units/rebuild.ts';
import { plainText } from '../../core/units/tokens.ts';
import type { Segment } from '../../core/units/tokens.ts';
import { aDocument, aMess, PAGE, replaceTexts, rowOf, rowsOf, show } from './documents.ts';
import { cpuMs } from '../support/growth.ts';

const p = (text: string) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;
const h = (text: string) => `<!-- wp:heading -->\n<h2>${text}</h2>\n<!-- /wp:heading -->`;
const list = (...items: string[]) =>
  `<!-- wp:list --><ul>${items.map((item) => `<!-- wp:list-item --><li>${item}</li><!-- /wp:list-item -->`).join('')}</ul><!-- /wp:list -->`;
const image = (id: number, alt: string) =>
  `<!-- wp:image {"id":${id}} --><figure><img src="${id}.jpg" alt="${alt}"/></figure><!-- /wp:image -->`;
const page = (...blocks: string[]) => blocks.join('\n\n');

const textOf = (row: Segment | undefined) => (row ? plainText(row.tokens, row.marks) : '–');

/** One line per row: the state of its block, source next to target. */
function lines(source: string, target: string, before?: string): string[] {
  const aligned = align(
    readContent(source),
    readContent(target),
    before === undefined ? undefined : readContent(before),
  );
  return aligned.blocks.flatMap((block) =>
    block.rows.map((row) => {
      const isNews = row.change !== block.change && row.change !== 'same';
      return `${block.change}${isNews ? ` (${row.change})` : ''}: ${textOf(row.source)} | ${textOf(row.target)}`;
    }),
  );
}

test('equal structures are aligned row by row, whatever their texts', () => {
  const source = page(h('One'), p('Two'), list('a', 'b'), p('Three'));
  const target = page(h('Eins'), p(''), list('x', ''), p('Ein sehr viel längerer Absatz als der andere'));
  expect(lines(source, target)).toEqual([
    'same: One | Eins',
    'same: Two | ',
    'same: a | x',
    'same: b | ',
    'same: Three | Ein sehr viel längerer Absatz als der andere',
  ]);
});

test('without the former source: by kind, and by what no translation changes', () => {
  const source = page(h('Lamps'), p('New here'), p('A lamp of 300 lumens'), image(5, 'A lamp'), p('Bye'));
  const target = page(h('Lampen'), p('Eine Lampe mit 300 Lumen'), image(5, 'Eine Lampe'), p('Tschüs'));
  expect(lines(source, target)).toEqual([
    'same: Lamps | Lampen',
    'added: New here | –',
    'same: A lamp of 300 lumens | Eine Lampe mit 300 Lumen',
    'same: A lamp | Eine Lampe',
    'same: Bye | Tschüs',
  ]);
});

const before = page(h('Lamps'), p('First text'), p('Second text'), list('a', 'b'), image(5, 'A lamp'));
const target = page(h('Lampen'), p('Erster'), p('Zweiter'), list('x', 'y'), image(5, 'Lampe'));

test.each([
  ['nothing', before, ['same', 'same', 'same', 'same', 'same']],
  ['a word', before.replace('First', 'Other'), ['same', 'changed', 'same', 'same', 'same']],
  [
    'one more',
    before.replace(p('First text'), page(p('New'), p('First text'))),
    ['same', 'added', 'same', 'same', 'same', 'same'],
  ],
  ['one less', before.replace(`${p('First text')}\n\n`, ''), ['same', 'removed', 'same', 'same', 'same']],
  [
    'another place',
    page(image(5, 'A lamp'), h('Lamps'), p('First text'), p('Second text'), list('a', 'b')),
    ['moved', 'same', 'same', 'same', 'same'],
  ],
])('what became of the source: %s', (_, source, changes) => {
  const aligned = align(readContent(source), readContent(target), readContent(before));
  expect(aligned.blocks.map(({ change }) => change)).toEqual(changes);
});

test('an added list item is aligned within its list, and a block only in the translation has no partner', () => {
  const source = before.replace(list('a', 'b'), list('a', 'c', 'b'));
  expect(lines(source, page(target, h('Nachwort')), before)).toEqual([
    'same: Lamps | Lampen',
    'same: First text | Erster',
    'same: Second text | Zweiter',
    'changed (same): a | x'.replace(' (same)', ''),
    'changed (added): c | –',
    'changed: b | y',
    'same: A lamp | Lampe',
    'own: – | Nachwort',
  ]);
});

/** The translation after the structure of the source was carried over. */
function applied(source: string, given = target, former: string | undefined = before) {
  const aligned = align(
    readContent(source),
    readContent(given),
    former === undefined ? undefined : readContent(former),
  );
  return applyStructure(aligned);
}

test.each([
  ['nothing changed', before, target],
  ['only words changed', before.replace('First', 'Other'), target],
  [
    'one more',
    before.replace(p('First text'), page(p('New'), p('First text'))),
    target.replace(p('Erster'), page(p('New'), p('Erster'))),
  ],
  ['one more at the end', page(before, p('New')), page(target, p('New'))],
  ['one more at the start', page(p('New'), before), page(p('New'), target)],
  ['one less', before.replace(`${p('First text')}\n\n`, ''), target.replace(`${p('Erster')}\n\n`, '')],
  [
    'the last one less',
    before.replace(`\n\n${image(5, 'A lamp')}`, ''),
    target.replace(`\n\n${image(5, 'Lampe')}`, ''),
  ],
  [
    'moved',
    page(image(5, 'A lamp'), h('Lamps'), p('First text'), p('Second text'), list('a', 'b')),
    page(image(5, 'Lampe'), h('Lampen'), p('Erster'), p('Zweiter'), list('x', 'y')),
  ],
  [
    'one more in the list',
    before.replace(list('a', 'b'), list('a', 'c', 'b')),
    target.replace(list('x', 'y'), list('x', 'c', 'y')),
  ],
  ['another picture', before.replaceAll('5', '6'), target.replaceAll('5', '6')],
])('the structure of the source with the texts of the translation: %s', (_, source, expected) => {
  expect(applied(source).html).toBe(expected);
});

test('added and orphaned rows are reported', () => {
  const source = before.replace(p('First text'), h('New')).replace(list('a', 'b'), list('a'));
  const { added, lost } = applied(source);
  expect([added.map(textOf), lost.map(textOf)]).toEqual([['New'], ['Erster', 'y']]);
});

test('one block alone', () => {
  const source = page(p('New'), before, p('More'));
  const aligned = align(readContent(source), readContent(target), readContent(before));
  expect(applyStructure(aligned, new Set([0])).html).toBe(page(p('New'), target));
});

test('a mark that the source got is put into the translation and named; addresses of the translation stay', () => {
  const former = p('To <a href="/en">us</a> now');
  const source = p('To <a href="/en" class="big">us</a> <b>now</b> or later');
  const { html, faults } = applied(source, p('Zu <a href="/de">uns</a> jetzt'), former);
  expect(html).toBe(p('Zu <a href="/de" class="big">uns</a><b></b> jetzt'));
  expect(faults).toMatchObject([{ kind: 'missing', mark: { name: 'b' } }]);
});

test('a translation that repeats the source gets the new source', () => {
  const former = p('See <b>us</b>');
  expect(applied(p('See <b class="x">them</b>'), former, former).html).toBe(p('See <b class="x">them</b>'));
});

test('copying the source into a row takes the marks of the row', () => {
  const [from, to] = [rowOf('See <a href="/en">our <b>shop</b></a>&hellip;'), rowOf('x <a href="/de">y <b>z</b></a>')];
  const { tokens, faults } = carryTokens(from.tokens, from, to);
  expect(show({ marks: to.marks, tokens })).toBe('See [a]our [b]shop[/b][/a]…');
  expect(faults).toEqual([]);
});

test('a source without changes leaves any translation of it as it is, byte for byte', () => {
  fc.assert(
    fc.property(aDocument, fc.array(fc.constantFrom('Wort', 'عربي', '夜'), { minLength: 1 }), (html, texts) => {
      const source = readContent(html);
      const translated = rebuild(source, replaceTexts(source, texts)).html;
      const aligned = align(source, readContent(translated), source);
      expect(aligned.blocks.every(({ change }) => change === 'same')).toBe(true);
      expect(applyStructure(aligned).html).toBe(translated);
    }),
    { numRuns: 200 },
  );
});

test('any source, any translation: the outcome of all has the blocks of the source', () => {
  fc.assert(
    fc.property(aDocument, aDocument, (one, other) => {
      const [source, translation] = [readContent(one), readContent(other)];
      const { html } = applyStructure(align(source, translation));
      expect(readContent(html).blocks.map(({ shape }) => shape)).toEqual(source.blocks.map(({ shape }) => shape));
    }),
    { numRuns: 200 },
  );
});

test('for any three contents: every block and row occurs once, the source in its order', () => {
  const any = fc.oneof(aDocument, aMess);
  fc.assert(
    fc.property(any, any, any, (one, other, former) => {
      const [source, translation] = [readContent(one), readContent(other)];
      const { blocks } = align(source, translation, readContent(former));
      expect(blocks.flatMap((block) => block.source ?? [])).toEqual(source.blocks);
      const targets = blocks.flatMap((block) => block.target ?? []).sort((a, b) => a.index - b.index);
      expect(targets).toEqual(translation.blocks);
      for (const block of blocks)
        expect(block.rows.flatMap((row) => row.source?.id ?? [])).toEqual(block.source?.segments ?? []);
    }),
    { numRuns: 300 },
  );
});

test('a page is put side by side in no time', () => {
  const long = Array.from({ length: 300 }, (_, at) => p(`Text number ${at} of many`)).join('\n\n');
  const translated = Array.from({ length: 290 }, (_, at) => p(`Absatz Nummer ${at} von vielen`)).join('\n\n');
  const took = cpuMs(() => {
    const { blocks } = align(readContent(long), readContent(translated), readContent(long.replaceAll('many', 'some')));
    expect(blocks.filter(({ target }) => target)).toHaveLength(290);
  });
  expect(took).toBeLessThan(1500);
  expect(rowsOf(PAGE).length).toBeGreaterThan(0);
});
