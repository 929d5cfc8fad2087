import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readContent } from '../../core/units/content.ts';
import type { Content } from '../../core/units/content.ts';
import type { Edits } from '../../core/units/rebuild.ts';
import { plainText } from '../../core/units/tokens.ts';
import type { Segment, Token } from '../../core/units/tokens.ts';

/** A page with common blocks, as saved by the block editor. */
export const PAGE = `<!-- wp:heading {"level":3} -->
<h3 class="wp-block-heading">Be <em>seen</em> first</h3>
<!-- /wp:heading -->

<!-- wp:paragraph -->
<p>A front light of 300 lumens, <a href="https://example.org/lights" title="Our lights">see ours</a>, is enough&nbsp;&amp; cheap.</p>
<!-- /wp:paragraph -->

<!-- wp:list -->
<ul class="wp-block-list"><!-- wp:list-item -->
<li>Reflective bands</li>
<!-- /wp:list-item -->

<!-- wp:list-item -->
<li></li>
<!-- /wp:list-item --></ul>
<!-- /wp:list -->

<!-- wp:image {"id":5,"sizeSlug":"large"} -->
<figure class="wp-block-image size-large"><img src="a.jpg" alt="" class="wp-image-5"/><figcaption class="wp-element-caption">A <strong>lamp</strong></figcaption></figure>
<!-- /wp:image -->

<!-- wp:table --><figure class="wp-block-table"><table><thead><tr><th>Lamp</th></tr></thead><tbody><tr><td>Bright<br>one</td></tr></tbody></table></figure><!-- /wp:table -->

<!-- wp:buttons --><div class="wp-block-buttons"><!-- wp:button {"text":"Buy the \\u0026 lamp"} --><div class="wp-block-button"><a class="wp-block-button__link" href="/shop">Buy the &amp; lamp</a></div><!-- /wp:button --></div><!-- /wp:buttons -->

<!-- wp:search {"label":"Search","buttonText":"Go","className":"wide"} /-->

<!-- wp:acf/hero {"data":{"heading_one":"Ride \\u003cb\\u003efar\\u003c/b\\u003e","_heading_one":"field_1","align":"left","_align":"field_2"}} /-->

<!-- wp:quote --><blockquote class="wp-block-quote"><!-- wp:paragraph --><p>To be</p><!-- /wp:paragraph --><cite>Hamlet</cite></blockquote><!-- /wp:quote -->

<!-- wp:code --><pre class="wp-block-code"><code>a

b</code></pre><!-- /wp:code -->

<!-- wp:embed {"url":"https://video.example/1"} --><figure class="wp-block-embed"><div class="wp-block-embed__wrapper">
https://video.example/1
</div></figure><!-- /wp:embed -->
`;

export const CLASSIC = `Classic text [gallery ids="1,2"] here

<h2>A heading</h2>
Second [box kind="a"]inner <br/> line[/box] end
<!--more-->
<p>In <b>bold</b> [Note] &hellip;</p>
[caption id="a"]<img src="x.jpg" alt="An x" /> The caption[/caption]`;

/** Texts as people write them, and as nobody should. */
export const BROKEN = [
  '',
  ' \n',
  'plain',
  '<!-- /wp:paragraph -->',
  '<!-- wp:paragraph --><p>never closed',
  '<!-- wp:a --><!-- wp:b -->x<!-- /wp:a --><!-- /wp:b --><!-- /wp:c -->',
  '<!-- wp:a {"b":1 -->text } -->',
  '<!-- wp:a {broken json} -->x<!-- /wp:a -->',
  '<!-- wp:a { --> text --> and } more',
  '<!--wp:a --><!-- wp: --><!-- wp:A --><!-- WP:a -->',
  '<p title="never closed>text</p>',
  '<p>a < b and <strong>never closed</p> <em>',
  '<script>if (a < b) "<p>"</script><style>p {}</style>',
  '<svg><text>no text</text></svg> text',
  '<b><i>crossed</b></i> <a href=x title=Bare>y</a>',
  '<!-- a comment',
  '&nbsp;&amp;&bogus;&#x1F600;&#99999999;&',
  '[[written]] [open [a b] [x y="1"] [/x] [/alone]',
];

/** The contents of the export the product is tried with. */
export function fixtureContents(): string[] {
  const file = readFileSync(join(import.meta.dirname, '../fixtures/site.wxr.xml'), 'utf8');
  const found = file.matchAll(/<content:encoded>((?:<!\[CDATA\[[^]*?\]\]>)*)<\/content:encoded>/g);
  return Array.from(found, ([, data = '']) => data.replaceAll(']]><![CDATA[', '').slice(9, -3)).filter(Boolean);
}

