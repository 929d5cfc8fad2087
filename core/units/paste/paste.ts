import { linesOf, settle, writeBlock } from './blocks.ts';
import type { Pasted } from './blocks.ts';
import { readHtml } from './html.ts';
import { isMarkdown, readText } from './markdown.ts';
import { writeRuns } from './runs.ts';

/** What a program puts on the clipboard: HTML, if it provides it, and the same as plain text. */
export interface Clipboard {
  html: string;
  text: string;
}

/** A pasted block. */
export interface PastedBlock {
  /** As a site stores it. */
  html: string;
  /** For a paragraph or a heading: its words with their formatting. */
  words?: string;
  /** Level of a heading; 0 for all others. */
  level: number;
}

/** A clipboard as blocks. */
export interface PastedBlocks {
  blocks: PastedBlock[];
  /** The same as lines of words with their formatting, for places without blocks. */
  lines: string[];
  /** The text if it is a single line without formatting. */
  plain: string | undefined;
  /** The number of pictures left out: a clipboard refers to addresses on other computers, and nothing is fetched. */
  pictures: number;
}

/** Longer HTML is ignored in favor of the plain text. */
const LONGEST_HTML = 8_000_000;

/**
 * Turns a clipboard into blocks, without a DOM: headings, paragraphs, lists, tables, quotes, code and separators, with bold,
 * italic and links, whatever program it comes from. Styles, scripts and everything else are dropped. Runs in linear time; never
 * throws.
 */
export function readClipboard({ html, text }: Clipboard): PastedBlocks {
  const isRead = html !== '' && html.length <= LONGEST_HTML;
  const read = isRead ? readHtml(html) : { blocks: [], pictures: 0 };
  const settled = settle(read.blocks);
  // A code editor copies Markdown as coloured lines.
  const isSource = settled.length > 0 && settled.every(({ kind }) => kind === 'code') && isMarkdown(text);
  const isPlain = settled.length === 0 || isSource || (isUnformatted(settled) && isMarkdown(text));
  if (!isPlain) return written(settled, read.pictures);
  const plain = readText(text);
  const found = settle(plain.blocks);
  return found.length > 0 ? written(found, plain.pictures + read.pictures) : written(settled, read.pictures);
}

/** Paragraphs without formatting: copied from a plain text field. */
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
