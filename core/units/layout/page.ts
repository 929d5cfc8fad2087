// A block as shown on a page: safe elements and texts, nothing of its original HTML.
import { decodePlain } from '../entities.ts';
import { tokenizeHtml } from '../html.ts';
import type { HtmlToken } from '../html.ts';
import { isBlockLevel } from '../segment-kinds.ts';
import type { TopBlock } from '../content.ts';
import type { Mark, Token } from '../tokens.ts';
import { pictureOf } from './figures.ts';

/** A part of a page. An element has a name from the list below and no attributes. */
export type PageNode =
  | { kind: 'element'; tag: string; children: PageNode[] }
  | { kind: 'text'; text: string }
  /** A row: its index in `Content.segments`. */
  | { kind: 'row'; segment: number }
  | { kind: 'picture'; src: string; media: number; name: string };

/** Elements that may be shown; others are replaced by their content. */
const DRAWN = new Set(
  (
    'p h1 h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote figure figcaption table caption thead tbody tfoot tr td th pre code ' +
    'strong em b i u s del ins sub sup small mark cite q kbd abbr br hr'
  ).split(' '),
);
const INLINE = new Set('strong em b i u s del ins sub sup small mark cite q kbd abbr code'.split(' '));
/**
 * Delimiters around the index of a row while the block goes through the tokeniser; private-use characters, so that no text
 * contains them.
 */
const [START, END] = ['\uE0F4', '\uE0F5'];
const DEEPEST = 60;

/** A top-level block as parts of a page. Never throws; anything that would run or load something is left out. */
export function pageOf(block: TopBlock): PageNode[] {
  const html = block.pieces.map((piece) => {
    if (typeof piece === 'string') return piece.replace(/[\uE0F4\uE0F5]/g, '');
    return piece.form === 'html' ? `${START}${piece.segment}${END}` : piece.raw;
  });
  const root: PageNode[] = [];
  const open: { tag: string; children: PageNode[] }[] = [];
  const here = () => open.at(-1)?.children ?? root;
  for (const token of tokenizeHtml(html.join(''))) {
    if (token.kind === 'text') here().push(...textNodes(token.raw));
    else if (token.kind === 'open') openTag(token, here(), open);
    else if (token.kind === 'close') {
      const at = open.findLastIndex(({ tag }) => tag === token.name);
      if (at >= 0) open.length = at;
    }
  }
  return block.name === '' ? asParagraphs(root) : root;
}

function openTag(
  token: Extract<HtmlToken, { kind: 'open' }>,
  here: PageNode[],
  open: { tag: string; children: PageNode[] }[],
): void {
  if (token.name === 'img') {
    const { src, media } = pictureOf(token);
    const name = decodePlain(src).split('/').at(-1) ?? '';
    here.push({ kind: 'picture', src: decodePlain(src), media, name });
  } else if (token.name === 'br' || token.name === 'hr') here.push({ kind: 'element', tag: token.name, children: [] });
  else if (!token.isVoid && open.length < DEEPEST) {
    const tag = DRAWN.has(token.name) ? token.name : isBlockLevel(token.name) ? 'div' : 'span';
    const element: PageNode = { kind: 'element', tag, children: [] };
    here.push(element);
    open.push({ tag: token.name, children: element.children });
  }
}

function textNodes(raw: string): PageNode[] {
  return raw.split(/(\uE0F4\d+\uE0F5)/).flatMap((part): PageNode[] => {
    if (part.startsWith(START)) return [{ kind: 'row', segment: Number(part.slice(1, -1)) }];
    const text = decodePlain(part);
    return text.trim() === '' ? [] : [{ kind: 'text', text }];
  });
}

/** Rows outside of elements become paragraphs. */
function asParagraphs(nodes: readonly PageNode[]): PageNode[] {
  return nodes.map((node) =>
    node.kind === 'row' || node.kind === 'text' ? { kind: 'element', tag: 'p', children: [node] } : node,
  );
}

/** The text of a row with its current formatting. */
export function rowNodes(tokens: readonly Token[], marks: readonly Mark[]): PageNode[] {
  const root: PageNode[] = [];
  const open: { mark: number; children: PageNode[] }[] = [];
  const here = () => open.at(-1)?.children ?? root;
  for (const token of tokens) {
    if (token.kind === 'text') {
      here().push({ kind: 'text', text: token.text });
      continue;
    }
    const mark = marks[token.mark];
    if (token.kind === 'open') {
      const element: PageNode = { kind: 'element', tag: tagOf(mark), children: [] };
      here().push(element);
      open.push({ mark: token.mark, children: element.children });
    } else if (token.kind === 'close') {
      const at = open.findLastIndex((each) => each.mark === token.mark);
      if (at >= 0) open.length = at;
    } else if (mark?.kind === 'entity') here().push({ kind: 'text', text: mark.name });
    else if (mark?.name === 'br') here().push({ kind: 'element', tag: 'br', children: [] });
  }
  return root;
}

/** A link is shown as one but leads nowhere. */
function tagOf(mark: Mark | undefined): string {
  if (mark?.kind !== 'element') return 'span';
  if (mark.name === 'a') return 'u';
  return INLINE.has(mark.name) ? mark.name : 'span';
}
