import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readContent } from '../../core/units/content.ts';
import { rebuild } from '../../core/units/rebuild.ts';
import { checkTokens, repairTokens } from '../../core/units/repair.ts';
import { plainText } from '../../core/units/tokens.ts';
import type { Segment, Token } from '../../core/units/tokens.ts';
import { rowOf, show } from './documents.ts';

/** `one <0>two</0> <1/>` as tokens. */
function tokensOf(written: string): Token[] {
  return written.split(/(<\/?\d+\/?>)/).flatMap((part): Token[] => {
    const [, slash, id, single] = /^<(\/?)(\d+)(\/?)>$/.exec(part) ?? [];
    if (id === undefined) return part === '' ? [] : [{ kind: 'text', text: part }];
    return [{ kind: slash ? 'close' : single ? 'single' : 'open', mark: Number(id) }];
  });
}

/** `a [b]c [i]d[/i][/b] e[br]f [a]link[/a]`: marks 0 to 3. */
const row = () => rowOf('a <b>c <i>d</i></b> e<br>f <a href="/x">link</a>');

test.each([
  ['a <0>c <1>d</1></0> e<2/>f <3>link</3>', [], 'a [b]c [i]d[/i][/b] e[br]f [a]link[/a]'],
  ['<3>link</3> e<2/>f <0><1>d</1> c</0>', [], '[a]link[/a] e[br]f [b][i]d[/i] c[/b]'],
  ['a c d e<2/>f <3>link</3>', ['missing b', 'missing i'], 'a [b]c [i]d[/i][/b] e[br]f [a]link[/a]'],
  ['A <0>C <1>D</1></0> e<2/>f the link', ['missing a'], 'A [b]C [i]D[/i][/b] e[br]f the [a]link[/a]'],
  ['A <0>C <1>D</1></0> e<2/>f LINK', ['missing a'], 'A [b]C [i]D[/i][/b] e[br][a][/a]f LINK'],
  ['<0>C <1>D</1></0> E <3>L</3>', ['missing br'], '[b]C [i]D[/i][/b][br] E [a]L[/a]'],
  ['<0>C <1>D E<2/> <3>L</3>', ['missing i', 'missing b', 'order'], undefined],
  ['<0>C <1>D</1></0><2/><2/><3>L</3><9/>', ['extra br', 'extra '], '[b]C [i]D[/i][/b][br][a]L[/a]'],
  ['<0>C</0> <1>D</1><2/><3>L</3>', ['order i'], '[b][i][/i]C[/b] D[br][a]L[/a]'],
  ['<0>C <3><1>D</1></0>L</3><2/>', ['order a'], undefined],
  ['<0>C <1>D</1></0><2/></3>L<3>', ['order a'], '[b]C [i]D[/i][/b][br][a]L[/a]'],
])('%s', (written, faults, shown) => {
  const repaired = repairTokens(row(), tokensOf(written));
  const said = repaired.faults.map(({ kind, mark }) => `${kind} ${mark.name}`);
  for (const fault of faults) expect(said.join(', ')).toContain(fault);
  if (faults.length === 0) expect(said).toEqual([]);
  if (shown !== undefined) expect(show({ ...row(), tokens: repaired.tokens })).toBe(shown);
});

test('a mark given up on purpose is not a fault', () => {
  const repaired = repairTokens(row(), tokensOf('<0>C <1>D</1></0> L<2/>'), [3]);
  expect(repaired.faults).toEqual([]);
  const content = readContent('<p>To <a href="/x">us</a></p>');
  const edit = { tokens: tokensOf('To us'), dropped: [0] };
  expect(rebuild(content, new Map([[0, edit]]))).toEqual({ html: '<p>To us</p>', faults: [] });
});

test('the page gets the repaired row and the fault', () => {
  const content = readContent('<p>To <a href="/x">us</a> now<br>here</p>');
  const { html, faults } = rebuild(content, new Map([[0, { tokens: tokensOf('Vers us') }]]));
  expect(html).toBe('<p>Vers <a href="/x">us</a><br></p>');
  expect(faults).toMatchObject([
    { segment: 0, kind: 'missing', mark: { name: 'a' } },
    { segment: 0, kind: 'missing', mark: { name: 'br' } },
  ]);
});

test('entities may go, and stand twice', () => {
  const spaced = rowOf('a&nbsp;b&hellip;');
  expect(checkTokens(spaced, tokensOf('a<0/>b<0/>'))).toEqual([]);
});

test('a row with very many marks keeps its text and its marks, and takes no time', () => {
  const many = rowOf('x' + '<b>y</b>'.repeat(5000));
  const repaired = repairTokens(many, tokensOf('all of it new'));
  expect(plainText(repaired.tokens)).toBe('all of it new');
  expect(checkTokens(many, repaired.tokens)).toEqual([]);
  expect(repaired.faults).toHaveLength(5000);
});

const someRows = fc.constantFrom(
  row(),
  rowOf('x [s] <b>y</b>&nbsp;z [box]q<em>r</em>[/box]'),
  rowOf('<a href="/x"><img src="y"> t <b>u<i>v</i></b></a> w'),
);
const someTokens = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('text' as const), text: fc.constantFrom('t', 'c ', 'link', '') }),
    fc.record({ kind: fc.constantFrom('open' as const, 'close' as const, 'single' as const), mark: fc.nat(6) }),
  ),
);

test('whatever was done to a row, its repair has no faults and all of the text in order', () => {
  fc.assert(
    fc.property(someRows, someTokens, fc.uniqueArray(fc.nat(4), { maxLength: 2 }), (segment, tokens, dropped) => {
      const repaired = repairTokens(segment, tokens, dropped);
      expect(checkTokens(segment, repaired.tokens, dropped)).toEqual([]);
      expect(plainText(repaired.tokens)).toBe(plainText(tokens));
    }),
    { numRuns: 1000 },
  );
});

test('a row as it was has no faults', () => {
  fc.assert(fc.property(someRows, (segment: Segment) => checkTokens(segment, segment.tokens).length === 0));
});
