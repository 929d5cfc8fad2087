import { plainOfMarked } from '../memory/analyse.ts';
import { readMarked, writeMarked } from '../marked-text.ts';

/** A unit as checks see it: marked texts, and the codes or locales of both languages. */
export interface CheckedUnit {
  source: string;
  target: string;
  from: string;
  to: string;
  /** The most letters the target may have, where there is a limit. */
  longest?: number | undefined;
  /** What the glossary says of this unit. */
  terms?: readonly TermNeed[] | undefined;
}

/** A concept whose word is in the source, with what the target may say for it. */
export interface TermNeed {
  /** The word as it is in the source. */
  word: string;
  /** Preferred and admitted words of the target language; empty: nothing is asked for. */
  allowed: readonly string[];
  forbidden: readonly string[];
  /** The word stays as it is. */
  keep: boolean;
  caseSensitive?: boolean | undefined;
}

export type Severity = 'error' | 'warning';

/** What a check found in a unit. */
export interface UnitFinding {
  check: string;
  severity: Severity;
  /** What it is about: a number, an address, a word; "" where the whole unit is meant. */
  about: string;
  /** The marked target with this mended, where that is safe. */
  fix?: string;
}

/** A unit, read once for all checks. */
export interface ReadUnit extends CheckedUnit {
  plain: { source: string; target: string };
  /** Base languages: `pt` of `pt_BR`. */
  base: { from: string; to: string };
}

export function readUnit(unit: CheckedUnit): ReadUnit {
  const plain = { source: plainOfMarked(unit.source), target: plainOfMarked(unit.target) };
  return { ...unit, plain, base: { from: baseOf(unit.from), to: baseOf(unit.to) } };
}

export const baseOf = (language: string): string => language.toLowerCase().split(/[-_]/, 1)[0] ?? '';

/** Changes what a marked text says, piece by piece, and none of its marks; undefined where that changes nothing. */
export function rewritten(marked: string, change: (text: string) => string): string | undefined {
  const pieces = readMarked(marked);
  if (!pieces) return undefined;
  const made = writeMarked(
    pieces.map((piece) => (piece.kind === 'text' ? { ...piece, text: change(piece.text) } : piece)),
  );
  return made === writeMarked(pieces) ? undefined : made;
}

/** What one list has that the other lacks, each as often as it is missing. */
export function missingFrom(wanted: readonly string[], found: readonly string[]): string[] {
  const left = [...found];
  return wanted.filter((one) => {
    const at = left.indexOf(one);
    if (at !== -1) left.splice(at, 1);
    return at === -1;
  });
}
