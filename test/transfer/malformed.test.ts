import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { state } from '../fuzz/dump.ts';
import { openBench, type Bench } from '../support/engine.ts';
import { ImportRefused } from '../../core/transfer/refusal.ts';
import { format, type Params } from '../../core/schema/wire/message-format.ts';
import ar from '../../renderer/lib/messages/ar/notes.json' with { type: 'json' };
import en from '../../renderer/lib/messages/en/notes.json' with { type: 'json' };
import fr from '../../renderer/lib/messages/fr/notes.json' with { type: 'json' };
import { FIXTURE, importInto, temporaryFolder } from './support.ts';

const good = readFileSync(FIXTURE, 'utf8');
const folder = temporaryFolder();
afterAll(() => folder.remove());

/** A small export around the fragment of a case. */
function wxr(inside: string, root = ''): string {
  return `<?xml version="1.0" encoding="UTF-8" ?>
<rss version="2.0" xmlns:wp="http://wordpress.org/export/1.2/" xmlns:content="c" xmlns:excerpt="e" xmlns:dc="d" ${root}>
<channel>
<wp:wxr_version>1.2</wp:wxr_version>
${inside}
</channel>
</rss>`;
}

function item(id: number, more = '', title = `Item ${id}`): string {
  return `<item><title>${title}</title><wp:post_id>${id}</wp:post_id><wp:post_date>2026-01-01 10:00:00</wp:post_date><wp:status>publish</wp:status><wp:post_type>post</wp:post_type>${more}</item>`;
}

/** One more than a text may have. */
const MANY = 'x'.repeat(8 * 1024 * 1024 + 1);

