import { describe, expect, test } from 'vitest';
import {
  cutForSuffix,
  freeSlug,
  MAX_SLUG_BYTES,
  readableSlug,
  sanitiseSlug,
} from '../../../../core/domain/content/slug.ts';

describe('sanitiseSlug', () => {
  test.each([
    ['Hello World', 'en_US', 'hello-world'],
    ['  A  --  B  ', 'en_US', 'a-b'],
    ['a/b.c', 'en_US', 'a-b-c'],
    ['one – two — three', 'en_US', 'one-two-three'],
    ['keep_this', 'en_US', 'keep_this'],
    ['alert(1)T', 'en_US', 'alert1t'],
    ['<script>a</script>T', 'en_US', 'at'],
    ['A & B <b>x</b>', 'en_US', 'a-b-x'],
    ['A &amp; B', 'en_US', 'a-b'],
    ['1 < 2', 'en_US', '1-2'],
    ['“Quoted” ‘it’s’', 'en_US', 'quoted-its'],
    ['Über die Straße', 'de_DE', 'ueber-die-strasse'],
    ['Über die Straße', 'en_US', 'uber-die-strase'],
    ['Über', 'de', 'ueber'],
    ['Blå bær', 'da_DK', 'blaa-baer'],
    ['Blå', 'sv_SE', 'bla'],
    ['Œuvre, Łódź, Đà Nẵng, Þór, ø', 'fr_FR', 'oeuvre-lodz-da-nang-thor-o'],
    ['İstanbul ılık', 'tr_TR', 'istanbul-ilik'],
    ['أخبار', 'ar', '%d8%a3%d8%ae%d8%a8%d8%a7%d8%b1'],
    ['%D8%A3%d8%ae', 'ar', '%d8%a3%d8%ae'],
    ['100% sure', 'en_US', '100-sure'],
    ['йод', 'ru_RU', '%d0%b9%d0%be%d0%b4'],
    ['Ÿ É', 'fr_FR', 'y-e'],
    ['e\u0301te\u0301', 'fr_FR', 'ete'],
    ['夜 AI', 'ja', '%e5%a4%9c-ai'],
    ['!?', 'en_US', ''],
    ['', 'en_US', ''],
  ])('%j in %s is %j', (text, locale, slug) => {
    expect(sanitiseSlug(text, locale)).toBe(slug);
  });

  test.each([['a'.repeat(300)], ['夜'.repeat(80)], [`a${'夜'.repeat(80)}`], [`ab${'أ'.repeat(80)}`]])(
    'is cut between characters: %.8s…',
    (text) => {
      const slug = sanitiseSlug(text, '');
      expect(slug.length).toBeLessThanOrEqual(MAX_SLUG_BYTES);
      expect(slug.length).toBeGreaterThan(MAX_SLUG_BYTES - 9);
      expect(text.startsWith(readableSlug(slug))).toBe(true);
      expect(sanitiseSlug(slug, '')).toBe(slug);
    },
  );
});

test.each([
  ['news', '-2', 'news-2'],
  ['a'.repeat(200), '-12', `${'a'.repeat(197)}-12`],
  ['%e5%a4%9c'.repeat(22), '-2', `${'%e5%a4%9c'.repeat(22)}-2`],
  [`ab${'%e5%a4%9c'.repeat(22)}`, '-2', `ab${'%e5%a4%9c'.repeat(21)}-2`],
])('cutForSuffix keeps characters whole: %.12s %s', (slug, suffix, expected) => {
  expect(cutForSuffix(slug, suffix)).toBe(expected);
});

test('freeSlug counts from 2', () => {
  const taken = new Set(['a', 'a-2']);
  expect(freeSlug('a', (slug) => taken.has(slug))).toBe('a-3');
  expect(freeSlug('b', (slug) => taken.has(slug))).toBe('b');
});
