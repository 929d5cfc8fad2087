import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readContent } from '../../../core/units/content.ts';
import { pageOf, rowNodes } from '../../../core/units/layout/page.ts';
import type { PageNode } from '../../../core/units/layout/page.ts';
import { aDocument, aMess, PAGE } from '../../blocks/documents.ts';

const SAFE =
  /^(?:p|h[1-6]|ul|ol|li|dl|dt|dd|blockquote|figure|figcaption|table|caption|thead|tbody|tfoot|tr|td|th|pre|code|strong|em|b|i|u|s|del|ins|sub|sup|small|mark|cite|q|kbd|abbr|br|hr|div|span)$/;

/** A page as text: element names, `{12}` for a row. */
function shown(nodes: readonly PageNode[]): string {
  return nodes
    .map((node) => {
      if (node.kind === 'text') return node.text;
      if (node.kind === 'row') return `{${node.segment}}`;
      if (node.kind === 'picture') return `<img ${node.name} ${node.media}>`;
      return `<${node.tag}>${shown(node.children)}</${node.tag}>`;
    })
    .join('');
}
const tagsOf = (nodes: readonly PageNode[]): string[] =>
  nodes.flatMap((node) => (node.kind === 'element' ? [node.tag, ...tagsOf(node.children)] : []));
const rowsOf = (nodes: readonly PageNode[]): number[] =>
  nodes.flatMap((node) =>
    node.kind === 'row' ? [node.segment] : node.kind === 'element' ? rowsOf(node.children) : [],
  );
const all = (html: string): PageNode[] => readContent(html).blocks.flatMap(pageOf);

test('blocks as a page, each text in its place', () => {
  const page = readContent(PAGE).blocks.map((block) => shown(pageOf(block)));
  expect(page.slice(0, 5)).toEqual([
    '<h3>{0}</h3>',
    '<p>{1}</p>',
    '<ul><li>{4}</li><li>{5}</li></ul>',
    '<figure><img a.jpg 5><figcaption>{7}</figcaption></figure>',
    '<figure><table><thead><tr><th>{8}</th></tr></thead><tbody><tr><td>{9}</td></tr></tbody></table></figure>',
  ]);
});

test('the words of a row with their formatting; a link leads nowhere', () => {
  const [row] = readContent('<p>See <a href="/x" onclick="x()">this</a><br><em>now</em>&hellip;</p>').segments;
  expect(row && shown(rowNodes(row.tokens, row.marks))).toBe('See <u>this</u><br></br><em>now</em>…');
});

test.each([
  '<p onclick="x()">a</p><script>x()</script><style>p {}</style><svg onload=x()></svg>',
  '<iframe src="https://evil.example"></iframe><object data=x></object><embed src=x><form action=x><input></form>',
  '<img src=x onerror=x()><a href="javascript:x()">a</a><video src=x autoplay><base href=x><link rel=stylesheet href=x>',
  '<math><mtext><p>a</p></mtext></math><template><img src=x></template><p>\uE0F49\uE0F5</p>',
])('nothing that runs or loads is on a page: %s', (html) => {
  // The control: it is in what the page is made of.
  expect(html).toMatch(/script|iframe|onerror|template/);
  expect(tagsOf(all(html)).filter((tag) => !SAFE.test(tag))).toEqual([]);
});

test('any content: safe elements alone, and every text of an element once', () => {
  fc.assert(
    fc.property(fc.oneof(aDocument, aMess), (html) => {
      const content = readContent(html);
      const nodes = content.blocks.flatMap(pageOf);
      expect(tagsOf(nodes).filter((tag) => !SAFE.test(tag))).toEqual([]);
      const rows = rowsOf(nodes);
      expect(new Set(rows).size).toBe(rows.length);
    }),
  );
});

test('a well-formed content shows all of its texts', () => {
  fc.assert(
    fc.property(aDocument, (html) => {
      const content = readContent(html);
      const wanted = content.segments.filter(({ form }) => form === 'html').map(({ id }) => id);
      expect(rowsOf(content.blocks.flatMap(pageOf)).sort((a, b) => a - b)).toEqual(wanted);
    }),
  );
});
