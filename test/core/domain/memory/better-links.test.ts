import { expect, test } from 'vitest';
import { withBetterLinks } from '../../../../core/domain/findings/links.ts';

const TO = 'https://x.test/fr/a--b/?c=1&d';
const better = (address: string): string | undefined => (address === 'https://x.test/en/a/' ? TO : undefined);

test.each([
  [
    'a link',
    '<p><a class="x" href="https://x.test/en/a/">a</a></p>',
    `<p><a class="x" href="${TO.replace('&', '&amp;')}">a</a></p>`,
  ],
  [
    'an attribute of a block, written so that it cannot end the comment',
    '<!-- wp:button {"style":{"x":1},"url":"https://x.test/en/a/"} /-->',
    '<!-- wp:button {"style":{"x":1},"url":"https://x.test/fr/a\\u002d\\u002db/?c=1\\u0026d"} /-->',
  ],
  ['nothing in prose', '<p>{"url":"https://x.test/en/a/"}</p>', '<p>{"url":"https://x.test/en/a/"}</p>'],
  [
    'nothing of another key',
    '<!-- wp:x {"text":"https://x.test/en/a/"} /-->',
    '<!-- wp:x {"text":"https://x.test/en/a/"} /-->',
  ],
  [
    'nothing elsewhere',
    '<img src="https://x.test/en/a/"><a href="/b">b</a>',
    '<img src="https://x.test/en/a/"><a href="/b">b</a>',
  ],
])('better links: %s', (_name, before, after) => {
  expect(withBetterLinks(before, better)).toBe(after);
});
