import { tokenizeHtml } from '../html.ts';
import { plainOfMarked } from '../memory/analyse.ts';
import { visibleText } from './visible.ts';
import { readMarked, writeMarked, type MarkedPiece } from '../marked-text.ts';

/** A unit as input of the checks: marked texts, and the codes or locales of both languages. */
export interface CheckedUnit {
  source: string;
  target: string;
  from: string;
  to: string;
  /** Program code: rules about words and sentences do not apply to it. */
  isCode?: boolean | undefined;
  /** The maximum length of the target, if there is a limit. */
  longest?: number | undefined;
  /** The usual length of a translation between these languages, as a multiple of its source (`length.ts`). */
  ratio?: number | undefined;
  /** The glossary terms that apply to this unit. */
  terms?: readonly TermNeed[] | undefined;
  /** The dictionary of the target language, if there is one. */
  isWord?: ((word: string) => boolean) | undefined;
}

/** A concept with a word in the source, and the words allowed in the target. */
export interface TermNeed {
  /** The word as it appears in the source. */
  word: string;
  /** Preferred and admitted words of the target language; empty: none required. */
  allowed: readonly string[];
  forbidden: readonly string[];
  /** The words of the target whose case matters. */
  exact?: readonly string[] | undefined;
  /** The word must not be translated. */
  keep: boolean;
  /** The case of `word` matters. */
  caseSensitive?: boolean | undefined;
  /** Its positions in the source text: start and end. */
  places?: readonly (readonly [number, number])[] | undefined;
}

export type Severity = 'error' | 'warning';

/** A finding of a check in a unit. */
export interface UnitFinding {
  check: string;
  severity: Severity;
  /** The subject: a number, an address, a word; "" for the whole unit. */
  about: string;
  /** The marked target with this fixed, if that is safe. */
  fix?: string;
}

/** A unit, parsed once for all checks. */
export interface ReadUnit extends CheckedUnit {
  plain: { source: string; target: string };
  /** The same with `LOCKED` for each run of words that must not be translated. */
  free: { source: string; target: string };
  /** Base languages: `pt` of `pt_BR`. */
  base: { from: string; to: string };
}

export function readUnit(unit: CheckedUnit): ReadUnit {
  const plain = { source: readable(unit.source), target: readable(unit.target) };
  const free = { source: freeWords(unit.source, plain.source), target: freeWords(unit.target, plain.target) };
  return { ...unit, plain, free, base: { from: baseOf(unit.from), to: baseOf(unit.to) } };
}

/** The text as a reader sees it: titles and excerpts are stored with tags and entities. */
export const readable = (marked: string): string => visibleText(plainOfMarked(marked));

/** Placeholder for words that must not be translated, such as code in a sentence. */
export const LOCKED = '\ufffc';

function freeWords(marked: string, plain: string): string {
  if (!marked.includes('<n ')) return plain;
  const pieces = readMarked(marked);
  return pieces ? readable(writeMarked(mapTexts(pieces, (text, isLocked) => (isLocked ? LOCKED : text)))) : plain;
}

function mapTexts(pieces: readonly MarkedPiece[], change: (text: string, isLocked: boolean) => string): MarkedPiece[] {
  let depth = 0;
  return pieces.map((piece) => {
    if (piece.kind === 'text') return { ...piece, text: change(piece.text, depth > 0) };
    if (piece.kind !== 'single' && piece.tag === 'n') depth += piece.kind === 'open' ? 1 : -1;
    return piece;
  });
}

export const baseOf = (language: string): string => language.toLowerCase().split(/[-_]/, 1)[0] ?? '';

/** An entity of a title or an excerpt, or a shortcode with its values. */
const CODE = /(&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});|\[[a-z][^\][\s]*\s[^\][]*=[^\][]*\])/i;

/**
 * Rewrites a marked text piece by piece, leaving marks, locked words, tags, comments, entities and shortcodes as they are; undefined
 * if nothing changed.
 */
export function rewritten(marked: string, change: (text: string) => string): string | undefined {
  const pieces = readMarked(marked);
  if (!pieces) return undefined;
  const words = (text: string): string =>
    text
      .split(CODE)
      .map((part, at) => (at % 2 === 0 ? change(part) : part))
      .join('');
  const free = (text: string): string => {
    let [made, plain] = ['', ''];
    for (const { kind, raw } of tokenizeHtml(text)) {
      if (kind === 'text') plain += raw;
      else [made, plain] = [made + words(plain) + raw, ''];
    }
    return made + words(plain);
  };
  const made = writeMarked(mapTexts(pieces, (text, isLocked) => (isLocked ? text : free(text))));
  return made === writeMarked(pieces) ? undefined : made;
}

/** What one list has and the other lacks, once for each missing occurrence. */
export function missingFrom(wanted: readonly string[], found: readonly string[]): string[] {
  const left = [...found];
  return wanted.filter((one) => {
    const at = left.indexOf(one);
    if (at !== -1) left.splice(at, 1);
    return at === -1;
  });
}
