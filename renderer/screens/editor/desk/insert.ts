// Texts of the memory and words of the glossary, put into a row.
import { carryTokens } from '../../../../core/units/apply-structure.ts';
import { keepsMarks } from '../../../../core/units/marked-text.ts';
import { fromMarked, toMarked } from '../../../../core/units/marked.ts';
import { plainOfMarked } from '../../../../core/units/memory/analyse.ts';
import type { Token } from '../../../../core/units/tokens.ts';
import type { Row } from '../rows/row.svelte.ts';

/** From here on a match needs no second look. */
const SURE = 100;

interface Pair {
  score: number;
  source: string;
  target: string;
}

/** Writes a match into a row. One that is not the same text stays to be checked, until somebody edits it or finds it right. */
export function insertMatch(row: Row, match: Pair): void {
  row.edit(tokensOf(row, match));
  if (match.score >= SURE) return;
  row.isMachine = true;
  row.memoryScore = match.score;
}

/** Its marks are taken over where they are those of the row; else its words alone. */
function tokensOf(row: Row, { source, target }: Pair): readonly Token[] {
  const own = row.source;
  if (own && keepsMarks(source, toMarked(own))) {
    const made = fromMarked(target, own);
    if (made && !row.target) return made;
    const carried = made && row.target && carryTokens(made, own, row.target);
    if (carried && !carried.faults.some(({ mark }) => mark.kind !== 'entity')) return carried.tokens;
  }
  const words = plainOfMarked(target);
  return [{ kind: 'text', text: row.keepsLines ? words : words.replace(/\s*\n\s*/g, ' ') }];
}

/** Writes words where the caret is in the text that has the focus, as typing does. False where no text has it. */
export function typeWords(words: string): boolean {
  const box = document.activeElement;
  if (!(box instanceof HTMLElement) || !box.matches('[data-editor] [role="textbox"]')) return false;
  return document.execCommand('insertText', false, words);
}
