// Parses the HTML of a clipboard without a DOM: nothing in it can run or load anything.
import { splitEntities } from '../entities.ts';
import { tokenizeHtml } from '../html.ts';
import type { HtmlToken } from '../html.ts';
import { isBlockLevel } from '../segment-kinds.ts';
import type { Pasted, PastedCell } from './blocks.ts';
import type { Marks, Run } from './runs.ts';
import { attributeOf, depthInList, isHidden, marksOf, styleOf } from './style.ts';
import type { OpenTag } from './style.ts';

/** What an open element means for its content. */
interface Frame {
  name: string;
  isBlock: boolean;
  isHidden: boolean;
  /** Whitespace and line breaks are part of the text. */
  keepsBlanks: boolean;
  marks: Marks;
  /** Level of a heading; 0 for others. */
  level: number;
  /** Where blocks are added. */
  into: Pasted[];
  list?: Extract<Pasted, { kind: 'list' }>;
  table?: Extract<Pasted, { kind: 'table' }>;
  /** A list item written as a paragraph; its marker, once it was read. */
  item?: { depth: number; marker: string };
  isMarker?: boolean;
  isCode?: boolean;
}

interface Reader {
  root: Pasted[];
  frames: Frame[];
  runs: Run[];
  /** Text counts only between the fragment markers, if there are any. */
  isInside: boolean;
  pictures: number;
  /** Open elements below the deepest frame, by name: their words are kept, each block of them as a block of the last frame. */
  below: Map<string, number>;
}

/** Deeper elements are not distinguished. */
const DEEPEST = 400;
const MOST_SPANS = 1000;

/** Reads the blocks of some HTML, and counts its pictures, which are left out. */
export function readHtml(html: string): { blocks: Pasted[]; pictures: number } {
  const hasFragment = html.includes('<!--StartFragment');
  const reader: Reader = { root: [], frames: [], runs: [], isInside: !hasFragment, pictures: 0, below: new Map() };
  for (const token of tokenizeHtml(html)) readToken(reader, token);
  while (reader.frames.length > 0) leave(reader);
  flush(reader);
  return { blocks: reader.root, pictures: reader.pictures };
}

const top = ({ frames }: Reader): Frame | undefined => frames.at(-1);
const into = (reader: Reader): Pasted[] => top(reader)?.into ?? reader.root;

function readToken(reader: Reader, token: HtmlToken): void {
  if (token.kind === 'locked') {
    if (token.raw.startsWith('<!--StartFragment')) reader.isInside = true;
    else if (token.raw.startsWith('<!--EndFragment')) reader.isInside = false;
  } else if (token.kind === 'text') readText(reader, token.raw);
  else if (token.kind === 'open') opened(reader, token);
  else closed(reader, token.name);
}

function readText(reader: Reader, raw: string): void {
  const frame = top(reader);
  if (!reader.isInside || frame?.isHidden) return;
  const whole = splitEntities(raw)
    .map((part) => ('text' in part ? part.text : characterOf(part.entity)))
    .join('');
  if (frame?.isMarker) {
    const item = reader.frames.findLast((each) => each.item)?.item;
    if (item) item.marker += whole;
    return;
  }
  const text = frame?.keepsBlanks
    ? plainBlanks(whole.replace(/\r\n?/g, '\n'))
    : plainBlanks(whole.replace(/[ \t\r\n\f]+/g, ' ')).replace(/ {2,}/g, ' ');
  if (text !== '') reader.runs.push({ text, marks: frame?.marks ?? {} });
}

/** Letters of Western European languages, which Word writes as named entities; in order of their code points, from 192. */
const LETTERS = (
  'Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ' +
  'ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig ' +
  'agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml ' +
  'eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'
).split(' ');

function characterOf(entity: string): string {
  const at = LETTERS.indexOf(entity.replace(/^&|;$/g, ''));
  return at < 0 || !entity.startsWith('&') ? entity : String.fromCodePoint(192 + at);
}

/** Non-breaking spaces are kept where typography requires them: before high punctuation and within guillemets. */
const plainBlanks = (text: string): string =>
  text.replace(/\u00a0/g, (blank, at: number) =>
    /[\p{L}\p{N}]/u.test(text[at - 1] ?? '') && /[:;?!»%€$]/.test(text[at + 1] ?? '')
      ? blank
      : text[at - 1] === '«'
        ? blank
        : ' ',
  );

