import type { LineGroup, PlanLine } from './plan.ts';

/** What to send or take over, by name or by rule. */
export interface LineRule {
  /** Names of lines; with a rule besides what it takes. */
  lines?: readonly string[] | undefined;
  /** A rule: all lines that take part by themselves but these, */
  except?: readonly string[] | undefined;
  /** and but those that groups leave out. */
  groups?: readonly LineGroup[] | undefined;
}

/** Whether lines are taken by a rule. */
export const hasRule = ({ except, groups }: LineRule): boolean => except !== undefined || groups !== undefined;

type Grouped = Pick<PlanLine, 'kind' | 'type' | 'lang' | 'state' | 'title'>;

/** Whether a group has a line: as the list of the plan finds it with the same filter. */
export function isInGroup(line: Grouped, { kind, type, lang, search, states }: Omit<LineGroup, 'is_on'>): boolean {
  return (
    (kind === undefined || line.kind === kind) &&
    (type === undefined || line.type === type) &&
    (lang === undefined || line.lang === lang) &&
    (states === undefined || states.includes(line.state)) &&
    (search === undefined || lower(line.title).includes(lower(search)))
  );
}

/** Whether groups let a line take part: the last one that has it decides. */
export function isOnInGroups(line: Grouped, groups: readonly LineGroup[] = []): boolean {
  return groups.findLast((group) => isInGroup(line, group))?.is_on ?? true;
}

/** As SQLite does: only letters of ASCII have another case. */
const lower = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
