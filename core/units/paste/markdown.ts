// Plain text of a clipboard: Markdown if it looks like it, rows of a spreadsheet, else paragraphs.
import type { Pasted, PastedCell } from './blocks.ts';
import { safeAddress } from './runs.ts';
import type { MarkName, Marks, Run } from './runs.ts';

const HEADING = /^ {0,3}(#{1,6})[ \t]+(.*)$/;
const ITEM = /^(\s*)(?:([-*+])|(\d{1,9})[.)])[ \t]+(.*)$/;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const QUOTE = /^ {0,3}>[ ]?/;
const RULE = /^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const TABLE_RULE = /^\s*\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)*\|?\s*$/;
/** Lines of this length were wrapped by a program, not by a person. */
const HARD_WRAP = 60;
/** Longer lines are not handwritten Markdown, and the patterns could be slow on them. */
const LONGEST_LINE = 5000;

/** Whether a text is Markdown: one construct that does not occur by chance, or two list items. */
export function isMarkdown(text: string): boolean {
  const lines = text.split('\n');
  if (lines.some(({ length }) => length > LONGEST_LINE)) return false;
  if (
    lines.some(
      (line, at) =>
        HEADING.test(line) || FENCE.test(line) || (TABLE_RULE.test(line) && (lines[at - 1] ?? '').includes('|')),
    )
  )
    return true;
  if (/\*\*\S[^\n*]{0,500}\*\*|\[[^\]\n]{1,500}\]\((?:https?:|mailto:|\/)[^)\s]{1,2000}\)/.test(text)) return true;
  return lines.filter((line) => ITEM.test(line)).length > 1 || lines.filter((line) => QUOTE.test(line)).length > 1;
}

/** The blocks of a plain text, and the number of its pictures, which are left out. */
export function readText(raw: string): { blocks: Pasted[]; pictures: number } {
  const text = raw.replace(/\r\n?/g, '\n').replace(/^\n+/, '').trimEnd();
  const table = tabbed(text.split('\n'));
  if (table) return { blocks: [table], pictures: 0 };
  if (!isMarkdown(text)) return { blocks: paragraphs(text), pictures: 0 };
  const pictures = text.match(/!\[[^\]\n]{0,500}\]\([^)\n]{0,2000}\)/g)?.length ?? 0;
  return { blocks: readLines(text.split('\n')), pictures };
}

const plain = (text: string): Run[] => (text === '' ? [] : [{ text: text.replace(/[ \t]{2,}/g, ' '), marks: {} }]);
const paragraph = (runs: Run[]): Pasted => ({ kind: 'text', level: 0, runs });

function paragraphs(text: string): Pasted[] {
  const parts = text.split(/\n[ \t]*\n\s*/);
  // Without empty lines between them, lines are paragraphs, unless a program wrapped them.
  if (parts.length === 1 && !isWrapped(text.split('\n')))
    return text.split('\n').map((line) => paragraph(plain(line.trim())));
  return parts.map((part) => {
    const lines = part.split('\n');
    return paragraph(plain(lines.map((line) => line.trim()).join(isWrapped(lines) ? ' ' : '\n')));
  });
}

const isWrapped = (lines: readonly string[]): boolean =>
  lines.slice(0, -1).every((line) => line.length >= HARD_WRAP && line.length < 2 * HARD_WRAP);

/** Rows with the same number of tabs come from a spreadsheet. */
function tabbed(lines: readonly string[]): Pasted | undefined {
  const rows = lines.map((line) => line.split('\t'));
  const width = rows[0]?.length ?? 0;
  if (rows.length < 2 || width < 2 || rows.some((cells) => cells.length !== width)) return undefined;
  return {
    kind: 'table',
    rows: rows.map((cells) => cells.map((each) => cell(plain(each.trim()), false))),
    caption: [],
  };
}

const cell = (runs: Run[], isHead: boolean): PastedCell => ({ isHead, columns: 1, rows: 1, blocks: [paragraph(runs)] });

function readLines(lines: readonly string[]): Pasted[] {
  const blocks: Pasted[] = [];
  for (let at = 0; at < lines.length;) {
    const { block, to } = blockAt(lines, at);
    if (block) blocks.push(block);
    at = Math.max(to, at + 1);
  }
  return blocks;
}

