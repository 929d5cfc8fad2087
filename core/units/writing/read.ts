// Reads a content as an editable document.
import { tokenizeHtml } from '../html.ts';
import { parseBlocks, printParts } from '../parse.ts';
import type { Block } from '../parse.ts';
import { isBlockLevel } from '../segment-kinds.ts';
import { readBlock } from './blocks.ts';
import { readElement } from './classic.ts';
import { endOf, rawOf } from './elements.ts';
import { readInline } from './inline.ts';
import { seal, textOf } from './nodes.ts';
import type { WritingNode } from './nodes.ts';

/**
 * A content as a document. Total: what is not understood is an `opaque` node with its bytes. `writeDocument` of the result is the
 * content, byte for byte.
 */
export function readDocument(html: string): WritingNode {
  const nodes: WritingNode[] = [];
  let lead = '';
  let gap = '';
  for (const part of parseBlocks(html)) {
    const read = typeof part === 'string' ? readLoose(part) : { nodes: [readWhole(part)], tail: '' };
    for (const node of read.nodes) {
      const before = gap + textOf(node, 'before');
      gap = '';
      if (nodes.length === 0) lead = before;
      nodes.push({ ...node, attrs: { ...node.attrs, before: nodes.length === 0 ? null : before } });
    }
    gap += read.tail;
  }
  const isClassic = nodes.length > 0 && nodes.every(({ attrs }) => attrs?.['form'] !== 'block');
  if (nodes.length > 0) return { type: 'doc', attrs: { lead, tail: gap, isClassic }, content: nodes };
  return { type: 'doc', attrs: { lead: '', tail: '', isClassic: false }, content: [emptyDocument(gap)] };
}

/** A block or a piece of HTML as nodes, without the surrounding whitespace. */
export const readWhole = (block: Block): WritingNode => {
  const raw = printParts([block]);
  const node = (block.close !== '' && readBlock(block, readChild)) || opaque(raw, block.name, 'block');
  return seal(node, raw);
};

const readChild = (part: Block): WritingNode => readWhole(part);
const emptyDocument = (raw: string): WritingNode =>
  seal({ type: 'paragraph', attrs: { form: 'block' }, content: [] }, raw);

function opaque(html: string, name: string, form: 'block' | 'html'): WritingNode {
  return { type: 'opaque', attrs: { html, name, form } };
}

/** HTML outside of blocks: known elements, lines of text, and the rest unchanged. `tail`: the whitespace after the last. */
function readLoose(html: string): { nodes: WritingNode[]; tail: string } {
  const nodes: WritingNode[] = [];
  const tokens = tokenizeHtml(html);
  let gap = '';
  const add = (node: WritingNode, raw: string) => {
    const sealed = seal(node, raw);
    nodes.push({ ...sealed, attrs: { ...sealed.attrs, before: gap } });
    gap = '';
  };
  const addLines = (from: number, to: number) => {
    for (const piece of rawOf(tokens.slice(from, to)).split(/(\n[^\S\n]*\n\s*)/)) {
      const words = piece.trim();
      if (words === '') {
        gap += piece;
        continue;
      }
      const start = piece.indexOf(words);
      gap += piece.slice(0, start);
      const content = readInline(tokenizeHtml(words), 'break');
      add(content ? { type: 'paragraph', attrs: { form: 'bare' }, content } : opaque(words, '', 'html'), words);
      gap += piece.slice(start + words.length);
    }
  };
  let from = 0;
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at];
    if (!token || !isOwn(token)) continue;
    addLines(from, at);
    const isAlone = token.kind !== 'open' || token.isVoid;
    const found = isAlone ? at : endOf(tokens, at);
    const end = found < 0 ? tokens.length - 1 : found;
    const own = tokens.slice(at, end + 1);
    const node = found < 0 ? undefined : readElement(own);
    const raw = rawOf(own);
    // An unclosed element extends to the end, including the whitespace there.
    const trimmed = raw.trimEnd();
    add(node ?? opaque(trimmed, '', 'html'), trimmed);
    gap = raw.slice(trimmed.length);
    at = end;
    from = end + 1;
  }
  addLines(from, tokens.length);
  return { nodes, tail: gap };
}

/** A block-level tag, or a page break. */
function isOwn(token: ReturnType<typeof tokenizeHtml>[number]): boolean {
  if (token.kind === 'text') return false;
  if (token.kind === 'locked') return /^<!--(?:more|nextpage|noteaser)/.test(token.raw);
  return isBlockLevel(token.name);
}
