// Clipboard content of real programs, and the expected blocks. Each file of `clipboards` is one case: the HTML and the text of
// the program, then the blocks, without their comments and classes.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readContent } from '../../../../core/units/content.ts';
import { readClipboard } from '../../../../core/units/paste/paste.ts';
import type { PastedBlock } from '../../../../core/units/paste/paste.ts';
import { tokenizeHtml } from '../../../../core/units/html.ts';
import { readDocument } from '../../../../core/units/writing/read.ts';
import { writeDocument } from '../../../../core/units/writing/write.ts';
import { parseBlocks } from '../../../../core/units/parse.ts';

interface Clip {
  name: string;
  html: string;
  text: string;
  blocks: string;
}

const folder = join(import.meta.dirname, 'clipboards');
const clips = readdirSync(folder).toSorted().map(readClip);

function readClip(file: string): Clip {
  const parts = readFileSync(join(folder, file), 'utf8').split(/^=== (html|text|blocks)\n/m);
  const part = (name: string) => (parts.includes(name) ? (parts[parts.indexOf(name) + 1] ?? '') : '');
  return {
    name: file.replace('.clip', ''),
    html: part('html'),
    text: part('text').replace(/\n$/, ''),
    blocks: part('blocks').trimEnd(),
  };
}

/** Without what the site adds around every block. */
const bare = ({ html }: PastedBlock) => html.replace(/\n?<!--.*?-->\n*/gs, '').replace(/ class="[^"]*"/g, '');

function said({ html, text }: Clip): string {
  const { blocks, pictures } = readClipboard({ html, text });
  return [...blocks.map(bare), ...(pictures > 0 ? [`pictures: ${pictures}`] : [])].join('\n');
}

test('thirty clipboards at least', () => expect(clips.length).toBeGreaterThanOrEqual(30));

test.each(clips)('$name', (clip) => expect(said(clip)).toBe(clip.blocks));

describe('what comes out', () => {
  const KNOWN = /^core\/(?:paragraph|heading|list|list-item|table|quote|code|separator)$/;

  test.each(clips)('of $name is blocks with nothing between them', ({ html, text }) => {
    const blocks = readClipboard({ html, text }).blocks.map((block) => block.html);
    for (const block of blocks) {
      const [part, ...others] = parseBlocks(block);
      expect(others).toEqual([]);
      expect(typeof part === 'string' ? part : part?.name).toMatch(KNOWN);
      expect(typeof part === 'string' ? '' : part?.close).not.toBe('');
    }
    expect(
      readContent(blocks.join('\n\n'))
        .blocks.map(({ name }) => name)
        .every((name) => KNOWN.test(name)),
    ).toBe(true);
  });

  test('of one line without formatting is that line; formatted words stay apart from it', () => {
    const read = (html: string) => readClipboard({ html, text: '' });
    expect(read('<span>Some &amp; more</span>')).toMatchObject({ plain: 'Some & more', lines: ['Some &amp; more'] });
    expect(read('<span>Some <b>bold</b></span>')).toMatchObject({
      plain: undefined,
      lines: ['Some <strong>bold</strong>'],
    });
    expect(read('<h2>Heading</h2>')).toMatchObject({ plain: undefined, blocks: [{ words: 'Heading', level: 2 }] });
    expect(read('<ul><li>a<li>b</ul>')).toMatchObject({ plain: undefined, lines: ['a', 'b'] });
  });

  test.each([
    ['nothing', '', '', []],
    ['blanks', ' <p>&nbsp;</p> ', ' \n ', []],
    ['only a picture', '<img src="file:///a.png">', '', []],
    ['HTML that says nothing beside a text that does', '<style>p {}</style>', 'Words', ['<p>Words</p>']],
  ])('of %s', (_name, html, text, blocks) => expect(readClipboard({ html, text }).blocks.map(bare)).toEqual(blocks));
});

describe('whatever is pasted', () => {
  const hostile = readClip('hostile-page.clip').html;
  const words = [
    ...clips.map(({ html }) => html),
    ...'<p>|</p>|<table>|<td>|<tr>|</table>|<ul>|<li>|</ul>|<b>|</b>|<!--StartFragment-->|<!--EndFragment-->|-->|<!-- wp:html -->'.split(
      '|',
    ),
    ...[
      '&lt;script>',
      '<a href="javascript:x">',
      "<a href='https://a/\"><script>'>",
      '[x y="1"]',
      '**',
      '_',
      '`',
      '# ',
      '- ',
      '\n',
      ' ',
      'word',
    ],
    '<img src=x onerror=1>',
    '<script>',
    '<p style="mso-list:l0 level3 lfo1">',
    '<span style="mso-list:Ignore">1.',
  ];
  const tags =
    /^(?:p|h[1-6]|ul|ol|li|figure|figcaption|table|thead|tbody|tr|th|td|blockquote|pre|code|hr|a|strong|em|s|sub|sup|br)$/;

  /** What of a block could do something, or is none of the tags that a paste may make. */
  function strangers(block: string): string[] {
    return tokenizeHtml(block.replace(/<!-- \/?wp:[^>]*-->/g, '')).flatMap((token) => {
      if (token.kind === 'locked') return [token.raw];
      if (token.kind !== 'open') return [];
      const isFine = ({ name, raw }: { name: string; raw: string }) =>
        name === 'href' ? /^(?:https?:|mailto:|tel:|\/(?!\/))/i.test(raw) : /^(?:class|colspan|rowspan)$/.test(name);
      return tags.test(token.name) && token.attributes.every(isFine) ? [] : [token.raw];
    });
  }

  test('nothing in it can run, load or break out of its block', () => {
    const text = fc.array(fc.constantFrom(...words), { maxLength: 30 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, text, (html, plain) => {
        for (const { html: block } of readClipboard({ html, text: plain }).blocks) {
          expect(strangers(block)).toEqual([]);
          expect(parseBlocks(block)).toHaveLength(1);
        }
      }),
    );
  });

  test('control: the hostile page itself is full of strangers', () => {
    expect(strangers(hostile).length).toBeGreaterThanOrEqual(8);
  });

  test.each([
    ['tags that never end', '<p><div><b>x'.repeat(60_000), ''],
    ['items of a list', "<p style='mso-list:l0 level1 lfo1'>x</p>".repeat(20_000), ''],
    ['tables in tables', '<table><tr><td>x'.repeat(20_000), ''],
    ['lists in lists', '<ul><li>x'.repeat(20_000), ''],
    ['marks of Markdown without an end', '', `# a\n${'_a **b [c `'.repeat(3000)}`],
    ['blanks', '', `# a\n${' '.repeat(100_000)}x`],
    ['fences', '', '```\na\n'.repeat(50_000)],
  ])('a lot of %s is read in one go', (_name, html, text) => {
    expect(readClipboard({ html, text }).blocks.length).toBeGreaterThan(0);
  });
});

test.each(clips)(
  'in writing mode each block can be written in, and is stored as it was pasted: $name',
  ({ html, text }) => {
    const { blocks } = readClipboard({ html, text });
    const content = blocks.map((block) => block.html).join('\n\n');
    const document = readDocument(content);
    expect(blocks.length === 0 || (document.content ?? []).every(({ type }) => type !== 'opaque')).toBe(true);
    expect(blocks.length === 0 || document.content?.length === blocks.length).toBe(true);
    expect(writeDocument(document)).toBe(content);
  },
);
