// The only judge of the state of a translation, from texts and marks, for the window, the REST API and files alike.
import { align } from '../align.ts';
import type { Alignment, BlockPair } from '../align.ts';
import { readContent } from '../content.ts';
import type { TopBlock } from '../content.ts';
import type { Segment } from '../tokens.ts';
import { textHash } from './hash.ts';
import type { UnitMark } from './marks.ts';
import { hasWords, isSameOfManyWords, saysWords, wordCount } from './words.ts';
import { blockText, unitText } from './unit-text.ts';
import type { RowText } from './unit-text.ts';

/** The translatable texts of an item; for a term the title is its name and the content its description. */
export interface ItemTexts {
  title: string;
  content: string;
  excerpt: string;
}

/** What a translation is judged by. */
export interface Judged {
  source: ItemTexts;
  /** The source as it was when the translation was confirmed; undefined if unknown: then nothing is stale. */
  confirmed: ItemTexts | undefined;
  target: ItemTexts;
  marks: readonly UnitMark[];
  /** Locales or codes of both sides. */
  languages: { source: string; target: string };
  /** The title is a name, which is the same in many languages. */
  isNamed?: boolean;
}

/** The state of a unit. */
export interface UnitState {
  field: keyof ItemTexts;
  /** What is compared: a text, or the structure of a block. */
  part: 'text' | 'block';
  /** Index of the block in the alignment of the content, from 0. */
  block: number;
  /** Hashes of both sides, "" for a missing one. */
  source: string;
  target: string;
  /** The source is unchanged since it was confirmed, or its change was dealt with. */
  isCurrent: boolean;
  /** Shows the source text, without a mark that this is intended. */
  isUntranslated: boolean;
}

/** The state of an item, as far as it depends on its texts. */
export interface ItemJudgement {
  /** Some unit is not current. */
  isStale: boolean;
  /** The number of units that show the source text, and of their words. */
  untranslated: number;
  words: number;
}

/** Looks up a mark by its pair of hashes. */
export type Said = (source: string, target: string) => UnitMark['word'] | undefined;

/** Marks by pair, and the hashes of filled-in texts. */
export interface MarkIndex {
  said: Said;
  filled: ReadonlySet<string>;
}

export function indexMarks(marks: readonly UnitMark[]): MarkIndex {
  const words = new Map(marks.map(({ source, target, word }) => [`${source} ${target}`, word]));
  const filled = new Set(marks.filter(({ word }) => word === 'filled').map(({ target }) => target));
  return { said: (source, target) => words.get(`${source} ${target}`), filled };
}

/** The compared texts of one unit, undefined for a missing side. */
export interface UnitSides {
  source: string | undefined;
  target: string | undefined;
  before: string | undefined;
}

/** Whether a unit is right for its source: the source is the confirmed one, or a mark covers both current texts. */
export function isCurrent({ source, target, before }: UnitSides, said: Said): boolean {
  if ((source ?? '') === (before ?? '')) return true;
  if (source === undefined && target === undefined) return true;
  const word = said(textHash(source ?? ''), textHash(target ?? ''));
  return word !== undefined && word !== 'filled';
}

/** Every unit of an item, in the order of its texts. */
export function judgeUnits(judged: Judged): UnitState[] {
  const index = indexMarks(judged.marks);
  const fields = (['title', 'excerpt'] as const).flatMap((field) => judgeField(judged, index, field));
  return [...fields, ...judgeContent(judged, index)];
}

/** The same as totals; skips what is impossible, which makes most items fast. */
export function judgeItem(judged: Judged, read = readContent): ItemJudgement {
  const { source, confirmed, target } = judged;
  const isEqual = confirmed === undefined || FIELDS.every((field) => source[field] === confirmed[field]);
  if (isEqual && !mayBeUntranslated(judged, read)) return { isStale: false, untranslated: 0, words: 0 };
  const index = indexMarks(judged.marks);
  const words = (texts: readonly string[]) =>
    texts.reduce((sum, text) => sum + wordCount(text, judged.languages.source), 0);
  const seen: { units: UnitState[]; left: string[] } = { units: [], left: [] };
  for (const field of ['title', 'excerpt'] as const) {
    const units = judgeField(judged, index, field);
    seen.units.push(...units);
    if (units.some((unit) => unit.isUntranslated)) seen.left.push(target[field]);
  }
  seen.units.push(...judgeContent(judged, index, { read, onUntranslated: (row) => seen.left.push(saysWords(row)) }));
  return {
    isStale: seen.units.some((unit) => !unit.isCurrent),
    untranslated: seen.left.length,
    words: words(seen.left),
  };
}

