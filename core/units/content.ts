import { addJson, addRow, piecesOf } from './builder.ts';
import type { Builder } from './builder.ts';
import { tokenizeHtml } from './html.ts';
import type { HtmlToken } from './html.ts';
import { cutEnds, hasText, itemsOf } from './inline.ts';
import type { Cut, Item } from './inline.ts';
import { jsonStrings } from './json-strings.ts';
import { parseTopParts } from './parse.ts';
import type { Block, Part } from './parse.ts';
import { isBlockLevel, isHolder, isTextOfBlock, kindOf } from './segment-kinds.ts';
import { plainText } from './tokens.ts';
import type { Piece, Segment, Slot } from './tokens.ts';

/** The content of an item as rows. `lead`, followed by every block's `raw` and `after`, equals `html`, byte for byte. */
export interface Content {
  html: string;
  /** Whitespace before the first block. */
  lead: string;
  /** Every row, in reading order; a row's `id` is its index here. */
  segments: Segment[];
  blocks: TopBlock[];
}

/** A top-level block, or the HTML between two of them. */
export interface TopBlock {
  index: number;
  /** `core/list`; '' for HTML outside of blocks. */
  name: string;
  raw: string;
  /** Whitespace before the next block. */
  after: string;
  pieces: Piece[];
  /** Its rows, as indexes into `Content.segments`. */
  segments: number[];
  /** Its blocks, block-level tags and rows, without texts and attributes: equal for equal structures. */
  shape: string;
}

/** Reads content as rows. Total: whatever is not understood is locked and kept as it is. */
export function readContent(html: string): Content {
  const { lead, tops } = parseTopParts(html);
  const content: Content = { html, lead, segments: [], blocks: [] };
  for (const { part, after } of tops) content.blocks.push({ ...readTop(content, part), after });
  return content;
}

interface Reader extends Builder {
  pieces: Piece[];
  run: HtmlToken[];
  /** The element that was just opened and is still empty. */
  opened: string;
  shape: string[];
}

function readTop(content: Content, part: Part): TopBlock {
  const index = content.blocks.length;
  const first = content.segments.length;
  const state = { pieces: [], run: [], opened: '', shape: [], blocks: [], elements: [] };
  const reader: Reader = { ...state, segments: content.segments, top: index };
  readPart(reader, part);
  const raw = reader.pieces.map((piece) => (typeof piece === 'string' ? piece : piece.raw)).join('');
  const segments = content.segments.slice(first).map(({ id }) => id);
  const name = typeof part === 'string' ? '' : part.name;
  return { index, name, raw, after: '', pieces: reader.pieces, segments, shape: reader.shape.join(' ') };
}

function readPart(reader: Reader, part: Part): void {
  if (typeof part === 'string') {
    for (const token of tokenizeHtml(part)) readToken(reader, token);
    flush(reader);
  } else readBlock(reader, part);
}

function readBlock(reader: Reader, block: Block): void {
  const place = reader.pieces.length;
  const first = reader.segments.length;
  reader.opened = '';
  reader.shape.push(`${block.name}(`);
  reader.pieces.push(block.open);
  reader.blocks.push(block.name);
  for (const part of block.parts) readPart(reader, part);
  reader.pieces.splice(place, 1, ...openingOf(reader, block, first));
  reader.blocks.pop();
  reader.opened = '';
  reader.shape.push(')');
  if (block.close !== '') reader.pieces.push(block.close);
}

/** The opening comment: a string that repeats a row of the block is linked to it, other texts are rows. */
function openingOf(reader: Reader, block: Block, first: number): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  const strings = jsonStrings(block.json);
  const all = new Map(strings.map(({ path, value }) => [path.join('\0'), value]));
  const own = reader.segments.slice(first).filter((segment) => segment.block === block.name && segment.form === 'html');
  for (const { path, value, start, end } of strings) {
    const raw = block.json.slice(start, end);
    const field = all.get([...path.slice(0, -1), `_${path.at(-1)}`].join('\0'));
    const isText = isTextOfBlock(path, value, field?.startsWith('field_') ?? false);
    const slot = value.trim() === '' ? undefined : mirror(own, value, raw);
    if (!slot && !isText) continue;
    pieces.push(block.open.slice(from, block.jsonStart + start));
    pieces.push(slot ?? addJson(reader, { name: path.join('.'), value, raw }));
    from = block.jsonStart + end;
  }
  pieces.push(block.open.slice(from));
  return pieces;
}

