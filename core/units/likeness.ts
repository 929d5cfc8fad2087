import type { Content, TopBlock } from './content.ts';
import { IDENTICAL } from './match.ts';
import type { Scores } from './match.ts';
import { plainText } from './tokens.ts';
import type { Segment } from './tokens.ts';

/** The compared properties of a block or a row, computed once. */
interface Traits {
  /** Only equal kinds can match. */
  kind: string;
  /** Structure: the shape of a block, the marks of a row. */
  shape: string;
  raw: string;
  length: number;
  words: Set<string>;
  /** What no translation changes: numbers, addresses, file names. */
  anchors: Set<string>;
}

/** The likeness of the blocks of two contents; `isTranslated`: in two languages. */
export function blockScores(a: readonly TopBlock[], b: readonly TopBlock[], isTranslated: boolean): Scores {
  return scoresOf(a.map(traitsOfBlock), b.map(traitsOfBlock), isTranslated);
}

/** The likeness of the rows of two blocks. */
export function rowScores(a: readonly Segment[], b: readonly Segment[], isTranslated: boolean): Scores {
  return scoresOf(a.map(traitsOfRow), b.map(traitsOfRow), isTranslated);
}

/** The rows of some blocks. */
export function rowsOf(content: Content, blocks: readonly TopBlock[]): Segment[] {
  return blocks.flatMap(({ segments }) => segments.flatMap((id) => content.segments[id] ?? []));
}

function scoresOf(a: readonly Traits[], b: readonly Traits[], isTranslated: boolean): Scores {
  const compare = isTranslated ? acrossLanguages : inOneLanguage;
  const at = (i: number, j: number, judge: (one: Traits, other: Traits) => number) => {
    const [one, other] = [a[i], b[j]];
    return one && other && one.kind === other.kind ? judge(one, other) : 0;
  };
  return {
    score: (i, j) => at(i, j, compare),
    isMoved: (i, j) => at(i, j, isTranslated ? sameAnchors : sameWords) > 0.7,
  };
}

/** Rewritten text at the same place still matches, but any similar text is preferred. */
function inOneLanguage(one: Traits, other: Traits): number {
  if (one.raw === other.raw) return IDENTICAL;
  return 0.1 + 0.8 * overlap(one.words, other.words) + (one.shape === other.shape ? 0.1 : 0);
}

function acrossLanguages(one: Traits, other: Traits): number {
  if (one.raw === other.raw) return IDENTICAL;
  const [short, long] = [Math.min(one.length, other.length), Math.max(one.length, other.length)];
  const sizes = long === 0 ? 1 : short / long;
  const anchors = one.anchors.size + other.anchors.size === 0 ? 0.5 : overlap(one.anchors, other.anchors);
  return 0.4 + (one.shape === other.shape ? 0.2 : 0) + 0.25 * anchors + 0.15 * sizes;
}

function sameWords(one: Traits, other: Traits): number {
  return one.raw === other.raw ? 1 : overlap(one.words, other.words);
}

function sameAnchors(one: Traits, other: Traits): number {
  return one.raw === other.raw ? 1 : one.shape === other.shape ? overlap(one.anchors, other.anchors) : 0;
}

/** The overlap of two sets, from 0 to 1; 0 for two empty ones. */
export function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  if (one.size + other.size === 0) return 0;
  let both = 0;
  for (const each of one) if (other.has(each)) both++;
  return (2 * both) / (one.size + other.size);
}

function traitsOfBlock({ name, shape, raw }: TopBlock): Traits {
  return { kind: name, shape, raw, length: raw.length, words: wordSet(raw), anchors: anchorSet(raw) };
}

function traitsOfRow({ kind, name, level, block, tokens, marks, raw }: Segment): Traits {
  const text = plainText(tokens, marks);
  const shape = `${block} ${level} ${marks.map((mark) => mark.name).join(' ')}`;
  return { kind: `${kind} ${name}`, shape, raw, length: text.length, words: wordSet(text), anchors: anchorSet(raw) };
}

/** The words of a text, in lower case; in scripts without spaces its characters. */
export const wordSet = (text: string): Set<string> =>
  new Set(
    text.toLowerCase().match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}]+/gu),
  );
/**
 * Numbers, file names and addresses. Of a long name only the end counts, so that no run of letters is scanned again from each of
 * them.
 */
const anchorSet = (raw: string): Set<string> =>
  new Set(
    raw.match(/\p{Nd}+(?:[.,:]\p{Nd}+)*|[\w-]{1,100}\.(?:jpe?g|png|gif|webp|svg|mp[34]|pdf)|https?:\/\/[^\s"'<>]+/giu),
  );
