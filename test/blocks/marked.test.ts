// Round trips of rows through a translator's tools: marks travel as numbers, and are restored unchanged or not at all.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readContent } from '../../core/units/content.ts';
import { fromMarked, toMarked } from '../../core/units/marked.ts';
import { rebuild } from '../../core/units/rebuild.ts';
import type { Segment } from '../../core/units/tokens.ts';
import { sameTokens } from '../../core/units/tokens.ts';
import { aDocument, aMess, BROKEN, CLASSIC, fixtureContents, PAGE } from './documents.ts';

function row(html: string): Segment {
  const [first] = readContent(`<!-- wp:paragraph -->\n<p>${html}</p>\n<!-- /wp:paragraph -->`).segments;
  if (!first) throw new Error('no row');
  return first;
}

/** The content with every text sent and come back as it was. */
function sentAndBack(html: string): string {
  const content = readContent(html);
  const edits = content.segments.flatMap((each) => {
    const tokens = fromMarked(toMarked(each), each);
    if (!tokens) throw new Error(`refused: ${toMarked(each)}`);
    return sameTokens(tokens, each.tokens) ? [] : [[each.id, { tokens, isOnPurpose: true }] as const];
  });
  return rebuild(content, new Map(edits)).html;
}

/** A lone `&` and `&amp;` are the same on a page; beside each other they may become the same in the text. */
const shown = (html: string) => html.replaceAll('&amp;', '&');

test.each([PAGE, CLASSIC, ...BROKEN, ...fixtureContents()])(
  'what is sent and comes back as it is, is what it was: %j',
  (html) => {
    expect(shown(sentAndBack(html))).toBe(shown(html));
  },
);

test('so does every document', () => {
  fc.assert(fc.property(fc.oneof(aMess, aDocument), (html) => shown(sentAndBack(html)) === shown(html)));
});

test.each([
  ['Ride <a href="/x?a=1&amp;b=2" title="T">slowly</a>', 'Ride <g id="0">slowly</g>'],
  ['Run <code>npm start</code> now', 'Run <n id="0">npm start</n> now'],
  ['<span translate="no">Polydesk</span> is here', '<n id="0">Polydesk</n> is here'],
  ['See [gallery ids="1,2"] here', 'See <x id="0"/> here'],
  ['a<br>b &amp; c', 'a<x id="0"/>b &amp; c'],
  ['5 &lt; 6', '5 &lt; 6'],
])('%s is sent as %s', (html, sent) => {
  expect(toMarked(row(html))).toBe(sent);
});

test('what is sent holds nothing of addresses, attributes and shortcodes', () => {
  const sent = toMarked(row('<a href="https://canary.test" class="canary">A</a> [canary key="canary"] B'));
  expect(sent).not.toContain('canary');
});

test.each([
  ['a mark that is gone', 'Roulez lentement'],
  ['a mark twice', '<g id="0">a</g> <g id="0">b</g>'],
  ['a mark of another row', '<g id="0">a</g><x id="7"/>'],
  ['a tag of its own', '<g id="0">a</g><script>b</script>'],
  ['a mark that does not end', '<g id="0">a'],
])('%s is refused', (_what, came) => {
  expect(fromMarked(came, row('Ride <em>slowly</em>'))).toBeUndefined();
});

test('marks may move with their words', () => {
  const segment = row('A <strong>loud</strong> bell');
  const tokens = fromMarked('Une sonnette <g id="0">forte</g>', segment);
  const content = readContent('<!-- wp:paragraph -->\n<p>A <strong>loud</strong> bell</p>\n<!-- /wp:paragraph -->');
  expect(rebuild(content, new Map([[0, { tokens: tokens ?? [] }]])).html).toContain(
    '<p>Une sonnette <strong>forte</strong></p>',
  );
});
