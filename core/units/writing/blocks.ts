// Blocks as editable nodes.
import { tokenizeHtml } from '../html.ts';
import type { HtmlToken } from '../html.ts';
import type { Block, Part } from '../parse.ts';
import { printParts } from '../parse.ts';
import { readCaption, readElement, readList, readPre, readQuote, readWords } from './classic.ts';
import { unwrapHtml } from './elements.ts';
import { readInline } from './inline.ts';
import type { Value, WritingNode } from './nodes.ts';
import { readPicture } from './pictures.ts';
import { readTable } from './tables.ts';

/** Reads a block within another one. */
export type ReadChild = (block: Block) => WritingNode;
type Reader = (block: Block, readChild: ReadChild) => WritingNode | undefined;

const READERS: Readonly<Record<string, Reader>> = {
  'core/paragraph': (block) => ofElement(block, 'paragraph'),
  'core/heading': (block) => ofElement(block, 'heading'),
  'core/list': readListBlock,
  'core/list-item': readItemBlock,
  'core/quote': readQuoteBlock,
  'core/code': (block) => around(block, (html) => readPre(tokenizeHtml(html), 'block')),
  'core/preformatted': (block) => around(block, (html) => readPre(tokenizeHtml(html), 'block')),
  'core/verse': (block) => around(block, (html) => readPre(tokenizeHtml(html), 'block')),
  'core/separator': (block) => whole(block, 'separator', {}),
  'core/embed': (block) => whole(block, 'embed', { url: stringIn(block.json, 'url') }),
  'core/image': (block) => around(block, readPicture),
  'core/gallery': readGallery,
  'core/table': (block) => around(block, readTable),
  'core/buttons': (block, readChild) => container(block, readChild, { type: 'buttons', holds: 'button' }),
  'core/button': readButton,
  'core/shortcode': (block) => sourceOf(block, 'shortcode'),
  'core/html': (block) => sourceOf(block, 'html'),
  'core/group': (block, readChild) => container(block, readChild, { type: 'container' }),
  'core/columns': (block, readChild) => container(block, readChild, { type: 'container' }),
  'core/column': (block, readChild) => container(block, readChild, { type: 'container' }),
};

/** A block as a node; undefined for other kinds, or if it contains anything unexpected. */
export function readBlock(block: Block, readChild: ReadChild): WritingNode | undefined {
  return READERS[block.name]?.(block, readChild);
}

/** The HTML of a block without inner blocks. */
function htmlOf({ parts }: Block): string | undefined {
  return parts.every((part) => typeof part === 'string') ? parts.join('') : undefined;
}

/** A node for the content of a block, with the comments around it. */
function around(block: Block, read: (html: string) => WritingNode | undefined): WritingNode | undefined {
  const html = htmlOf(block);
  const node = html === undefined ? undefined : read(html);
  return node && wrapped(block, node);
}

function wrapped(block: Block, node: WritingNode): WritingNode {
  const open = block.open + String(node.attrs?.['open'] ?? '');
  const close = String(node.attrs?.['close'] ?? '') + block.close;
  return { ...node, attrs: { ...node.attrs, name: block.name, open, close, form: 'block' } };
}

function ofElement(block: Block, type: string): WritingNode | undefined {
  const html = htmlOf(block);
  const element = html === undefined ? undefined : trimmedElement(html);
  if (!element || element.node.type !== type) return undefined;
  const { name: _name, ...attrs } =
    wrapped(block, {
      ...element.node,
      attrs: {
        ...element.node.attrs,
        open: element.before + String(element.node.attrs?.['open']),
        close: String(element.node.attrs?.['close']) + element.after,
      },
    }).attrs ?? {};
  return { ...element.node, attrs };
}

function trimmedElement(html: string): { before: string; node: WritingNode; after: string } | undefined {
  const words = html.trim();
  const start = html.indexOf(words);
  const node = readElement(tokenizeHtml(words));
  return node && { before: html.slice(0, start), node, after: html.slice(start + words.length) };
}

function whole(block: Block, type: string, attrs: Record<string, Value>): WritingNode | undefined {
  const html = printParts([block]);
  return htmlOf(block) === undefined ? undefined : { type, attrs: { html, form: 'block', ...attrs } };
}

/** Text that is written exactly as typed. */
function sourceOf(block: Block, kind: 'shortcode' | 'html'): WritingNode | undefined {
  const html = htmlOf(block);
  if (html === undefined) return undefined;
  const [, before = '', text = '', after = ''] = /^(\n?)([\s\S]*?)(\n?)$/.exec(html) ?? [];
  const content = text === '' ? [] : [{ type: 'text', text }];
  return {
    type: 'source',
    attrs: { kind, open: block.open + before, close: after + block.close, form: 'block' },
    content,
  };
}

function readListBlock(block: Block, readChild: ReadChild): WritingNode | undefined {
  if (htmlOf(block) !== undefined) {
    const read = around(block, (html) => readList(tokenizeHtml(html)));
    return read && { ...read, attrs: without(read, 'name') };
  }
  const node = container(block, readChild, { type: 'list', holds: 'list_item' });
  const tag = /^\s*<([uo]l)[\s>]/.exec(typeof block.parts[0] === 'string' ? block.parts[0] : '')?.[1];
  if (!node || tag === undefined) return undefined;
  return { ...node, attrs: { ...without(node, 'name'), isOrdered: tag === 'ol', items: 'block' } };
}

