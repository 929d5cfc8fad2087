// A block as rendered: texts as separate lines, tables as tables, pictures next to their texts.
import { hasFigures, layOutBlock, textsOf } from '../../../../core/units/layout/layout.ts';
import type { LayoutPart, PicturePart, TablePart } from '../../../../core/units/layout/layout.ts';
import type { TopBlock } from '../../../../core/units/content.ts';
import type { Segment } from '../../../../core/units/tokens.ts';
import type { Row, RowBlock } from '../rows/row.svelte.ts';

export type Line = { kind: 'text'; row: Row } | TableLine | PictureLine;

/** One side of a table: its cells with their rows. */
export interface TableSide {
  rows: { isHead: boolean; columns: number; rows: number; texts: Row[] }[][];
  captions: Row[];
}

export interface TableLine {
  kind: 'table';
  key: string;
  source: TableSide | undefined;
  /** The initial content of a translation that lacks it. */
  target: TableSide | undefined;
}

export interface PictureSide {
  src: string;
  media: number;
  texts: Row[];
}

export interface PictureLine {
  kind: 'picture';
  key: string;
  source: PictureSide | undefined;
  target: PictureSide | undefined;
}

type Figure = TablePart | PicturePart;
type Side = 'source' | 'target';

/** The lines of a block. Every row is in exactly one of them. */
export function linesOf(block: RowBlock): Line[] {
  const { pair, rows } = block;
  if (![pair.source, pair.target].some((each) => each && hasFigures(each)))
    return rows.map((row) => ({ kind: 'text', row }));
  const sides = { source: partsOf(rows, 'source', pair.source), target: partsOf(rows, 'target', pair.target) };
  const figures = pairUp(rows, figuresOf(sides.source), figuresOf(sides.target)).map((two, at) =>
    lineOf(rows, two, at),
  );
  const order = [...figuresIn(sides.source, figures, 'source'), ...figuresIn(sides.target, figures, 'target')];
  return inOrder(rows, order);
}

/** All rows of a line, in order. */
export function rowsIn(line: TableLine | PictureLine): Row[] {
  const side = line.target ?? line.source;
  if (!side) return [];
  return 'texts' in side ? side.texts : [...side.rows.flat().flatMap(({ texts }) => texts), ...side.captions];
}

const isFigure = (part: LayoutPart): part is Figure => part.kind !== 'text';
const figuresOf = (parts: readonly LayoutPart[]): Figure[] => parts.filter(isFigure);
const segmentsOf = (part: Figure): number[] => (part.kind === 'table' ? textsOf(part) : part.segments);

function partsOf(rows: readonly Row[], side: Side, block: TopBlock | undefined): LayoutPart[] {
  const found = rows.map((row) => row[side]).filter((each): each is Segment => each !== undefined);
  const segments = found.toSorted((a, b) => a.id - b.id);
  return block ? layOutBlock(block, segments) : [];
}

interface Two {
  source?: Figure | undefined;
  target?: Figure | undefined;
}

/**
 * Pairs a figure of the source with the one of the translation that shares a text with it; without texts, the next of its kind.
 */
function pairUp(rows: readonly Row[], sources: readonly Figure[], targets: readonly Figure[]): Two[] {
  const targetOf = new Map(rows.map(({ source, target }) => [source?.id, target?.id]));
  const free = new Set(targets);
  const pairs = sources.map((source): Two => {
    const wanted = segmentsOf(source).flatMap((id) => targetOf.get(id) ?? []);
    const target = [...free].find(
      (each) =>
        each.kind === source.kind &&
        (wanted.length > 0 ? segmentsOf(each).some((id) => wanted.includes(id)) : segmentsOf(each).length === 0),
    );
    if (target) free.delete(target);
    return { source, target };
  });
  return [...pairs, ...[...free].map((target): Two => ({ target }))];
}

interface Drawn {
  two: Two;
  line: TableLine | PictureLine;
}

function lineOf(rows: readonly Row[], two: Two, at: number): Drawn {
  const { source, target } = two;
  const key = `figure ${at}`;
  const isTable = (source ?? target)?.kind === 'table';
  const line: TableLine | PictureLine = isTable
    ? { kind: 'table', key, source: tableSide(rows, 'source', source), target: tableSide(rows, 'target', target) }
    : {
        kind: 'picture',
        key,
        source: pictureSide(rows, 'source', source),
        target: pictureSide(rows, 'target', target),
      };
  return { two, line };
}

function pick(rows: readonly Row[], side: Side, ids: readonly number[]): Row[] {
  return ids.flatMap((id) => rows.find((row) => row[side]?.id === id) ?? []);
}

function tableSide(rows: readonly Row[], side: Side, part: Figure | undefined): TableSide | undefined {
  if (part?.kind !== 'table') return undefined;
  return {
    rows: part.rows.map((cells) =>
      cells.map(({ segments, ...cell }) => ({ ...cell, texts: pick(rows, side, segments) })),
    ),
    captions: pick(rows, side, part.captions),
  };
}

function pictureSide(rows: readonly Row[], side: Side, part: Figure | undefined): PictureSide | undefined {
  return part?.kind === 'picture'
    ? { src: part.src, media: part.media, texts: pick(rows, side, part.segments) }
    : undefined;
}

interface Place {
  /** The first text at or after it, on its side; undefined at the end. */
  next: { side: Side; segment: number } | undefined;
  line: TableLine | PictureLine;
}

/** The positions of the figures of one side. One that exists on both sides is placed as in the source. */
function figuresIn(parts: readonly LayoutPart[], drawn: readonly Drawn[], side: Side): Place[] {
  return parts.flatMap((part, at) => {
    const found = drawn.find(({ two }) => two[side] === part && (side === 'source' || !two.source));
    if (!found) return [];
    const behind = parts.slice(at).flatMap((each) => (isFigure(each) ? segmentsOf(each) : [each.segment]));
    return { line: found.line, next: behind[0] === undefined ? undefined : { side, segment: behind[0] } };
  });
}

function inOrder(rows: readonly Row[], places: readonly Place[]): Line[] {
  const drawn = new Set(places.flatMap(({ line }) => rowsIn(line)));
  const left = new Set(places);
  const lines: Line[] = [];
  const put = (row: Row | undefined) => {
    for (const place of left)
      if (!row || (place.next && row[place.next.side]?.id === place.next.segment)) {
        left.delete(place);
        lines.push(place.line);
      }
  };
  for (const row of rows) {
    put(row);
    if (!drawn.has(row)) lines.push({ kind: 'text', row });
  }
  put(undefined);
  return lines;
}