/** The block that begins at a line, and the index of the line after it. */
function blockAt(lines: readonly string[], at: number): { block?: Pasted; to: number } {
  const line = lines[at] ?? '';
  if (line.trim() === '') return { to: at + 1 };
  const fence = FENCE.exec(line)?.[1];
  if (fence) {
    const to = endOf(lines, at, (each, place) => place === at || !each.trim().startsWith(fence));
    return { block: { kind: 'code', text: lines.slice(at + 1, to).join('\n') }, to: to + 1 };
  }
  const heading = HEADING.exec(line);
  if (heading)
    return {
      block: {
        kind: 'text',
        level: heading[1]?.length ?? 1,
        runs: inline((heading[2] ?? '').trimEnd().replace(/(?<![^ \t])#{1,20}$/, '')),
      },
      to: at + 1,
    };
  if (RULE.test(line)) return { block: { kind: 'separator' }, to: at + 1 };
  if (QUOTE.test(line)) {
    const to = endOf(lines, at, (each) => QUOTE.test(each));
    return {
      block: { kind: 'quote', blocks: readLines(lines.slice(at, to).map((each) => each.replace(QUOTE, ''))) },
      to,
    };
  }
  if (line.includes('|') && TABLE_RULE.test(lines[at + 1] ?? '')) {
    const to = endOf(lines, at, (each) => each.includes('|'));
    const rows = lines.slice(at, to).filter((_, place) => place !== 1);
    return { block: { kind: 'table', rows: rows.map((each, place) => cellsOf(each, place === 0)), caption: [] }, to };
  }
  if (ITEM.test(line)) return itemAt(lines, at);
  const to = endOf(lines, at, (each, place) => each.trim() !== '' && (place === at || !isBegin(each)));
  return { block: paragraph(inline(joined(lines.slice(at, to)))), to };
}

const isBegin = (line: string): boolean => [HEADING, FENCE, QUOTE, ITEM].some((pattern) => pattern.test(line));

/** The end of a run of lines of the same kind. */
function endOf(lines: readonly string[], at: number, isPart: (line: string, at: number) => boolean): number {
  let to = at;
  while (to < lines.length && isPart(lines[to] ?? '', to)) to++;
  return to;
}

function itemAt(lines: readonly string[], at: number): { block: Pasted; to: number } {
  const [, indent = '', , number, words = ''] = ITEM.exec(lines[at] ?? '') ?? [];
  const width = indent.replaceAll('\t', '    ').length;
  const isMore = (line: string) => line.trim() !== '' && /^\s{2,}/.test(line) && !isBegin(line);
  const to = endOf(lines, at, (line, place) => place === at || isMore(line));
  const text = joined([words.replace(/^\[[ xX]\]\s/, ''), ...lines.slice(at + 1, to)]);
  const item: Pasted = {
    kind: 'item',
    depth: 1 + Math.floor(width / 2),
    isOrdered: number !== undefined,
    runs: inline(text),
  };
  // An empty line between two items does not end their list.
  const next = endOf(lines, to, (line) => line.trim() === '');
  return { block: item, to: next < lines.length && ITEM.test(lines[next] ?? '') ? next : to };
}

/** Two spaces at the end of a line make a line break. */
const joined = (lines: readonly string[]): string =>
  lines
    .map((line, at) => line.trim() + (at === lines.length - 1 ? '' : /(?: {2}|\\)$/.test(line) ? '\n' : ' '))
    .join('')
    .replaceAll('\\\n', '\n');

function cellsOf(line: string, isHead: boolean): PastedCell[] {
  const inner = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '');
  return inner.split(/(?<!\\)\|/).map((each) => cell(inline(each.trim().replaceAll('\\|', '|')), isHead));
}

const INLINE =
  /\\([\\`*_{}[\]()#+\-.!~|<>])|(`+)(.{1,500}?)\2(?!`)|!\[[^\]\n]{0,500}\]\([^)\n]{0,2000}\)|\[([^\]\n]{1,500})\]\(\s{0,9}<?([^)\s>]{1,2000})>?(?:\s{1,9}(?:"[^"]{0,500}"|'[^']{0,500}'))?\s{0,9}\)|<((?:https?:\/\/|mailto:)[^>\s]{1,2000})>|(\*\*|__)(?=\S)(.{1,500}?)(?<=\S)\7|(~~)(?=\S)(.{1,500}?)(?<=\S)~~|(\*|(?<![\p{L}\p{N}])_)(?=[^\s*_])(.{1,500}?)(?<=\S)\11(?![\p{L}\p{N}])/gsu;

/** The words of a line with their formatting. */
function inline(text: string, marks: Marks = {}, depth = 0): Run[] {
  const runs: Run[] = [];
  const add = (words: string) => words !== '' && runs.push({ text: words, marks });
  const within = (words: string, name: MarkName) => runs.push(...inline(words, { ...marks, [name]: true }, depth + 1));
  let from = 0;
  for (const match of depth > 6 ? [] : text.matchAll(INLINE)) {
    add(text.slice(from, match.index));
    from = match.index + match[0].length;
    const [, escaped, , code, label, href, address, strong, bold, , struck, slant, italic] = match;
    if (escaped !== undefined) add(escaped);
    else if (code !== undefined) runs.push({ text: code.trim(), marks: { ...marks, code: true } });
    else if (label !== undefined) runs.push(...inline(label, linked(marks, href ?? ''), depth + 1));
    else if (address !== undefined) runs.push({ text: address.replace(/^mailto:/, ''), marks: linked(marks, address) });
    else if (strong !== undefined) within(bold ?? '', 'strong');
    else if (struck !== undefined) within(struck, 's');
    else if (slant !== undefined) within(italic ?? '', 'em');
  }
  add(text.slice(from));
  return runs;
}

function linked(marks: Marks, address: string): Marks {
  const href = safeAddress(address);
  return href === undefined ? marks : { ...marks, href };
}