/**
 * The number of words to translate for a version that does not exist yet: those a file for a translator would contain of its
 * source.
 */
export function sourceWords(
  { title, excerpt, content }: ItemTexts,
  { lang, read = readContent }: { lang: string; read?: typeof readContent },
): number {
  const rows = read(content).segments.filter((row) => counts(row) && !row.isLocked);
  return [title, excerpt, ...rows.map(saysWords)].reduce((sum, text) => sum + wordCount(text, lang), 0);
}

/** The marks of a version that begins with texts of its source: what shows one of them is filled in, not dealt with. */
export function fillMarks(
  version: ItemTexts,
  source: ItemTexts,
  { isNamed = false, read = readContent } = {},
): UnitMark[] {
  const textsIn = ({ title, content, excerpt }: ItemTexts): string[] => [
    ...[isNamed ? '' : title.trim(), excerpt.trim()].filter(hasWords),
    ...read(content).segments.filter(counts).map(unitText),
  ];
  const shown = new Set(textsIn(source));
  const hashes = new Set(
    textsIn(version)
      .filter((text) => shown.has(text))
      .map(textHash),
  );
  return [...hashes].map((hash) => ({ source: hash, target: hash, word: 'filled' }));
}

/** Whether a row has to be translated: it has letters, and is not an address. */
export const counts = (row: Segment): boolean => row.kind !== 'link' && hasWords(saysWords(row));

const FIELDS = ['title', 'excerpt', 'content'] as const;

function judgeField(judged: Judged, { said, filled }: MarkIndex, field: 'title' | 'excerpt'): UnitState[] {
  const [source, target] = [judged.source[field].trim(), judged.target[field].trim()];
  const before = judged.confirmed ? judged.confirmed[field].trim() : source;
  if (source === '' && target === '' && before === '') return [];
  const hashes = { source: textHash(source), target: textHash(target) };
  const isName = field === 'title' && judged.isNamed === true;
  const isLeft = !isName && hasWords(target) && said(hashes.source, hashes.target) !== 'same';
  const isUntranslated = isLeft && (filled.has(hashes.target) || isTheSame(judged, source, target));
  return [
    {
      ...{ field, part: 'text', block: -1, ...hashes },
      isCurrent: isCurrent({ source, target, before }, said),
      isUntranslated,
    },
  ];
}

interface Way {
  read?: typeof readContent;
  onUntranslated?: (row: Segment) => void;
}

function judgeContent(judged: Judged, index: MarkIndex, { read = readContent, onUntranslated }: Way = {}): UnitState[] {
  const { source, target } = judged;
  if (source.content === '' && target.content === '') return [];
  return judgeRows(judged, index, alignJudged(judged, read), onUntranslated);
}

/** Aligns the contents; includes the confirmed one only if the source text has changed since. */
export function alignJudged({ source, confirmed, target }: Judged, read = readContent): Alignment {
  const isBehind = confirmed !== undefined && confirmed.content !== source.content;
  return align(read(source.content), read(target.content), isBehind ? read(confirmed.content) : undefined);
}

/** The same as `judgeUnits` for an existing alignment: one unit for each of its rows, in order. */
export function judgeAligned(
  judged: Judged,
  alignment: Alignment,
): { title: UnitState[]; excerpt: UnitState[]; rows: UnitState[] } {
  const index = indexMarks(judged.marks);
  const rows = judgeRows(judged, index, alignment).filter(({ part }) => part === 'text');
  return { title: judgeField(judged, index, 'title'), excerpt: judgeField(judged, index, 'excerpt'), rows };
}

