import { expect, test } from 'vitest';
import { languageName } from '../../../../core/domain/languages/name.ts';

/** A name as given and as stored (`interface.md` 4.3). */
test.each([
  ['Français', 'Français'],
  ['  Deutsch  ', 'Deutsch'],
  ['<b>F</b>', 'F'],
  ['a <script>alert(1)</script> b', 'a alert(1) b'],
  ['a & b', 'a &amp; b'],
  ['a &amp; b', 'a &amp; b'],
  ['a &eacute; &#233; &#xe9; b', 'a &eacute; &#233; &#xe9; b'],
  ['R&D', 'R&amp;D'],
  ['"a" and \'b\'', '"a" and \'b\''],
  ['a\\b', 'ab'],
  ['a < b', 'a &lt; b'],
  ['<', '&lt;'],
  ['<b>', ''],
  ['   ', ''],
  ['العربية', 'العربية'],
  ['日本語', '日本語'],
])('%j is stored as %j', (given, stored) => {
  expect(languageName(given)).toBe(stored);
});

test('storing a stored name changes nothing', () => {
  for (const name of ['a & b', 'a < b', '<b>x</b>', 'a\\b'])
    expect(languageName(languageName(name))).toBe(languageName(name));
});
