// The layout of a block: which of its texts are in the cells of a table, and which belong to a picture.
import type { TopBlock } from '../content.ts';
import { decodePlain } from '../entities.ts';
import type { Segment } from '../tokens.ts';
import { findFigures } from './figures.ts';
import type { Figure, PictureFigure, Range, TableFigure } from './figures.ts';

/** A part of a block, in reading order. Texts are identified by `Segment.id`. */
export type LayoutPart = TextPart | TablePart | PicturePart;

export interface TextPart {
  kind: 'text';
  segment: number;
}

export interface TablePart {
  kind: 'table';
  rows: TableCell[][];
  /** Texts below or above it. */
  captions: number[];
}

export interface TableCell {
  isHead: boolean;
  columns: number;
  rows: number;
  segments: number[];
}

export interface PicturePart {
  kind: 'picture';
  /** Its address as written. */
  src: string;
  /** Id of its record, if the markup contains one; else 0. */
  media: number;
  segments: number[];
}

/** Whether a block may contain anything but texts: checked first, since most do not. */
export const hasFigures = ({ raw }: TopBlock): boolean => /<(?:table|img)[\s/>]/i.test(raw);

/**
 * The parts of a block. A text that belongs to a table or a picture without being in a cell or one of its captions (the address
 * of a link) is a separate part after it.
 */
export function layOutBlock(block: TopBlock, segments: readonly Segment[]): LayoutPart[] {
  const placed = placesOf(block, segments);
  const figures = findFigures(block.raw).map((figure) => inText(figure, placed));
  const parts: { at: number; part: LayoutPart }[] = [];
  const drawn = new Set<number>();
  for (const { figure, at, owner } of figures) {
    const part = figure.kind === 'table' ? tablePart(figure, placed) : picturePart(figure, placed, owner);
    parts.push({ at, part });
    for (const id of part.kind === 'table' ? textsOf(part) : part.segments) drawn.add(id);
  }
  for (const { segment, start } of placed)
    if (!drawn.has(segment.id)) {
      const inside = figures.find(({ figure, at }) => at <= start && start < figure.range.end);
      parts.push({ at: inside ? inside.at : start, part: { kind: 'text', segment: segment.id } });
    }
  // Stable: parts at the same position stay in the order they were added, figures first.
  return parts.toSorted((a, b) => a.at - b.at).map(({ part }) => part);
}

/** Every text shown in a table. */
export const textsOf = ({ rows, captions }: TablePart): number[] => [
  ...rows.flatMap((cells) => cells.flatMap(({ segments }) => segments)),
  ...captions,
];

interface Placed extends Range {
  segment: Segment;
}

/** The position of each text in the block. A row inside the marks of another has the position of that one. */
function placesOf({ pieces }: TopBlock, segments: readonly Segment[]): Placed[] {
  const places = new Map<number, Range>();
  let at = 0;
  for (const piece of pieces) {
    const { length } = typeof piece === 'string' ? piece : piece.raw;
    // A text that the opening comment repeats is also in the HTML, which comes later.
    if (typeof piece !== 'string') places.set(piece.segment, { start: at, end: at + length });
    at += length;
  }
  return segments.flatMap((segment) => {
    const range = places.get(segment.id) ?? places.get(segment.owner.segment);
    return range ? { segment, ...range } : [];
  });
}

interface Standing {
  figure: Figure;
  at: number;
  /** The text whose marks contain the picture, and the index of the picture in it. */
  owner?: { segment: Segment; nth: number };
}

/** A picture within a line of text comes after that text. */
function inText(figure: Figure, placed: readonly Placed[]): Standing {
  const { start } = figure.image ?? figure.range;
  const isAround = (each: Placed) =>
    each.segment.form === 'html' && each.segment.owner.segment === -1 && each.start <= start && start < each.end;
  const around = figure.kind === 'picture' ? placed.find(isAround) : undefined;
  if (!around) return { figure, at: figure.range.start };
  const before = around.segment.raw.slice(0, start - around.start);
  return {
    figure,
    at: around.end,
    owner: { segment: around.segment, nth: (before.match(/<img[\s/>]/gi) ?? []).length },
  };
}

const isWithin = (inner: Range, outer: Range): boolean => outer.start <= inner.start && inner.end <= outer.end;
const isText = ({ segment }: Placed): boolean => segment.form === 'html' && !segment.isLocked;
const idsOf = (placed: readonly Placed[]): number[] => placed.map(({ segment }) => segment.id);

function tablePart({ rows, range }: TableFigure, placed: readonly Placed[]): TablePart {
  const texts = placed.filter((each) => isText(each) && isWithin(each, range));
  const cells = rows.map((row) =>
    row.map(({ isHead, columns, rows: height, range: inside }): TableCell => {
      const segments = idsOf(texts.filter((each) => isWithin(each, inside)));
      return { isHead, columns, rows: height, segments };
    }),
  );
  const inCells = new Set(cells.flat().flatMap(({ segments }) => segments));
  return { kind: 'table', rows: cells, captions: idsOf(texts).filter((id) => !inCells.has(id)) };
}

function picturePart(
  { src, media, range }: PictureFigure,
  placed: readonly Placed[],
  owner: Standing['owner'],
): PicturePart {
  const marks = owner?.segment.marks.filter(({ name }) => name === 'img') ?? [];
  const mark = marks[owner?.nth ?? 0]?.id;
  const isOwn = ({ segment }: Placed) => segment.owner.segment === owner?.segment.id && segment.owner.mark === mark;
  const isIn = (each: Placed) => isWithin(each, range) && !each.segment.isLocked;
  const segments = idsOf(placed.filter(owner ? isOwn : isIn));
  return { kind: 'picture', src: decodePlain(src), media, segments };
}
