import { expect, test } from 'vitest';
import { plainText } from '../../../../core/domain/content/plain-text.ts';
import { sanitiseSlug } from '../../../../core/domain/content/slug.ts';
import { termName } from '../../../../core/domain/content/terms/text.ts';

test.each([
  ['a <b>b</b> c', 'a b c'],
  ['a <script>alert(1)</script>b<style>i{}</style>', 'a b'],
  ['a <script>alert(1)', 'a alert(1)'],
  ['<a title="<b>">x</a>', '">x'],
  ['1 < 2 > 1', '1 < 2 > 1'],
  ['<b>x</b> <a', 'x <a'],
  ['  a \n b ', 'a b'],
])('%j without markup', (given, text) => {
  expect(plainText(given)).toBe(text);
});

/** Milliseconds of processor time. */
function cost(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

// The server answers one request after the other: with a pattern that reads on to the end for each tag these took seconds.
test.each(['<script>', '<a', '<a title="', '<!-'])(
  'a text of nothing but %s takes no longer than its length',
  (tag) => {
    const text = tag.repeat(100_000);
    expect(cost(() => termName(text))).toBeLessThan(700);
    expect(cost(() => sanitiseSlug(text, 'en_US'))).toBeLessThan(700);
  },
);