function opened(reader: Reader, tag: OpenTag): void {
  if (tag.name === 'img') reader.pictures += Number(reader.isInside && !top(reader)?.isHidden && isPicture(tag));
  if (tag.name === 'br') return lineBreak(reader);
  if (tag.name === 'hr') {
    flush(reader);
    if (reader.isInside) into(reader).push({ kind: 'separator' });
    return;
  }
  if (tag.isVoid || tag.raw.endsWith('/>')) return;
  if (reader.frames.length >= DEEPEST) return crossBelow(reader, tag.name, 1);
  closeBefore(reader, tag.name);
  const isBlock = isBlockLevel(tag.name);
  if (isBlock) flush(reader);
  reader.frames.push(frameOf(reader, tag, isBlock));
}

/** An element below the deepest frame begins or ends. */
function crossBelow(reader: Reader, name: string, by: 1 | -1): void {
  reader.below.set(name, (reader.below.get(name) ?? 0) + by);
  if (isBlockLevel(name)) flush(reader);
}

/** A tracking pixel is not a picture. */
const isPicture = (tag: OpenTag): boolean => ![attributeOf(tag, 'width'), attributeOf(tag, 'height')].includes('1');

/** Closes elements that end where another begins. */
function closeBefore(reader: Reader, name: string): void {
  const ends: Readonly<Record<string, { of: string[]; until: string[] }>> = {
    li: { of: ['li'], until: ['ul', 'ol'] },
    td: { of: ['td', 'th'], until: ['tr', 'table'] },
    th: { of: ['td', 'th'], until: ['tr', 'table'] },
    tr: { of: ['tr'], until: ['table'] },
  };
  const rule =
    ends[name] ?? (isBlockLevel(name) ? { of: ['p'], until: ['td', 'th', 'li', 'div', 'blockquote'] } : undefined);
  if (!rule) return;
  const at = reader.frames.findLastIndex((frame) => rule.of.includes(frame.name) || rule.until.includes(frame.name));
  if (at >= 0 && rule.of.includes(reader.frames[at]?.name ?? '')) while (reader.frames.length > at) leave(reader);
}

function frameOf(reader: Reader, tag: OpenTag, isBlock: boolean): Frame {
  const parent = top(reader);
  const style = styleOf(tag);
  const space = style.get('white-space') ?? '';
  const isPre = /^pre(?!-line)/.test(space) && /mono|consol|courier|menlo/.test(style.get('font-family') ?? '');
  const frame: Frame = {
    name: tag.name,
    isBlock,
    isHidden: parent?.isHidden === true || isHidden(tag, style),
    keepsBlanks: parent?.keepsBlanks === true || tag.name === 'pre' || isPre,
    marks: marksOf(tag, style, parent?.marks ?? {}),
    level: levelOf(tag, parent),
    into: into(reader),
    isMarker: parent?.isMarker === true || style.get('mso-list') === 'ignore',
    isCode: parent?.isCode === true || tag.name === 'pre' || isPre,
  };
  const depth = isBlock ? depthInList(style) : undefined;
  if (depth !== undefined) frame.item = { depth, marker: '' };
  if (tag.name === 'ul' || tag.name === 'ol') beginList(reader, frame, tag);
  else if (tag.name === 'li') beginItem(reader, frame);
  else if (tag.name === 'table') beginTable(reader, frame);
  else if (tag.name === 'tr') tableAround(reader)?.rows.push([]);
  else if (tag.name === 'td' || tag.name === 'th') beginCell(reader, frame, tag);
  else if (tag.name === 'blockquote' && !/^(?:none|0|0px|initial)/.test(style.get('border') ?? 'solid')) {
    const quote = { kind: 'quote' as const, blocks: [] };
    frame.into.push(quote);
    frame.into = quote.blocks;
  }
  return frame;
}

function levelOf(tag: OpenTag, parent: Frame | undefined): number {
  if (/^h[1-6]$/.test(tag.name)) return Number(tag.name[1]);
  if (attributeOf(tag, 'role') === 'heading')
    return Math.min(6, Math.max(1, Number(attributeOf(tag, 'aria-level')) || 2));
  return /(?:^|\s)MsoTitle(?:\s|$)/.test(attributeOf(tag, 'class')) ? 1 : (parent?.level ?? 0);
}

function beginList(reader: Reader, frame: Frame, tag: OpenTag): void {
  const isOrdered = tag.name === 'ol';
  // Google Docs puts a nested list next to the items, Word for the web each item in a separate list.
  const outer = reader.frames.findLast(({ list, name }) => list || name === 'li' || name === 'td' || name === 'th');
  const item = outer?.list?.items.at(-1);
  const target = outer?.list && item ? item : frame.into;
  const last = target.at(-1);
  const isWordOnline =
    reader.frames.some(({ name }) => name === 'div') && attributeOf(tag, 'class').includes('ListStyle');
  const list = isWordOnline && last?.kind === 'list' && last.isOrdered === isOrdered ? last : undefined;
  frame.list = list ?? { kind: 'list', isOrdered, items: [] };
  if (!list) target.push(frame.list);
  frame.into = target;
}

