import type { Content, TopBlock } from './content.ts';
import { blockScores, rowScores, rowsOf } from './likeness.ts';
import { composeMatches, matchLists } from './match.ts';
import type { Match, Scores } from './match.ts';
import { unitText } from './states/unit-text.ts';
import type { Segment } from './tokens.ts';

/**
 * `same`: nothing to do. `changed`: the source text changed. `added`: only in the source. `removed`: no longer in the source.
 * `moved`: at another place in the source. `own`: never was in the source.
 */
export type Change = 'same' | 'changed' | 'added' | 'removed' | 'moved' | 'own';

/** A row of the source paired with its row of the translation; `before`: the source as it was when confirmed. */
export interface RowPair {
  change: Change;
  source?: Segment;
  target?: Segment;
  before?: Segment;
}

/** The same for blocks of the top level. */
export interface BlockPair {
  change: Change;
  source?: TopBlock;
  target?: TopBlock;
  before?: TopBlock;
  /** The source has another structure here (another list item, another picture); `Apply source change` carries it over. */
  isRestructured: boolean;
  rows: RowPair[];
}

/** The compared contents and the pairs found: in the order of the source. */
export interface Alignment {
  source: Content;
  target: Content;
  before: Content | undefined;
  blocks: BlockPair[];
}

/**
 * Aligns a source with its translation. With equal structures that is block by block and row by row; otherwise by kind and
 * likeness, keeping the order. `before`, the source as it was when the translation was confirmed, makes this reliable: changes of
 * the source are then found by comparing texts of one language.
 */
export function align(source: Content, target: Content, before?: Content): Alignment {
  const threes = alignLists(
    { source: source.blocks, target: target.blocks, before: before?.blocks },
    { scores: blockScores, isSame: (a, b) => a.shape === b.shape },
  );
  const blocks = threes.map((three) => blockPair({ source, target, before }, three));
  return { source, target, before, blocks };
}

interface Three<T> {
  source?: T;
  target?: T;
  before?: T;
  isMoved: boolean;
}

interface Lists<T> {
  source: readonly T[];
  target: readonly T[];
  before: readonly T[] | undefined;
}

interface Way<T> {
  scores: (a: readonly T[], b: readonly T[], isTranslated: boolean) => Scores;
  isSame: (a: T, b: T) => boolean;
}

function alignLists<T>({ source, target, before }: Lists<T>, way: Way<T>): Three<T>[] {
  const match = (a: readonly T[], b: readonly T[], isTranslated: boolean): Match => {
    const isEqual = a.length === b.length && a.every((each, at) => isSameAt(each, b[at], way));
    if (isEqual && isTranslated) return { pairs: new Map(a.map((_, at) => [at, at])), moved: new Set() };
    return matchLists(a.length, b.length, way.scores(a, b, isTranslated));
  };
  if (!before) return inOrder({ source, target, before }, match(source, target, true), undefined);
  const change = match(source, before, false);
  const translation = match(before, target, true);
  const found = composeMatches(change, translation);
  addRest({ source, target, found, translation }, (a, b) => match(a, b, true));
  return inOrder({ source, target, before }, found, { change, translation });
}

const isSameAt = <T>(a: T, b: T | undefined, way: Way<T>): boolean => b !== undefined && way.isSame(a, b);

/** What is new in the source may already be in the translation. */
function addRest<T>(
  of: { source: readonly T[]; target: readonly T[]; found: Match; translation: Match },
  match: (a: readonly T[], b: readonly T[]) => Match,
): void {
  const taken = new Set([...of.found.pairs.values(), ...of.translation.pairs.values()]);
  const as = of.source.map((_, at) => at).filter((at) => !of.found.pairs.has(at));
  const bs = of.target.map((_, at) => at).filter((at) => !taken.has(at));
  const pick = (list: readonly T[], places: readonly number[]) => places.flatMap((at) => list[at] ?? []);
  for (const [a, b] of match(pick(of.source, as), pick(of.target, bs)).pairs) {
    const [from, to] = [as[a], bs[b]];
    if (from !== undefined && to !== undefined) of.found.pairs.set(from, to);
  }
}

