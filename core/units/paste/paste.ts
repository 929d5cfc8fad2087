import { linesOf, settle, writeBlock } from './blocks.ts';
import type { Pasted } from './blocks.ts';
import { readHtml } from './html.ts';
import { isMarkdown, readText } from './markdown.ts';
import { writeRuns } from './runs.ts';

/** What a program puts on the clipboard: the same as HTML, where it has it, and as plain text. */
export interface Clipboard {
  html: string;
  text: string;
}

/** A block that was pasted. */
export interface PastedBlock {
  /** As a site stores it. */
  html: string;
  /** Of a paragraph or a heading: its words with their formatting. */
  words?: string;
  /** Of a heading; 0 for all others. */
  level: number;
}

/** A clipboard as blocks of a text. */
export interface PastedBlocks {
  blocks: PastedBlock[];
  /** The same as lines of words with their formatting, for places that hold no blocks. */
  lines: string[];
  /** Where it is one line without any formatting: that line. */
  plain: string | undefined;
  /** How many pictures were left out: a clipboard holds addresses of other computers, and nothing is fetched. */
  pictures: number;
}

/** More letters than this are taken as plain text. */
const LONGEST_HTML = 8_000_000;

/**
 * Turns a clipboard into blocks, without a page: headings, paragraphs, lists, tables, quotes, code and lines, with bold, italic
 * and links, whatever program it comes from. Styles, scripts and all else are left behind. Linear in the length; never throws.
 */
export function readClipboard({ html, text }: Clipboard): PastedBlocks {
  const isRead = html !== '' && html.length <= LONGEST_HTML;
  const read = isRead ? readHtml(html) : { blocks: [], pictures: 0 };
  const settled = settle(read.blocks);
  // An editor of code copies what is Markdown as coloured lines.
  const isSource = settled.length > 0 && settled.every(({ kind }) => kind === 'code') && isMarkdown(text);
  const isPlain = settled.length === 0 || isSource || (isUnformatted(settled) && isMarkdown(text));
  if (!isPlain) return written(settled, read.pictures);
  const plain = readText(text);
  const found = settle(plain.blocks);
  return found.length > 0 ? written(found, plain.pictures + read.pictures) : written(settled, read.pictures);
}

/** Paragraphs without a mark: what a field of plain text copies. */
const isUnformatted = (blocks: readonly Pasted[]): boolean =>
  blocks.every(
    (block) =>
      block.kind === 'text' && block.level === 0 && block.runs.every(({ marks }) => Object.keys(marks).length === 0),
  );

function written(blocks: readonly Pasted[], pictures: number): PastedBlocks {
  const [first] = blocks;
  const isPlain = blocks.length === 1 && isUnformatted(blocks) && first?.kind === 'text';
  const plain = isPlain ? first.runs.map(({ text }) => text).join('') : undefined;
  return {
    blocks: blocks.map((block): PastedBlock => {
      const html = writeBlock(block);
      return block.kind === 'text' ? { html, words: writeRuns(block.runs), level: block.level } : { html, level: 0 };
    }),
    lines: linesOf(blocks).map(writeRuns),
    plain,
    pictures,
  };
}
