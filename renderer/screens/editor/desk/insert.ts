// Inserts texts from the memory and words from the glossary into a row.
import { carryTokens } from '../../../../core/units/apply-structure.ts';
import { keepsMarks } from '../../../../core/units/marked-text.ts';
import { fromMarked, toMarked } from '../../../../core/units/marked.ts';
import { plainOfMarked } from '../../../../core/units/memory/analyse.ts';
import type { Token } from '../../../../core/units/tokens.ts';
import { storedTokens } from './field-text.ts';
import type { Row } from '../rows/row.svelte.ts';

/** From this score on a match needs no review. */
const SURE = 100;

interface Pair {
  score: number;
  source: string;
  target: string;
}

/** Inserts a match into a row. Unless it is exact, it is marked for review until the row is edited or confirmed. */
export function insertMatch(row: Row, match: Pair): void {
  row.edit(tokensOf(row, match));
  if (match.score >= SURE) return;
  row.isMachine = true;
  row.memoryScore = match.score;
}

/** Its marks are kept if they are those of the row; otherwise only its words. */
function tokensOf(row: Row, { source, target }: Pair): readonly Token[] {
  const own = row.source;
  if (own && keepsMarks(source, toMarked(own))) {
    const made = fromMarked(target, own);
    if (made && !row.target) return storedTokens(row, made);
    const carried = made && row.target && carryTokens(made, own, row.target);
    if (carried && !carried.faults.some(({ mark }) => mark.kind !== 'entity')) return carried.tokens;
  }
  const words = plainOfMarked(target);
  return storedTokens(row, [{ kind: 'text', text: row.keepsLines ? words : words.replace(/\s*\n\s*/g, ' ') }]);
}

/** Inserts words at the caret of the focused text, as typing does. False if no text has the focus. */
export function typeWords(words: string): boolean {
  const box = document.activeElement;
  if (!(box instanceof HTMLElement) || !box.matches('[data-editor] [role="textbox"]')) return false;
  return document.execCommand('insertText', false, words);
}
