// Elements outside of blocks, and within blocks of older sites.
import type { HtmlToken } from '../html.ts';
import { childrenOf, rawOf, unwrap } from './elements.ts';
import { readInline } from './inline.ts';
import { seal } from './nodes.ts';
import type { WritingNode } from './nodes.ts';

const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];

/** One element as an editable node; undefined for other kinds, or if it contains anything unexpected. */
export function readElement(tokens: readonly HtmlToken[]): WritingNode | undefined {
  const [first] = tokens;
  if (first?.kind !== 'open') return undefined;
  if (first.name === 'p' || HEADINGS.includes(first.name)) return readText(tokens);
  if (first.name === 'ul' || first.name === 'ol') return readList(tokens);
  if (first.name === 'blockquote') return readQuote(tokens);
  if (first.name === 'pre') return readPre(tokens, 'html');
  if (first.name === 'hr') return { type: 'separator', attrs: { html: rawOf(tokens), form: 'html' } };
  return undefined;
}

function readText(tokens: readonly HtmlToken[]): WritingNode | undefined {
  const element = unwrap(tokens, ['p', ...HEADINGS]);
  const content = element && readInline(element.inner);
  if (!content) return undefined;
  const { open, close, tag } = element;
  const level = Number(/^h([1-6])$/.exec(tag.name)?.[1] ?? 0);
  if (level > 0) return { type: 'heading', attrs: { level, open, close, form: 'html' }, content };
  return { type: 'paragraph', attrs: { open, close, form: 'html' }, content };
}

/** A list whose items are elements. */
export function readList(tokens: readonly HtmlToken[]): WritingNode | undefined {
  const element = unwrap(tokens, ['ul', 'ol']);
  const inner = element && childrenOf(element.inner);
  if (!inner || inner.children.length === 0) return undefined;
  const items: WritingNode[] = [];
  for (const child of inner.children) {
    const item = readItem(child.tokens);
    if (!item) return undefined;
    const sealed = seal(item, rawOf(child.tokens));
    items.push({ ...sealed, attrs: { ...sealed.attrs, before: child.before } });
  }
  const isOrdered = element.tag.name === 'ol';
  const attrs = { isOrdered, open: element.open, close: inner.tail + element.close, form: 'html', items: 'html' };
  return { type: 'list', attrs, content: items };
}

/** The words of an item, followed by its nested lists. */
function readItem(tokens: readonly HtmlToken[]): WritingNode | undefined {
  const element = unwrap(tokens, ['li']);
  if (!element) return undefined;
  const at = element.inner.findIndex((token) => token.kind === 'open' && /^[ou]l$/.test(token.name));
  const words = readWords(element.inner.slice(0, at < 0 ? element.inner.length : at));
  const lists = at < 0 ? { children: [], tail: '' } : childrenOf(element.inner.slice(at));
  if (!words || !lists) return undefined;
  const nested: WritingNode[] = [];
  for (const child of lists.children) {
    const list = readList(child.tokens);
    if (!list) return undefined;
    const sealed = seal(list, rawOf(child.tokens));
    const before = nested.length === 0 ? words.tail + child.before : child.before;
    nested.push({ ...sealed, attrs: { ...sealed.attrs, before } });
  }
  const tail = nested.length === 0 ? words.tail : '';
  const attrs = { open: element.open, close: tail + lists.tail + element.close, form: 'html' };
  return { type: 'list_item', attrs, content: [words.node, ...nested] };
}

/** The words an item begins with, and the whitespace after them. */
export function readWords(tokens: readonly HtmlToken[]): { node: WritingNode; tail: string } | undefined {
  const last = tokens.at(-1);
  const kept = last?.kind === 'text' ? last.raw.replace(/\s*\n\s*$/, '') : '';
  const own =
    last?.kind === 'text' ? [...tokens.slice(0, -1), ...(kept === '' ? [] : [{ ...last, raw: kept }])] : tokens;
  const content = readInline(own);
  const tail = last?.kind === 'text' ? last.raw.slice(kept.length) : '';
  return content && { node: { type: 'paragraph', content }, tail };
}

/** A quotation whose paragraphs are elements, with its source. */
export function readQuote(tokens: readonly HtmlToken[]): WritingNode | undefined {
  const element = unwrap(tokens, ['blockquote']);
  const inner = element && childrenOf(element.inner);
  if (!inner || inner.children.length === 0) return undefined;
  const content: WritingNode[] = [];
  for (const [at, child] of inner.children.entries()) {
    const isCite = at > 0 && at === inner.children.length - 1 && child.tokens[0]?.raw.startsWith('<cite');
    const node = isCite ? readCaption(child.tokens, 'cite') : readText(child.tokens);
    if (!node) return undefined;
    const sealed = seal(node, rawOf(child.tokens));
    content.push({ ...sealed, attrs: { ...sealed.attrs, before: child.before } });
  }
  const attrs = { open: element.open, close: inner.tail + element.close, form: 'html', items: 'html' };
  return { type: 'quote', attrs, content };
}

/** The caption of a picture, a table or a quotation. */
export function readCaption(tokens: readonly HtmlToken[], name: string): WritingNode | undefined {
  const element = unwrap(tokens, [name]);
  const content = element && readInline(element.inner);
  return content && { type: 'caption', attrs: { open: element.open, close: element.close }, content };
}

/** Code, or text with its line breaks. */
export function readPre(tokens: readonly HtmlToken[], form: 'block' | 'html'): WritingNode | undefined {
  const pre = unwrap(tokens, ['pre']);
  const code = pre && unwrap(pre.inner, ['code']);
  const element = code ?? pre;
  const content = element && readInline(element.inner, 'kept');
  if (!pre || !content) return undefined;
  const open = code ? pre.open + code.open : pre.open;
  const close = code ? code.close + pre.close : pre.close;
  return { type: 'code_block', attrs: { open, close, form }, content };
}