/** Class, file, reason of the refusal, its line. */
const REFUSED: [name: string, file: string | Buffer, reason: string, line: number | 'any'][] = [
  ['1 truncation: in the middle of a text', good.slice(0, 30_000), 'truncated', 'any'],
  ['1 truncation: between two items', good.slice(0, good.indexOf('<item>')), 'truncated', 'any'],
  ['1 truncation: nothing at all', '', 'not_xml', 'any'],
  ['2 bit flips: a tag that no longer closes', good.replace('</wp:cat_name>', '</wp:cat_nane>'), 'broken_xml', 'any'],
  ['3 DOCTYPE', `<?xml version="1.0"?>\n<!DOCTYPE rss>\n${wxr('').slice(39)}`, 'doctype', 'any'],
  ['3 XXE', `<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>\n<rss>&x;</rss>`, 'doctype', 'any'],
  ['3 DOCTYPE of 20 MB', `<!DOCTYPE r [${' '.repeat(20 * 1024 * 1024)}]><rss/>`, 'doctype', 'any'],
  ['4 entity flood', `<!DOCTYPE l [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]><rss>&b;</rss>`, 'doctype', 'any'],
  ['4 an entity nobody declared', wxr(item(1, '', 'a &nbsp; b')), 'entity', 5],
  ['5 depth', wxr(`<item>${'<a>'.repeat(300)}`), 'depth', 5],
  ['6 attribute flood', wxr(item(1), Array.from({ length: 300 }, (_, n) => `a${n}="1"`).join(' ')), 'attributes', 2],
  ['7 giant text', wxr(item(1, `<content:encoded>${MANY}</content:encoded>`)), 'giant_text', 'any'],
  [
    '7 giant text in CDATA',
    wxr(item(1, `<content:encoded><![CDATA[${MANY}]]></content:encoded>`)),
    'giant_text',
    'any',
  ],
  ['7 giant comment', wxr(`<!-- ${MANY} -->`), 'giant_text', 'any'],
  ['7 giant instruction', wxr(`<?x ${MANY}?>`), 'giant_text', 'any'],
  ['7 giant attribute', wxr(item(1, `<category domain="${MANY}"/>`)), 'giant_text', 'any'],
  ['8 encoding: no UTF-8', Buffer.from(wxr(item(1, '', 'caf\u00e9')), 'latin1'), 'encoding', 5],
  ['8 encoding: UTF-16', Buffer.from(`\ufeff${wxr('')}`, 'utf16le'), 'encoding', 1],
  ['8 encoding: another one declared', wxr('').replace('UTF-8', 'ISO-8859-1'), 'encoding', 1],
  ['10 another namespace', wxr('').replace('/export/1.2/', '/export/9.9/'), 'version', 2],
  ['10 another version', wxr('').replace('>1.2<', '>7.0<'), 'version', 4],
  ['10 no version', wxr('').replace(/<wp:wxr_version>.*\n/, ''), 'version', 0],
  ['10 a feed of another kind', '<rss version="2.0"><channel><title>News</title></channel></rss>', 'not_wxr', 1],
  ['13 compressed twice', gzipSync(gzipSync(good)), 'compressed', 0],
  ['13 compressed and cut', gzipSync(good).subarray(0, 200), 'broken_gzip', 0],
  ['13 compressed with zip', Buffer.from('504b0304140000000800', 'hex'), 'compressed', 0],
  ['14 not XML', 'Dear reader, this is a letter.', 'not_xml', 1],
  ['14 HTML', '<html><body><p>Hello</p></body></html>', 'not_wxr', 1],
  ['14 bytes of a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'encoding', 1],
];

describe('files that are refused: nothing is stored, the line is named', () => {
  let bench: Bench;
  let before: string;
  beforeAll(() => {
    bench = openBench();
    before = state(bench.engine.site.db);
  });
  afterAll(() => bench.engine.close());

  test.each(REFUSED)('%s', (name, content, reason, line) => {
    const path = folder.file(`${createHash('sha1').update(name).digest('hex')}.xml`, content);
    const refusal = thrownBy(() => importInto(bench.engine.site, { path }));
    expect(refusal).toBeInstanceOf(ImportRefused);
    expect((refusal as ImportRefused).reason).toBe(reason);
    if (line !== 'any') expect((refusal as ImportRefused).line).toBe(line);
    if (!['version', 'compressed', 'broken_gzip', 'giant_text'].includes(reason))
      expect((refusal as ImportRefused).line).toBeGreaterThan(0);
    expect((refusal as ImportRefused).message).toMatch(/Nothing was imported\.$/);
    expectToBeSayable(refusal as ImportRefused);
    expect(state(bench.engine.site.db)).toBe(before);
  });
});

/** Ways in which an export that went through an editor or a mail breaks, and what is said of each. */
const BROKEN: [name: string, content: string, says: string][] = [
  ['a blank line before it', `\n${good}`, 'something comes before <?xml'],
  ['nothing', '', 'The file contains no XML.'],
  [
    'a bare & and no ; behind it',
    wxr('').replace('</channel>', ' & </channel>'),
    'a & before this place is not written as &amp;.',
  ],
  ['a letter', 'Dear reader', 'This is not an XML file.'],
  ['a bare &', wxr(item(1, '', 'a & b; c')), 'a & before this place is not written as &amp;.'],
  ['a bare & and a name', wxr(item(1, '', 'a &; b')), 'a & before this place is not written as &amp;.'],
  ['a bare <', wxr(item(1, '', 'a < b')), 'a < does not start an element; in text, write it as &lt;.'],
  ['the end of another element', wxr(item(1, '', 'a</b>')), 'the element that is closed is not the one that is open.'],
  ['an attribute without quotes', wxr('<a b=c/>'), 'an attribute is not written as name="value".'],
  ['an attribute twice', wxr('<a b="c" b="c"/>'), 'an attribute is not written as name="value".'],
  ['text behind the end', `${wxr('')} more`, 'something follows the end'],
  ['an entity of HTML', wxr(item(1, '', 'a&nbsp;b')), 'an entity that XML does not know.'],
  ['no end', wxr('').replace('</rss>', ''), '<rss> is not closed.'],
];

test.each(BROKEN)(
  '%s: what is broken is said in every language, not in the words of the parser',
  (_name, content, says) => {
    const bench = openBench();
    onTestFinished(() => bench.engine.close());
    const path = folder.file('broken.xml', content);
    const refusal = thrownBy(() => importInto(bench.engine.site, { path })) as ImportRefused;
    expect(refusal.message).toContain(says);
    expectToBeSayable(refusal);
    expect(refusal.extra.data?.['params']).not.toHaveProperty('detail');
  },
);

/** The same sentence can be made of the reason and what stands in it: so the interface says it in its own language. */
function expectToBeSayable({ message, reason, extra }: ImportRefused): void {
  const params = Object.fromEntries(
    Object.entries((extra.data?.['params'] ?? {}) as Params).map(([name, value]) => [name, String(value)]),
  );
  const key = `refused.${reason}` as keyof typeof en;
  const said = format(en[key], params, 'en');
  expect(message.replace(/^Line \d+, column \d+: /, '')).toBe(`${said} Nothing was imported.`);
  for (const texts of [fr, ar]) expect(format(texts[key], params, 'fr')).not.toMatch(/[{}]/);
}

const group = (kind: string, id: number, description: string): string =>
  `<wp:term><wp:term_id>${id}</wp:term_id><wp:term_taxonomy>${kind}</wp:term_taxonomy><wp:term_slug>pll_${id}</wp:term_slug><wp:term_name>pll_${id}</wp:term_name><wp:term_description><![CDATA[${description}]]></wp:term_description></wp:term>`;
const language = (id: number, code: string, description = ''): string =>
  group('language', id, description).replaceAll(`pll_${id}`, code);
const category = (id: number, slug: string, parent = ''): string =>
  `<wp:category><wp:term_id>${id}</wp:term_id><wp:category_nicename>${slug}</wp:category_nicename><wp:category_parent>${parent}</wp:category_parent><wp:cat_name>${slug}</wp:cat_name></wp:category>`;

/** Class, what is in the file, code of the warning, its line. */
const WARNED: [name: string, inside: string, kind: string, code: string, line: number][] = [
  ['9 control characters', item(1, '', 'a\u0000b\u0007c'), 'site', 'control_characters', 5],
  ['11 two items with one number', `${item(1)}\n${item(1, '', 'Second')}`, 'posts', 'duplicate_id', 6],
  ['11 two terms with one number', `${category(5, 'a')}\n${category(5, 'b')}`, 'terms', 'duplicate_id', 6],
  ['11 one term twice', `${category(5, 'a')}\n${category(5, 'a')}`, 'terms', 'duplicate_term', 6],
  [
    '11 parents of items in a circle',
    `${item(1, '<wp:post_parent>2</wp:post_parent>')}\n${item(2, '<wp:post_parent>1</wp:post_parent>')}`,
    'posts',
    'parent_circle',
    6,
  ],
  [
    '11 parents of terms in a circle',
    `${category(5, 'a', 'b')}\n${category(6, 'b', 'a')}`,
    'terms',
    'parent_circle',
    6,
  ],
  ['11 a parent that is not there', item(1, '<wp:post_parent>77</wp:post_parent>'), 'posts', 'parent_unknown', 5],
  ['11 its own parent', item(1, '<wp:post_parent>1</wp:post_parent>'), 'posts', 'parent_unknown', 5],
  ['12 a type with a hostile name', item(1).replace('>post<', '>../../etc<'), 'posts', 'type_name', 5],
  ['12 a type no address can have', item(1).replace('>post<', '>Big.Type<'), 'site', 'not_registered', 0],
  [
    '12 a taxonomy with a hostile name',
    item(1, '<category domain="a b/c" nicename="x">X</category>'),
    'terms',
    'taxonomy_name',
    0,
  ],
  [
    '12 a name in addresses with markup',
    item(1, '<wp:post_name><![CDATA["><script>]]></wp:post_name>'),
    'posts',
    'slug',
    5,
  ],
  ['12 a status that is none', item(1).replace('>publish<', '>DROP TABLE<'), 'posts', 'status', 5],
  ['12 a status of a plugin', item(1).replace('>publish<', '>archived<'), 'posts', 'status_kept', 5],
  ['12 a date that is none', item(1).replace('2026-01-01', '2026-13-45'), 'posts', 'date', 5],
  [
    '12 a serialised object',
    item(
      1,
      '<wp:postmeta><wp:meta_key>x</wp:meta_key><wp:meta_value>O:8:"stdClass":0:{}</wp:meta_value></wp:postmeta>',
    ),
    'meta',
    'php_object',
    5,
  ],
  [
    '12 an object deep in a list',
    item(
      1,
      '<wp:postmeta><wp:meta_key>x</wp:meta_key><wp:meta_value>a:1:{i:0;O:1:"A":0:{}}</wp:meta_value></wp:postmeta>',
    ),
    'meta',
    'php_object',
    5,
  ],
  ['12 a language with an object', language(5, 'fr', 'O:1:"A":0:{}'), 'languages', 'php_object', 5],
  ['12 a language with a broken map', language(5, 'fr', 'a:1:{s:6:"loc'), 'languages', 'php_broken', 5],
  ['12 a code that cannot be one', language(5, '../fr'), 'languages', 'language_code', 5],
  ['12 a flag nobody has', language(5, 'fr', 'a:1:{s:9:"flag_code";s:5:"../../";}'), 'languages', 'php_broken', 5],
  ['12 a flag nobody knows', language(5, 'fr', 'a:1:{s:9:"flag_code";s:5:"zzzzz";}'), 'languages', 'flag', 5],
  [
    '12 a group that names strangers',
    `${language(5, 'fr')}\n${group('post_translations', 9, 'a:2:{s:2:"fr";i:1;s:2:"en";i:99;}')}\n${item(1, '<category domain="language" nicename="fr">F</category>')}`,
    'groups',
    'group_member_unknown',
    6,
  ],
];

describe('files that are imported with a warning', () => {
  test.each(WARNED)('%s', (name, inside, kind, code, line) => {
    const bench = openBench();
    try {
      const path = folder.file(`${createHash('sha1').update(name).digest('hex')}.xml`, wxr(inside));
      const report = importInto(bench.engine.site, { path });
      const found = report[kind as keyof typeof report].warnings.find((warning) => warning.code === code);
      expect(found, JSON.stringify(report)).toBeDefined();
      expect(found?.line).toBe(line);
      expect(found?.text).not.toBe('');
      // One thing is said of what happened, not two that contradict each other.
      if (code.endsWith('_name')) expect(report.site.warnings.map((one) => one.code)).not.toContain('not_registered');
      expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    } finally {
      bench.engine.close();
    }
  });
});

test('names that mean something to a program are plain names', () => {
  const bench = openBench();
  const meta = (key: string): string =>
    `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value>a:1:{s:9:"__proto__";a:1:{s:8:"polluted";i:1;}}</wp:meta_value></wp:postmeta>`;
  const inside = item(
    1,
    `${meta('__proto__')}${meta('constructor')}<category domain="constructor" nicename="__proto__">x</category>`,
  );
  importInto(bench.engine.site, { path: folder.file('proto.xml', wxr(inside)) });
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  expect(bench.ask('GET', '/wp/v2/posts/1').status).toBe(200);
  const elements = ['wp:status', 'wp:post_password', 'wp:post_name', 'wp:is_sticky', 'wp:comment_status'];
  const named = elements.map((element) => `<${element}>constructor</${element}>`).join('') + meta('_wp_page_template');
  importInto(bench.engine.site, { path: folder.file('words.xml', wxr(item(2, named))) });
  expect(bench.ask('GET', '/polydesk/v1/history').status).toBe(200);
  bench.engine.close();
});

test('without the limits the giant text would come in: the control of the cases above', () => {
  const bench = openBench();
  const path = folder.file(
    'large.xml',
    wxr(item(1, `<content:encoded>${'x'.repeat(7 * 1024 * 1024)}</content:encoded>`)),
  );
  expect(importInto(bench.engine.site, { path }).posts.created).toBe(1);
  bench.engine.close();
});

function thrownBy(work: () => unknown): unknown {
  try {
    work();
    return undefined;
  } catch (error) {
    return error;
  }
}
