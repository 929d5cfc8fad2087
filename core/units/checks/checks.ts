// Every check of a unit: pure, so that the window can run the same checks while typing as the engine runs over a whole site.
import { end } from './ends.ts';
import * as facts from './facts.ts';
import { length } from './length.ts';
import { numbers } from './numbers.ts';
import * as signs from './signs.ts';
import { spelling } from './spelling.ts';
import * as structure from './structure.ts';
import { readUnit, type CheckedUnit, type ReadUnit, type Severity, type UnitFinding } from './unit.ts';
import * as wording from './wording.ts';

export type { UnitFinding };

interface Check {
  id: string;
  severity: Severity;
  /** Off unless the site switches it on (`choice.ts`). */
  isOff?: true;
  /** Returns the subject of each finding. */
  find(unit: ReadUnit): string[];
  /** The target with every finding of this check fixed, without changing marks; undefined if that is not safe. */
  fix?(unit: ReadUnit): string | undefined;
}

const error = 'error';
const warning = 'warning';

export const UNIT_CHECKS: readonly Check[] = [
  { id: 'marks', severity: error, find: structure.marks },
  { id: 'placeholders', severity: error, find: structure.placeholders },
  { id: 'shortcode', severity: error, find: structure.shortcode },
  { id: 'begin_space', severity: warning, find: signs.beginSpace, fix: signs.fixBeginSpace },
  { id: 'end_space', severity: warning, find: signs.endSpace, fix: signs.fixEndSpace },
  { id: 'double_space', severity: warning, find: signs.doubleSpace, fix: signs.fixDoubleSpace },
  { id: 'newline-count', severity: warning, find: signs.newlineCount },
  { id: 'end_stop', severity: warning, find: end('stop') },
  { id: 'end_colon', severity: warning, find: end('colon') },
  { id: 'end_question', severity: warning, find: end('question') },
  { id: 'end_exclamation', severity: warning, isOff: true, find: end('exclamation') },
  { id: 'end_ellipsis', severity: warning, find: end('ellipsis'), fix: signs.fixEllipsis },
  { id: 'end_semicolon', severity: warning, find: end('semicolon') },
  {
    id: 'punctuation_spacing',
    severity: warning,
    find: signs.punctuationSpacing,
    fix: signs.fixPunctuationSpacing,
  },
  { id: 'zero-width-space', severity: warning, find: signs.zeroWidthSpace, fix: signs.fixZeroWidthSpace },
  { id: 'kashida', severity: warning, find: signs.kashida },
  { id: 'brackets', severity: warning, find: signs.brackets },
  { id: 'quotes', severity: warning, isOff: true, find: signs.quotes, fix: signs.fixQuotes },
  { id: 'same', severity: warning, isOff: true, find: wording.same },
  { id: 'duplicate', severity: warning, find: wording.duplicate },
  { id: 'check_glossary', severity: warning, find: wording.glossary },
  { id: 'forbidden_term', severity: warning, find: wording.forbiddenTerm },
  { id: 'kept_term', severity: warning, find: wording.keptTerm },
  { id: 'case_start', severity: warning, find: wording.caseStart },
  { id: 'numbers', severity: warning, find: numbers },
  { id: 'emails', severity: warning, find: facts.emails },
  { id: 'url', severity: warning, find: facts.url },
  { id: 'max-length', severity: warning, find: facts.maxLength },
  { id: 'length', severity: warning, find: length },
  { id: 'sentencecount', severity: warning, isOff: true, find: facts.sentenceCount },
  { id: 'script', severity: warning, find: wording.script },
  { id: 'spelling', severity: warning, find: spelling },
];

/** Names of the checks that need only the unit itself. */
export const CHECK_IDS: readonly string[] = UNIT_CHECKS.map(({ id }) => id);

/** Names of those that need the rest of the site. */
export const SITE_CHECK_IDS = [
  'inconsistent',
  'reused',
  'link_dead',
  'link_language',
  'alt_missing',
  'alt_same',
] as const;

/**
 * Runs the checks on a unit. Returns nothing for a unit without a target, and for program code.
 * @param only ids of the checks to run; default: the ones that are on by default
 */
export function checkUnit(unit: CheckedUnit, only?: readonly string[]): UnitFinding[] {
  if (unit.isCode || unit.target.trim() === '' || unit.source.trim() === '') return [];
  const read = readUnit(unit);
  return UNIT_CHECKS.filter(({ id, isOff }) => (only ? only.includes(id) : !isOff)).flatMap(
    ({ id, severity, find, fix }) => {
      const found = find(read);
      const mended = found.length > 0 ? fix?.(read) : undefined;
      return found.map((about) => ({ check: id, severity, about, ...(mended !== undefined && { fix: mended }) }));
    },
  );
}

/** Applies the safe fixes of these checks to a marked target, one after another. */
export function fixUnit(unit: CheckedUnit, only: readonly string[]): string {
  return UNIT_CHECKS.reduce((target, { id, find, fix }) => {
    if (!fix || !only.includes(id)) return target;
    const read = readUnit({ ...unit, target });
    return find(read).length > 0 ? (fix(read) ?? target) : target;
  }, unit.target);
}
