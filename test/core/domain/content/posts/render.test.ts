import { expect, test } from 'vitest';
import { renderContent, renderExcerpt, renderTitle } from '../../../../../core/domain/content/posts/render.ts';
import { sanitiseMarkup } from '../../../../../core/domain/content/posts/sanitise.ts';

test.each([
  ['', ''],
  ['one', '<p>one</p>\n'],
  ['one\n\ntwo\nthree', '<p>one</p>\n<p>two<br />\nthree</p>\n'],
  ['<h2>H</h2>text', '<h2>H</h2>\n<p>text</p>\n'],
  ['<ul>\n<li>a</li>\n</ul>\ntext', '<ul>\n<li>a</li>\n</ul>\n<p>text</p>\n'],
  ['<pre>a\n\n"b"</pre>', '<pre>a\n\n"b"</pre>\n'],
  ['<!-- wp:paragraph --><p>B</p><!-- /wp:paragraph -->', '<p>B</p>'],
  ['say "hi" & it\'s -- 3x4...', '<p>say &#8220;hi&#8221; &#038; it&#8217;s &#8212; 3&#215;4&#8230;</p>\n'],
  ['A &amp; B &#8211; C', '<p>A &amp; B &#8211; C</p>\n'],
  // Its first letter becomes two in lower case.
  ['İİİ\n\n<pre>a\n\nb</pre>\n\nxyz', '<p>İİİ</p>\n<pre>a\n\nb</pre>\n<p>xyz</p>\n'],
])('content %j', (raw, shown) => {
  expect(renderContent(raw)).toBe(shown);
});

test('title keeps its tags and curls its quotes', () => {
  expect(renderTitle('A & <em title="x">"b"</em>')).toBe('A &#038; <em title="x">&#8220;b&#8221;</em>');
});

test.each([
  [{ excerpt: 'own', content: 'other' }, 55, '<p>own</p>\n'],
  [{ excerpt: '', content: 'a <b>b</b>c\n\nd' }, 55, '<p>a bc d</p>\n'],
  [{ excerpt: '', content: 'a b c d' }, 2, '<p>a b [&hellip;]</p>\n'],
  [{ excerpt: '', content: '<script>x</script>a' }, 55, '<p>a</p>\n'],
  [{ excerpt: '', content: 'İzmir İli <script>x</SCRIPT> evet hayır' }, 55, '<p>İzmir İli evet hayır</p>\n'],
  [{ excerpt: '', content: '' }, 55, ''],
  [{ excerpt: '', content: 'a b\n\n<!--more-->\n\nc' }, 55, '<p>a b</p>\n'],
  [{ excerpt: '', content: 'a b\n\n<!--more Read on-->\n\nc' }, 1, '<p>a [&hellip;]</p>\n'],
  [
    {
      excerpt: '',
      content:
        '<!-- wp:paragraph -->\n<p>a</p>\n<!-- /wp:paragraph -->\n\n<!-- wp:more -->\n<!--more-->\n<!-- /wp:more -->\nb',
    },
    55,
    '<p>a</p>\n',
  ],
  [{ excerpt: 'own <!--more--> text', content: 'a' }, 55, '<p>own <!--more--> text</p>\n'],
  [{ excerpt: '', content: 'a <!--more b' }, 55, '<p>a</p>\n'],
  [{ excerpt: '', content: '<!--more-->a' }, 55, ''],
])('excerpt %j', (row, words, shown) => {
  expect(renderExcerpt(row, words)).toBe(shown);
});

test.each([
  ['<script>alert(1)</script>T', 'alert(1)T'],
  ['<b onclick="x">y</b>', '<b>y</b>'],
  ['<a href="https://a.test/?a=1" title="t">x</a>', '<a href="https://a.test/?a=1" title="t">x</a>'],
  ['<a href="javascript:x">y</a>', '<a>y</a>'],
  ['<a href="java&#x09;script&colon;x">y</a>', '<a>y</a>'],
  ['<img src=x onerror=alert(1)/>', '<img src="x" />'],
  ['<svg/onload=alert(1)>', ''],
  ['<<script>script>x', '&lt;script>x'],
  ["<a title='\"onclick=x'>y</a>", '<a title="&quot;onclick=x">y</a>'],
  ['a < b', 'a &lt; b'],
  ['<!-- wp:image {"id":1} -->', '<!-- wp:image {"id":1} -->'],
  ['<!-- <b> -->x', 'x'],
  ['a<!--more Read on-->b<!--nextpage-->c', 'a<!--more Read on-->b<!--nextpage-->c'],
  ['<!--><img src=x onerror=y>-->', ''],
  ['<!--x--!><script>y</script>-->', ''],
  [
    '<p class="has-text-color" style="color:#f00;font-family:\'A B\',serif">t</p>',
    '<p class="has-text-color" style="color:#f00;font-family:\'A B\',serif">t</p>',
  ],
  [
    '<div style="background-image:url(https://a.test/?a=1&amp;b=2);padding:calc(1em + var(--wp--x))">',
    '<div style="background-image:url(https://a.test/?a=1&amp;b=2);padding:calc(1em + var(--wp--x))">',
  ],
  ['<p style="position:fixed; color: red; behavior:url(x)">t</p>', '<p style="color: red">t</p>'],
  ['<p style="background:url(javascript:x)">t</p>', '<p>t</p>'],
  ['<p style="background:URL( &quot;data:text/html,x&quot; )">t</p>', '<p>t</p>'],
  ['<p style="width:expression(x)">t</p>', '<p>t</p>'],
  ['<p style="width:exp/**/ression(x)">t</p>', '<p>t</p>'],
  ['<p style="background:u\\72l(x)">t</p>', '<p>t</p>'],
  ['<p style="background:url&#40;javascript:x)">t</p>', '<p>t</p>'],
  [
    '<video autoplay loop muted playsinline src="a.mp4"></video><img src="a.png" alt="" loading="lazy" />',
    '<video autoplay loop muted playsinline src="a.mp4"></video><img src="a.png" alt="" loading="lazy" />',
  ],
  ['<p style>t</p>', '<p>t</p>'],
  ['plain & "text"', 'plain &amp; "text"'],
  ['&eacute; &#233; &foo;', '&eacute; &#233; &amp;foo;'],
])('sanitised %j', (given, kept) => {
  expect(sanitiseMarkup(given)).toBe(kept);
});

test.each([
  '<b style="',
  '<b style="x:aaaa',
  '<b style="x:url(',
  '<a',
  '<pre',
  '<script>',
  '<a "',
  '<!-- wp:x ',
  '1',
  '"\'',
  '<div>\n\n',
  'a\n',
])('a long run of %j is read in one pass', (piece) => {
  const text = piece.repeat(20_000);
  const start = process.cpuUsage().user;
  renderContent(text);
  sanitiseMarkup(text);
  expect(process.cpuUsage().user - start).toBeLessThan(3_000_000);
});
