// Changes that would settle a finding but have to be chosen: probably right, and never among the safe fixes.
import { replaceIn } from '../replace/replace.ts';
import { numberChange, PLAIN_NUMBER } from './numbers.ts';
import { readUnit, rewritten, type CheckedUnit, type ReadUnit } from './unit.ts';

/** What could be written instead. */
export interface Suggestion {
  kind: 'number' | 'term';
  /** The number or word that would be written. */
  word: string;
  /** The marked target with it; marks stay. */
  target: string;
}

/**
 * The changes that would settle a finding of a check: the number of the source, or a word of the glossary in the place of one to
 * avoid.
 */
export function suggestionsFor(unit: CheckedUnit, check: string): Suggestion[] {
  if (check === 'numbers') return numberOf(readUnit(unit));
  return check === 'check_glossary' || check === 'forbidden_term' ? termsOf(unit) : [];
}

/** Only if one number differs from one other, both written as digits alone: grouping and decimals depend on the language. */
function numberOf(unit: ReadUnit): Suggestion[] {
  const change = numberChange(unit);
  if (!change) return [];
  let count = 0;
  const target = rewritten(unit.target, (text) =>
    text.replaceAll(PLAIN_NUMBER, (found) => (found === change.from ? (count++, change.to) : found)),
  );
  return target !== undefined && count === 1 ? [{ kind: 'number', word: change.to, target }] : [];
}

function termsOf(unit: CheckedUnit): Suggestion[] {
  return (unit.terms ?? []).flatMap(({ allowed: [word], forbidden, exact = [] }): Suggestion[] =>
    forbidden.flatMap((q): Suggestion[] => {
      // An inflected form is left to the translator.
      const how = { q, to: word ?? '', matchCase: exact.includes(q), wholeWords: true };
      const target = word === undefined ? undefined : rewritten(unit.target, (text) => replaceIn(text, how).text);
      return word === undefined || target === undefined ? [] : [{ kind: 'term', word, target }];
    }),
  );
}
