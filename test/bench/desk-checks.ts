// The checks of one text, as with each key in the editor: every check, with the terms of a large glossary.
import { CHECK_IDS, checkUnit } from '../../core/units/checks/checks.ts';
import { indexTerms, termsIn, type TermConcept } from '../../core/units/terms/terms.ts';
import { timesOf } from './desk-site.ts';
import { randomOf, type Script } from './desk-texts.ts';

const CONCEPTS = 500;
/** Letters of a term, at least. */
const SHORTEST = 6;
const TEXTS = 300;
/** Sentences of a long paragraph. */
const SENTENCES = 10;

/** The texts of two scripts, one the translation of the other. */
interface Sides {
  from: { script: Script; texts: readonly string[] };
  to: { script: Script; texts: readonly string[] };
}

/** Processor time of the checks of one text, short and long, in milliseconds. */
export function timeChecks({ from, to }: Sides): Record<'short' | 'long', { p50: string; p95: string }> {
  const languages = { from: from.script, to: to.script };
  const random = randomOf(CONCEPTS);
  // Not the words of every other sentence, which are short.
  const wordOf = ({ texts }: Sides['from']): string =>
    (texts[Math.floor(random() * texts.length)] ?? '').split(' ').find(({ length }) => length >= SHORTEST) ?? 'None';
  const concepts = Array.from({ length: CONCEPTS }, (_, id): TermConcept => {
    const words = [from, to].map((side) => {
      return { lang: side.script, text: wordOf(side), status: 'preferred' as const, case_sensitive: false };
    });
    return { id, definition: '', note: '', keep: false, words };
  });
  const index = indexTerms(concepts, languages);
  const texts = (sentences: number): { source: string; target: string }[] =>
    Array.from({ length: TEXTS }, (_, at) => {
      const [source = '', target = ''] = [from, to].map((side) =>
        side.texts.slice(at * sentences, (at + 1) * sentences).join(' '),
      );
      return { source, target };
    });
  const check = ({ source, target }: { source: string; target: string }) => {
    const unit = { source, target, ...languages, terms: termsIn(index, source), longest: 500, ratio: 1.2 };
    return checkUnit(unit, CHECK_IDS);
  };
  // A key comes after another one: the same text, with a letter more.
  const timesWith = (sentences: number) => {
    const all = texts(sentences);
    for (const text of all) check(text);
    return timesOf(all, ({ source, target }) => check({ source, target: `${target}e` }));
  };
  return { short: timesWith(1), long: timesWith(SENTENCES) };
}
