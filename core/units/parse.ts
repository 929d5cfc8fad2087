import { findDelimiters } from './delimiters.ts';
import type { Delimiter } from './delimiters.ts';

/** A block and its content. Every character of the input is in `open`, `parts` or `close`, in this order. */
export interface Block {
  /** With its namespace: `core/paragraph`. */
  name: string;
  /** The attributes as written in `open`; '' if there are none. Followed by their position in `open`. */
  json: string;
  jsonStart: number;
  open: string;
  parts: Part[];
  /** '' for a self-closing block, and for one that is never closed. */
  close: string;
}

/** Raw HTML, or a block. */
export type Part = string | Block;

/** Maximum nesting, so that hostile text cannot overflow the stack; deeper comments are treated as HTML. */
const DEEPEST = 200;

/**
 * Parses content into blocks and the HTML between them. Never throws: a closing comment without a block stays HTML, an unclosed
 * block ends where its parent ends. `printParts` of the result is the input, byte for byte.
 */
export function parseBlocks(html: string): Part[] {
  const root: Part[] = [];
  const open: Block[] = [];
  let at = 0;
  /** Openings that were too deep: their closing comments are HTML too. */
  let tooDeep = 0;
  const here = () => open.at(-1)?.parts ?? root;
  const add = (text: string) => {
    if (text === '') return;
    const parts = here();
    const last = parts.at(-1);
    if (typeof last === 'string') parts[parts.length - 1] = last + text;
    else parts.push(text);
  };
  for (const delimiter of findDelimiters(html)) {
    add(html.slice(at, delimiter.start));
    at = delimiter.end;
    const raw = html.slice(delimiter.start, delimiter.end);
    const isTooDeep = delimiter.kind === 'open' && open.length >= DEEPEST;
    if (isTooDeep) tooDeep++;
    if (isTooDeep || (delimiter.kind === 'close' && (tooDeep > 0 || open.length === 0))) {
      if (!isTooDeep && tooDeep > 0) tooDeep--;
      add(raw);
    } else if (delimiter.kind === 'close') {
      const block = open.pop();
      if (block) block.close = raw;
    } else {
      const block = blockOf(delimiter, raw);
      here().push(block);
      if (delimiter.kind === 'open') open.push(block);
    }
  }
  add(html.slice(at));
  return root;
}

/** Content as top-level blocks and what is between them, each with the whitespace after it. */
export interface TopParts {
  /** Whitespace before the first. */
  lead: string;
  tops: { part: Part; after: string }[];
}

/** The same, with the whitespace between blocks split off. */
export function parseTopParts(html: string): TopParts {
  const found: TopParts = { lead: '', tops: [] };
  for (const part of parseBlocks(html)) {
    const last = found.tops.at(-1);
    if (typeof part !== 'string' || part.trim() !== '') found.tops.push({ part, after: '' });
    else if (last) last.after = part;
    else found.lead = part;
  }
  return found;
}

/** The text the parts were parsed from. */
export function printParts(parts: readonly Part[]): string {
  return parts.map((part) => (typeof part === 'string' ? part : printBlock(part))).join('');
}

function printBlock({ open, parts, close }: Block): string {
  return `${open}${printParts(parts)}${close}`;
}

function blockOf({ name, json, jsonStart, start }: Delimiter, open: string): Block {
  return { name, json, jsonStart: jsonStart - start, open, parts: [], close: '' };
}