const words = fc.constantFrom('Night', 'riding', '300', 'safely', 'أضواء', '夜間', 'é', 'a &amp; b', '1 &lt; 2', 'x');
const mark = fc.constantFrom(
  ['<strong>', '</strong>'],
  ['<em class="a">', '</em>'],
  ['<a href="/x?a=1&amp;b=2" title="A title">', '</a>'],
  ['[box kind="a b"]', '[/box]'],
);
const single = fc.constantFrom('<br>', '<img src="x.png" alt="An x">', '[gallery ids="1,2"]', '&nbsp;', '&hellip;');
const { inline } = fc.letrec<{ inline: string }>((tie) => ({
  inline: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    words,
    fc.tuple(words, single, words).map((parts) => parts.join(' ')),
    fc.tuple(words, mark, tie('inline'), words).map(([a, [open, close], b, c]) => `${a} ${open}${b}${close} ${c}`),
  ),
}));

/** Blocks as an editor saves them, nested. */
const { block } = fc.letrec<{ block: string }>((tie) => ({
  block: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    inline.map((text) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`),
    fc
      .tuple(inline, fc.integer({ min: 1, max: 6 }))
      .map(([text, n]) => `<!-- wp:heading {"level":${n}} -->\n<h${n}>${text}</h${n}>\n<!-- /wp:heading -->`),
    fc
      .array(inline, { minLength: 1, maxLength: 3 })
      .map((all) => all.map((text) => `<!-- wp:list-item --><li>${text}</li><!-- /wp:list-item -->`).join('\n'))
      .map((items) => `<!-- wp:list --><ul>${items}</ul><!-- /wp:list -->`),
    words.map((text) => `<!-- wp:image {"id":7} --><figure><img alt="${text}"/></figure><!-- /wp:image -->`),
    words.map((text) => `<!-- wp:read-more {"content":${JSON.stringify(text)},"n":[1,{"a":"b"}]} /-->`),
    fc
      .array(tie('block'), { maxLength: 3 })
      .map((all) => `<!-- wp:group {"layout":{"type":"flex"}} -->\n<div>${all.join('\n\n')}</div>\n<!-- /wp:group -->`),
  ),
}));

/** Whole contents, well-formed. */
export const aDocument = fc
  .array(fc.oneof({ weight: 5, arbitrary: block }, { weight: 1, arbitrary: inline }), { maxLength: 6 })
  .map((blocks) => blocks.join('\n\n'));

const bits = fc.constantFrom(
  ...['<!-- wp:paragraph -->', '<!-- /wp:paragraph -->', '<!-- wp:x {"a":"b c","label":"Go on"} -->', '<!-- wp:y {'],
  ...['<!-- wp:x {"content":"<b>Hi</b> you"} /-->', '<!-- /wp:x -->', '<!--', '-->', '} -->', '}', '{', '<!--more-->'],
  ...['<p>', '</p>', '<li>', '</li>', '<strong>', '</strong>', '<a href="/x" title="T t">', '</a>', '<br>', '<td>'],
  ...['<img alt="A b" src=x>', '<img alt=bare>', '<a title="q', '<pre>', '</pre>', '<script>', '</script>', '<svg>'],
  ...['Hello world', 'a & b', '&amp;', '&nbsp;', '[gallery ids="1"]', '[box]', '[/box]', '[Note]', '[[x]]', '[un'],
  ...['\n\n', ' ', '<', '"', "'", 'مرحبا', '日本語'],
);
/** Anything at all. */
export const aMess = fc
  .array(fc.oneof(bits, fc.string({ maxLength: 5 })), { maxLength: 25 })
  .map((parts) => parts.join(''));

/** What somebody may type, or paste. */
export const aText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.constantFrom('<b>x</b>', '<!-- wp:paragraph -->', '<!-- /wp:x -->', '-->', '} -->', '[gallery]', '[/box]', '[un'),
  fc.constantFrom('&nbsp;', '"quoted\'', '}', 'a\n\nb', 'back\\', '--', 'نص', ''),
);

/** Every text of every row replaced by the texts given, in turn. */
export function replaceTexts(content: Content, texts: readonly string[]): Edits {
  let next = 0;
  const text = () => texts[next++ % texts.length] ?? '';
  return new Map(
    content.segments.map(({ id, tokens }) => {
      const edited = tokens.map((token): Token => (token.kind === 'text' ? { kind: 'text', text: text() } : token));
      return [id, { tokens: edited, isOnPurpose: true }];
    }),
  );
}

/** A row as a test reads it: `[a]`, `[/a]` and `[br]` for the marks. */
export function show({ tokens, marks }: Pick<Segment, 'marks'> & { tokens: readonly Token[] }): string {
  return tokens
    .map((token) => {
      if (token.kind === 'text') return token.text;
      return `[${token.kind === 'close' ? '/' : ''}${marks[token.mark]?.name ?? '?'}]`;
    })
    .join('');
}

/** The rows of a content, one line each. */
export function rowsOf(html: string): string[] {
  const { segments } = readContent(html);
  return segments.map(({ kind, level, name, tokens, marks }) => {
    return `${[kind, level || '', name].filter(Boolean).join(' ')}: ${plainText(tokens, marks)}`;
  });
}

/** The first row of a paragraph with this inside. */
export function rowOf(inner: string): Segment {
  const [row] = readContent(`<p>${inner}</p>`).segments;
  if (!row) throw new Error(`No row in ${inner}`);
  return row;
}
