// Tables and pictures of a piece of HTML, by position.
import { tokenizeHtml } from '../html.ts';
import type { HtmlToken } from '../html.ts';

/** From the first character to after the last. */
export interface Range {
  start: number;
  end: number;
}

export type Figure = TableFigure | PictureFigure;

export interface TableFigure {
  kind: 'table';
  /** Range of the table, including a `figure` that contains only it. */
  range: Range;
  image?: undefined;
  rows: CellRange[][];
}

export interface CellRange {
  isHead: boolean;
  columns: number;
  rows: number;
  range: Range;
}

export interface PictureFigure {
  kind: 'picture';
  /** Range of the tag, or of a `figure` that contains only it. */
  range: Range;
  /** Range of the tag. */
  image: Range;
  src: string;
  media: number;
}

type OpenTag = Extract<HtmlToken, { kind: 'open' }>;

/** The maximum span browsers allow. */
const WIDEST = 1000;

interface Walk {
  figures: Figure[];
  /** `figure` elements, by position. */
  frames: Range[];
  open: Range[];
  table: TableFigure | undefined;
  /** Tables nested in a cell are part of that cell. */
  depth: number;
}

/** The tables and pictures of some HTML, in order. Pictures inside a table are not listed separately. */
export function findFigures(html: string): Figure[] {
  const walk: Walk = { figures: [], frames: [], open: [], table: undefined, depth: 0 };
  let at = 0;
  for (const token of tokenizeHtml(html)) {
    const range = { start: at, end: at + token.raw.length };
    if (token.kind === 'open') opened(walk, token, range);
    else if (token.kind === 'close') closed(walk, token.name, range);
    at = range.end;
  }
  if (walk.table) endTable(walk, at);
  for (const frame of walk.open) frame.end = at;
  const { figures, frames } = walk;
  return figures.map((figure) => ({ ...figure, range: frameOf(figure, figures, frames) }));
}

function opened(walk: Walk, tag: OpenTag, { start, end }: { start: number; end: number }): void {
  const { table } = walk;
  const isOwn = walk.depth === 1;
  if (tag.name === 'figure') {
    const frame = { start, end };
    walk.frames.push(frame);
    walk.open.push(frame);
  } else if (tag.name === 'table') {
    walk.depth += 1;
    if (!table) walk.table = { kind: 'table', range: { start, end }, rows: [] };
  } else if (tag.name === 'img' && !table) {
    const range = { start, end };
    const { src, media } = pictureOf(tag);
    walk.figures.push({ kind: 'picture', range, image: range, src, media });
  } else if (table && isOwn && tag.name === 'tr') {
    endCell(table, start);
    table.rows.push([]);
  } else if (table && isOwn && (tag.name === 'td' || tag.name === 'th')) {
    endCell(table, start);
    if (table.rows.length === 0) table.rows.push([]);
    const [columns, rows] = [spanOf(tag, 'colspan'), spanOf(tag, 'rowspan')];
    table.rows.at(-1)?.push({ isHead: tag.name === 'th', columns, rows, range: { start: end, end: -1 } });
  }
}

function closed(walk: Walk, name: string, { start, end }: Range): void {
  const { table } = walk;
  if (name === 'figure') {
    const frame = walk.open.pop();
    if (frame) frame.end = end;
  } else if (name === 'table' && walk.depth > 0) {
    walk.depth -= 1;
    if (walk.depth === 0) endTable(walk, start, end);
  } else if (table && walk.depth === 1 && ['td', 'th', 'tr', 'thead', 'tbody', 'tfoot'].includes(name))
    endCell(table, start);
}

function endCell({ rows }: TableFigure, at: number): void {
  const cell = rows.at(-1)?.at(-1);
  if (cell?.range.end === -1) cell.range.end = at;
}

function endTable(walk: Walk, at: number, end = at): void {
  const { table } = walk;
  walk.table = undefined;
  walk.depth = 0;
  if (!table) return;
  endCell(table, at);
  walk.figures.push({
    ...table,
    range: { start: table.range.start, end },
    rows: table.rows.filter((row) => row.length > 0),
  });
}

/** The range of the `figure` that contains only it, else its own. */
function frameOf(figure: Figure, all: readonly Figure[], frames: readonly Range[]): Range {
  const { range } = figure;
  const isIn = (inner: Range, outer: Range) => outer.start <= inner.start && inner.end <= outer.end;
  const around = frames.filter((frame) => isIn(range, frame)).at(-1);
  const isAlone = around && all.every((other) => other === figure || !isIn(other.range, around));
  return isAlone ? around : range;
}

/** The data in the tag of a picture: its address and texts as written, and the id of its record; 0 if not specified. */
export function pictureOf(tag: OpenTag): { src: string; media: number; alt: string } {
  const media = Number(/(?:^|\s)wp-image-(\d{1,15})(?!\d)/.exec(valueOf(tag, 'class'))?.[1] ?? 0);
  const alt = valueOf(tag, 'alt').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  return { src: valueOf(tag, 'src').trim(), media, alt };
}

function spanOf(tag: OpenTag, name: string): number {
  const value = Number(valueOf(tag, name));
  return Number.isInteger(value) && value > 0 ? Math.min(value, WIDEST) : 1;
}

const valueOf = ({ attributes }: OpenTag, name: string): string =>
  attributes.find((attribute) => attribute.name === name)?.raw ?? '';