/** The pairs in the order of the source; a row that only the translation has comes after the one it follows there. */
function inOrder<T>(lists: Lists<T>, found: Match, via: { change: Match; translation: Match } | undefined): Three<T>[] {
  const { source, target, before = [] } = lists;
  const bySource = source.map((each, a): Three<T> => {
    const [b, j] = [found.pairs.get(a), via?.change.pairs.get(a)];
    const [translated, old] = [b === undefined ? undefined : target[b], j === undefined ? undefined : before[j]];
    return three(each, translated, old, found.moved.has(a) || (b === undefined && (via?.change.moved.has(a) ?? false)));
  });
  const sourceOf = new Map([...found.pairs].map(([a, b]) => [b, a]));
  const beforeOf = new Map([...(via?.translation.pairs ?? [])].map(([j, b]) => [b, j]));
  const left = new Map<number, Three<T>[]>();
  let last = -1;
  target.forEach((each, b) => {
    const a = sourceOf.get(b);
    if (a !== undefined) {
      if (!found.moved.has(a)) last = a;
      return;
    }
    const j = beforeOf.get(b);
    left.set(last, [...(left.get(last) ?? []), three(undefined, each, j === undefined ? undefined : before[j], false)]);
  });
  return [...(left.get(-1) ?? []), ...bySource.flatMap((each, a) => [each, ...(left.get(a) ?? [])])];
}

function three<T>(source: T | undefined, target: T | undefined, before: T | undefined, isMoved: boolean): Three<T> {
  return {
    ...(source !== undefined && { source }),
    ...(target !== undefined && { target }),
    ...(before !== undefined && { before }),
    isMoved,
  };
}

type Contents = Pick<Alignment, 'source' | 'target' | 'before'>;

function blockPair(contents: Contents, { isMoved, ...given }: Three<TopBlock>): BlockPair {
  const { source, target, before } = given;
  const rows = alignLists(
    {
      source: source ? rowsOf(contents.source, [source]) : [],
      target: target ? rowsOf(contents.target, [target]) : [],
      before: before && contents.before ? rowsOf(contents.before, [before]) : undefined,
    },
    { scores: rowScores, isSame: (a, b) => a.kind === b.kind && a.level === b.level && a.name === b.name },
  ).map(({ isMoved: isMovedRow, ...row }): RowPair => {
    return { ...row, change: changeOf(row, { isMoved: isMovedRow, isKnown: contents.before !== undefined, isRow }) };
  });
  const change = changeOf(given, { isMoved, isKnown: contents.before !== undefined, isRow: sameRaw });
  return { ...given, rows, change, isRestructured: isRestructured(contents, given) };
}

const isRow = (a: Segment, b: Segment): boolean => a.raw === b.raw || unitText(a) === unitText(b);
const sameRaw = (a: TopBlock, b: TopBlock): boolean => a.raw === b.raw;

function changeOf<T>(
  { source, target, before }: { source?: T; target?: T; before?: T },
  of: { isMoved: boolean; isKnown: boolean; isRow: (a: T, b: T) => boolean },
): Change {
  if (source === undefined) return before === undefined && of.isKnown ? 'own' : 'removed';
  if (target === undefined) return 'added';
  if (of.isMoved) return 'moved';
  return before === undefined || of.isRow(source, before) ? 'same' : 'changed';
}

/** With a `before`: tags, attributes or marks of the source changed. Without: the structures differ. */
function isRestructured(
  { source, before }: Contents,
  pair: { source?: TopBlock; target?: TopBlock; before?: TopBlock },
) {
  if (!pair.source || !pair.target || pair.source.raw === pair.target.raw) return false;
  if (!pair.before || !before) return pair.source.shape !== pair.target.shape;
  return structureOf(source, pair.source) !== structureOf(before, pair.before);
}

/** A block without its texts. */
function structureOf(content: Content, block: TopBlock): string {
  const ofPieces = (pieces: TopBlock['pieces']): string => pieces.map((piece) => ofPiece(piece)).join('');
  const ofPiece = (piece: TopBlock['pieces'][number]): string => {
    if (typeof piece === 'string') return piece;
    const segment = content.segments[piece.segment];
    return `{${(segment?.marks ?? []).map((mark) => (mark.kind === 'entity' ? '' : ofPieces(mark.open))).join('|')}}`;
  };
  return ofPieces(block.pieces);
}