function mirror(rows: readonly Segment[], value: string, raw: string): Slot | undefined {
  // A short word such as `left` or `wide` may be equal by chance.
  if (!/[\s<\p{Lu}]|[^\u0020-\u007e]/u.test(value)) return undefined;
  const html = rows.find((segment) => segment.raw === value);
  if (html) return { segment: html.id, form: 'json html', raw };
  const text = rows.find((segment) => plainText(segment.tokens, segment.marks) === value);
  return text && { segment: text.id, form: 'json text', raw };
}

function readToken(reader: Reader, token: HtmlToken): void {
  const isBreak = token.kind === 'locked' && /^<!--(?:more|nextpage|noteaser)/.test(token.raw);
  if (!isBreak && (token.kind === 'text' || token.kind === 'locked' || !isBlockLevel(token.name))) {
    reader.run.push(token);
    return;
  }
  flush(reader, token);
  reader.shape.push(token.kind === 'close' ? '/' : isBreak ? token.raw : token.name);
  reader.opened = '';
  if (token.kind === 'close') leave(reader, token.name);
  else if (token.kind === 'open' && !token.isVoid) enter(reader, token.name);
  if (token.kind === 'open') reader.pieces.push(...piecesOf(reader, token));
  else reader.pieces.push(token.raw);
}

function enter(reader: Reader, name: string): void {
  if (reader.elements.at(-1) === name && isHolder(name)) reader.elements.pop();
  if (reader.elements.length < 1000) reader.elements.push(name);
  if (isHolder(name)) reader.opened = name;
}

function leave(reader: Reader, name: string): void {
  const at = reader.elements.lastIndexOf(name);
  if (at !== -1) reader.elements.length = at;
}

/** Turns what was read since the last block-level tag into rows. */
function flush(reader: Reader, next?: HtmlToken): void {
  const { run, opened } = reader;
  const isEmptyHolder = opened !== '' && next?.kind === 'close' && next.name === opened;
  if (run.length === 0 && !isEmptyHolder) return;
  reader.run = [];
  reader.opened = '';
  const isHeld = isHolder(reader.elements.at(-1) ?? '');
  const runs = isHeld ? [run] : paragraphsOf(run);
  for (const each of runs) readRun(reader, itemsOf(each), { isHeld, isEmptyHolder });
}

function readRun(reader: Reader, items: Item[], of: { isHeld: boolean; isEmptyHolder: boolean }): void {
  const cut = cutEnds(items);
  const isEmpty = of.isEmptyHolder && cut.inside.length === 0 && ![...cut.before, ...cut.after].some(isObject);
  if (!isEmpty && !hasText(cut.inside, !of.isHeld)) return push(reader, items);
  push(reader, cut.before);
  reader.shape.push('text');
  reader.pieces.push(addRow(reader, cut.inside, rowOf(reader, cut)));
  push(reader, cut.after);
}

function rowOf(reader: Reader, { inside, before, around }: Cut) {
  const text = inside.map(({ raw }) => raw).join('');
  if (/^(?:https?:)?\/\/\S+$/.test(text)) return { kind: 'link' as const, level: 0, around, isLocked: true };
  const isInShortcode = before.some((item) => item.kind === 'open' && item.what === 'shortcode');
  const { blocks, elements } = reader;
  return { ...kindOf({ block: blocks.at(-1) ?? '', elements, around, isInShortcode }), around };
}

function push(reader: Reader, items: readonly Item[]): void {
  for (const item of items)
    if (item.kind === 'text' || item.kind === 'close') reader.pieces.push(item.raw);
    else reader.pieces.push(...piecesOf(reader, item));
}

const isObject = (item: Item): boolean => item.kind === 'single';

/** Text outside of elements: a blank line ends a paragraph. */
function paragraphsOf(run: readonly HtmlToken[]): HtmlToken[][] {
  const paragraphs: HtmlToken[][] = [[]];
  for (const token of run) {
    const pieces = token.kind === 'text' ? token.raw.split(/(\n[^\S\n]*\n\s*)/) : [];
    if (pieces.length < 2) {
      paragraphs.at(-1)?.push(token);
      continue;
    }
    pieces.forEach((raw, index) => {
      if (raw === '') return;
      if (index % 2 === 1) paragraphs.push([{ kind: 'text', raw }], []);
      else paragraphs.at(-1)?.push({ kind: 'text', raw });
    });
  }
  return paragraphs.filter((each) => each.length > 0);
}