function beginItem(reader: Reader, frame: Frame): void {
  const blocks: Pasted[] = [];
  const list = reader.frames.findLast((each) => each.list)?.list;
  if (list) list.items.push(blocks);
  else frame.into.push({ kind: 'list', isOrdered: false, items: [blocks] });
  frame.into = blocks;
  frame.level = 0;
}

const tableAround = ({ frames }: Reader) => frames.findLast(({ table }) => table)?.table;

function beginTable(reader: Reader, frame: Frame): void {
  frame.table = { kind: 'table', rows: [], caption: [] };
  frame.into.push(frame.table);
  frame.level = 0;
}

function beginCell(reader: Reader, frame: Frame, tag: OpenTag): void {
  const table = tableAround(reader);
  if (!table) return;
  if (table.rows.length === 0) table.rows.push([]);
  const cell: PastedCell = {
    isHead: tag.name === 'th' || reader.frames.some(({ name }) => name === 'thead'),
    columns: spanOf(tag, 'colspan'),
    rows: spanOf(tag, 'rowspan'),
    blocks: [],
  };
  // If a spreadsheet table begins outside of the copied fragment, its cells do not.
  if (reader.isInside) table.rows.at(-1)?.push(cell);
  frame.into = cell.blocks;
}

function spanOf(tag: OpenTag, name: string): number {
  const value = Number(attributeOf(tag, name));
  return Number.isInteger(value) && value > 0 ? Math.min(value, MOST_SPANS) : 1;
}

function closed(reader: Reader, name: string): void {
  if ((reader.below.get(name) ?? 0) > 0) return crossBelow(reader, name, -1);
  const at = reader.frames.findLastIndex((frame) => frame.name === name);
  // The end of a paragraph never closes the cell or item around it.
  const wall = reader.frames.findLastIndex((frame) => ['td', 'th', 'li'].includes(frame.name));
  if (at < 0 || (at < wall && !['table', 'tr', 'ul', 'ol', 'tbody', 'thead', 'tfoot', 'body', 'html'].includes(name)))
    return;
  while (reader.frames.length > at) leave(reader);
}

function leave(reader: Reader): void {
  const frame = top(reader);
  if (frame?.isBlock) flush(reader);
  reader.frames.pop();
}

function lineBreak(reader: Reader): void {
  const frame = top(reader);
  if (!reader.isInside || frame?.isHidden) return;
  const before = reader.runs.at(-1);
  // An empty line ends a paragraph.
  if (before?.text === '\n' && !frame?.keepsBlanks) {
    reader.runs.pop();
    flush(reader);
  } else reader.runs.push({ text: '\n', marks: frame?.marks ?? {} });
}

/** Adds what was read since the last block as one block. */
function flush(reader: Reader): void {
  const { runs } = reader;
  const frame = top(reader);
  reader.runs = [];
  if (runs.length === 0) return;
  if (!frame?.isCode && runs.every(({ text }) => text.trim() === '')) return;
  const target = into(reader);
  const owner = reader.frames.findLast(({ isBlock }) => isBlock);
  const item = reader.frames.findLast((each) => each.item)?.item;
  if (frame?.isCode) return addCode(target, runs.map(({ text }) => text).join(''));
  if (item)
    target.push({
      kind: 'item',
      depth: item.depth,
      isOrdered: /^\s*\(?(?:\d+|[a-z]{1,4})[.)]/i.test(item.marker),
      runs,
    });
  else if (owner?.name === 'caption' || (owner?.name === 'figcaption' && target.at(-1)?.kind === 'table')) {
    const table = tableAround(reader) ?? target.at(-1);
    if (table?.kind === 'table') table.caption = runs;
  } else if (!tableAround(reader) || reader.frames.some(({ name }) => name === 'td' || name === 'th'))
    target.push({ kind: 'text', level: frame?.level ?? 0, runs });
}

/** Consecutive lines of code, each in its own element as copied by code editors, form one block. */
function addCode(target: Pasted[], text: string): void {
  const last = target.at(-1);
  const line = text.replace(/\n$/, '');
  if (last?.kind === 'code') last.text += `\n${line}`;
  else if (line.trim() !== '') target.push({ kind: 'code', text: line });
}
