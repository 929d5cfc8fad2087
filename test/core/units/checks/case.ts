// What each check must find, and what it must leave alone: texts as people translated them.
import { baseOf, type CheckedUnit, type TermNeed } from '../../../../core/units/checks/unit.ts';

export interface Case {
  to: string;
  source: string;
  target: string;
  /** The target after the fix. */
  fixed?: string;
  /** What the check knows besides: terms, a limit, a dictionary. */
  facts?: Pick<CheckedUnit, 'terms' | 'longest' | 'isWord'>;
}

export const c = (to: string, source: string, target: string, fixed?: string): Case => ({
  ...{ to, source, target },
  ...(fixed !== undefined && { fixed }),
});

/** With a term of the glossary: “beam”, unless it says another. */
export const withTerm = (to: string, target: string, term: Partial<TermNeed>, source = 'The beam'): Case => {
  const terms = [{ word: 'beam', allowed: [], forbidden: [], keep: false, ...term }];
  return { to, source, target, facts: { terms } };
};

/** By the name of the check. */
export type Table = Record<string, { finds: Case[]; leaves: Case[] }>;

/** Rules of one language only: its countries count instead. */
const OF_ONE_LANGUAGE = new Set(['punctuation_spacing']);

/** In how many languages a check has texts; locales of one language count once. */
export function countLanguages(check: string, cases: readonly { to: string }[]): number {
  return new Set(cases.map(({ to }) => (OF_ONE_LANGUAGE.has(check) ? to : baseOf(to)))).size;
}

/** How many languages each list of each check has at least. */
export const LANGUAGES = 6;