function readItemBlock(block: Block, readChild: ReadChild): WritingNode | undefined {
  const [first, ...others] = block.parts;
  if (typeof first !== 'string') return undefined;
  const opening = /^\s*<li(?:\s[^<>]*)?>/.exec(first)?.[0];
  const last = others.length > 0 ? others.at(-1) : first;
  const closing = typeof last === 'string' ? /<\/li>\s*$/.exec(last)?.[0] : undefined;
  if (opening === undefined || closing === undefined) return undefined;
  const words = readWords(
    tokenizeHtml(first.slice(opening.length, others.length > 0 ? first.length : first.length - closing.length)),
  );
  if (!words) return undefined;
  const lists = others.length > 0 ? childBlocks([words.tail, ...others], readChild) : { nodes: [], tail: words.tail };
  if (!lists || lists.nodes.some(({ type }) => type !== 'list')) return undefined;
  const attrs = { open: block.open + opening, close: lists.tail + block.close, form: 'block' };
  const close = others.length > 0 ? attrs.close : words.tail + closing + block.close;
  return { type: 'list_item', attrs: { ...attrs, close }, content: [words.node, ...lists.nodes] };
}

/**
 * The blocks among parts, each with the whitespace before it; `tail`: the HTML after the last. Undefined if there is HTML between
 * them.
 */
function childBlocks(
  parts: readonly Part[],
  readChild: ReadChild,
): { nodes: WritingNode[]; head: string; tail: string } | undefined {
  const nodes: WritingNode[] = [];
  let gap = '';
  let head = '';
  for (const part of parts) {
    if (typeof part === 'string') {
      gap += part;
      continue;
    }
    if (nodes.length > 0 && gap.trim() !== '') return undefined;
    if (nodes.length === 0) head = gap;
    const node = readChild(part);
    nodes.push({ ...node, attrs: { ...node.attrs, before: gap } });
    gap = '';
  }
  return { nodes, head, tail: gap };
}

/** A block that contains others: the HTML before the first and after the last belongs to its ends. */
function container(
  block: Block,
  readChild: ReadChild,
  { type, holds }: { type: string; holds?: string },
): WritingNode | undefined {
  const read = childBlocks(block.parts, readChild);
  if (!read || read.nodes.length === 0 || !/^\s*<[a-z]/i.test(read.head) || !/<\/[a-z]+>\s*$/i.test(read.tail))
    return undefined;
  if (holds !== undefined && read.nodes.some((node) => node.type !== holds)) return undefined;
  const content = read.nodes.map((node, at) => (at === 0 ? { ...node, attrs: { ...node.attrs, before: '' } } : node));
  const open = block.open + read.head;
  return { type, attrs: { name: block.name, open, close: read.tail + block.close, form: 'block' }, content };
}

function readQuoteBlock(block: Block, readChild: ReadChild): WritingNode | undefined {
  if (htmlOf(block) !== undefined) {
    const read = around(block, (html) => readQuote(tokenizeHtml(html)));
    return read && { ...read, attrs: without(read, 'name') };
  }
  const node = container(block, readChild, { type: 'quote' });
  const read = childBlocks(block.parts, readChild);
  if (!node || !read || node.content?.some((each) => each.type === 'container')) return undefined;
  const [, before = '', cite, after = ''] = /^(\s*)(<cite[\s>][\s\S]*<\/cite>)([\s\S]*)$/.exec(read.tail) ?? [];
  const caption = cite === undefined ? undefined : readCaption(tokenizeHtml(cite), 'cite');
  const attrs = { ...without(node, 'name'), items: 'block' };
  if (!caption) return { ...node, attrs };
  const own = { ...caption, attrs: { ...caption.attrs, before } };
  return { ...node, attrs: { ...attrs, close: after + block.close }, content: [...(node.content ?? []), own] };
}

function readGallery(block: Block, readChild: ReadChild): WritingNode | undefined {
  const node = container(block, readChild, { type: 'gallery', holds: 'picture' });
  const read = childBlocks(block.parts, readChild);
  if (!node || !read) return undefined;
  const [, before = '', words, after = ''] =
    /^(\s*)(<figcaption[\s>][\s\S]*<\/figcaption>)([\s\S]*)$/.exec(read.tail) ?? [];
  const caption = words === undefined ? { type: 'caption' } : readCaption(tokenizeHtml(words), 'figcaption');
  if (!caption) return undefined;
  const attrs = {
    ...without(node, 'name'),
    close: words === undefined ? read.tail + block.close : after + block.close,
  };
  const own =
    words === undefined ? caption : { ...caption, attrs: { ...('attrs' in caption && caption.attrs), before } };
  return { ...node, attrs, content: [...(node.content ?? []), own] };
}

function readButton(block: Block): WritingNode | undefined {
  const html = htmlOf(block);
  const box = html === undefined ? undefined : unwrapHtml(html, ['div']);
  const link = box && unwrapTokens(box.inner);
  const content = link && readInline(link.inner);
  if (!box || !content) return undefined;
  const href = link.tag.attributes.find(({ name }) => name === 'href')?.raw ?? '';
  const attrs = {
    open: block.open + box.open + link.open,
    close: link.close + box.close + block.close,
    href,
    form: 'block',
  };
  return { type: 'button', attrs, content };
}

function unwrapTokens(tokens: readonly HtmlToken[]): ReturnType<typeof unwrapHtml> {
  return unwrapHtml(tokens.map(({ raw }) => raw).join(''), ['a', 'button']);
}

function without(node: WritingNode, name: string): Record<string, Value> {
  const { [name]: _gone, ...attrs } = node.attrs ?? {};
  return attrs;
}

function stringIn(json: string, name: string): string {
  try {
    const value = (JSON.parse(json || '{}') as Record<string, unknown>)[name];
    return typeof value === 'string' ? value : '';
  } catch {
    return '';
  }
}