function judgeRows(
  judged: Judged,
  index: MarkIndex,
  { blocks, before }: Alignment,
  onUntranslated?: (row: Segment) => void,
): UnitState[] {
  const isBehind = before !== undefined;
  return blocks.flatMap((pair, block) => {
    const built = isBehind ? judgeBlock(pair, index) : undefined;
    const rows = pair.rows.map((row): UnitState => {
      const sides = { source: row.source && unitText(row.source), target: row.target && unitText(row.target) };
      const hashes = { source: textHash(sides.source ?? ''), target: textHash(sides.target ?? '') };
      const isUntranslated = isUntranslatedRow(judged, index, row);
      if (isUntranslated && row.target) onUntranslated?.(row.target);
      const isNow = !isBehind || isCurrent({ ...sides, before: row.before && unitText(row.before) }, index.said);
      return { ...{ field: 'content', part: 'text', block, ...hashes }, isCurrent: isNow, isUntranslated };
    });
    return [...(built ? [{ ...built, block }] : []), ...rows];
  });
}

/** The structure of a block on each side. */
export function blockSides(pair: BlockPair): UnitSides {
  const built = (block: TopBlock | undefined) => block && blockText(block);
  return { source: built(pair.source), target: built(pair.target), before: built(pair.before) };
}

/**
 * Whether the structure of a block is right for the source: it is if it was carried over, and a block that only one side has is
 * judged by its texts, if it has any.
 */
export function isBlockCurrent(pair: BlockPair, said: Said): boolean {
  const isOnBoth = pair.source !== undefined && pair.target !== undefined;
  if (!isOnBoth && pair.rows.length > 0) return true;
  const sides = blockSides(pair);
  return (isOnBoth && sides.source === sides.target) || isCurrent(sides, said);
}

function judgeBlock(pair: BlockPair, { said }: MarkIndex): UnitState {
  const { source = '', target = '' } = blockSides(pair);
  const hashes = { source: textHash(source), target: textHash(target) };
  const isNow = isBlockCurrent(pair, said);
  return { ...{ field: 'content', part: 'block', block: -1, ...hashes }, isCurrent: isNow, isUntranslated: false };
}

/**
 * Whether a row shows the text of its source: filled in and unchanged (`isFilled`), or equal with too many words for a name, in
 * another language (`lang`: that of the source).
 */
export function isUntranslated(
  { source, target }: { source: Segment; target: RowText },
  { isFilled, isOneLanguage, lang }: { isFilled: boolean; isOneLanguage: boolean; lang?: string | undefined },
): boolean {
  const text = saysWords(target);
  if (!counts(source) || !hasWords(text)) return false;
  if (isFilled) return true;
  return !isOneLanguage && source.kind !== 'code' && isSameOfManyWords(saysWords(source), text, lang);
}

function isUntranslatedRow(
  { languages }: Judged,
  { said, filled }: MarkIndex,
  { source, target }: { source?: Segment; target?: Segment },
): boolean {
  if (!source || !target) return false;
  const hash = textHash(unitText(target));
  if (said(textHash(unitText(source)), hash) === 'same') return false;
  const of = { isFilled: filled.has(hash), isOneLanguage: isOneLanguage(languages), lang: languages.source };
  return isUntranslated({ source, target }, of);
}

function isTheSame({ languages }: Judged, source: string, target: string): boolean {
  return !isOneLanguage(languages) && isSameOfManyWords(source, target, languages.source);
}

/** Variants of one language, such as British and American English, may share the same words. */
export function isOneLanguage({ source, target }: Judged['languages']): boolean {
  return baseOf(source) === baseOf(target);
}

const baseOf = (language: string): string => language.toLowerCase().split(/[-_]/, 1)[0] ?? '';

/** Whether a text of the translation equals one of the source, or was filled in: otherwise no unit can show the source text. */
function mayBeUntranslated(judged: Judged, read: typeof readContent): boolean {
  const { source, target, marks, languages } = judged;
  const filled = new Set(marks.filter(({ word }) => word === 'filled').map(({ target }) => target));
  if (filled.size === 0 && isOneLanguage(languages)) return false;
  for (const field of ['title', 'excerpt'] as const)
    if (target[field] !== '' && (target[field] === source[field] || filled.has(textHash(target[field].trim()))))
      return true;
  if (target.content === '') return false;
  const texts = new Set(read(source.content).segments.filter(counts).map(saysWords));
  return read(target.content).segments.some(
    (row) => texts.has(saysWords(row)) || (filled.size > 0 && filled.has(textHash(unitText(row)))),
  );
}
