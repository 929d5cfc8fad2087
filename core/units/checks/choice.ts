// Which checks run on a site: asked by the engine and by the editor, so that both find the same.
import { SITE_CHECK_IDS, UNIT_CHECKS } from './checks.ts';

/**
 * The setting `checks` of a site (`content.md` 4): true or false for checks that differ from their default, and of `max-length` the
 * largest number of characters, 0 for no limit.
 */
export interface CheckChoice {
  readonly [check: string]: boolean | number | undefined;
  readonly 'max-length'?: number | undefined;
}

/** A check that can be switched, and whether it is on by default. */
interface SwitchableCheck {
  id: string;
  isUsual: boolean;
}

/** Errors hold a publication, so they are always on; spelling runs where a dictionary is given; `max-length` has a number. */
export const SWITCHABLE_CHECKS: readonly SwitchableCheck[] = [
  ...UNIT_CHECKS.filter(({ id, severity }) => severity !== 'error' && id !== 'spelling' && id !== 'max-length').map(
    ({ id, isOff }) => ({ id, isUsual: !isOff }),
  ),
  ...SITE_CHECK_IDS.map((id) => ({ id, isUsual: true })),
];

/** The largest limit that `max-length` takes. */
export const MOST_CHARACTERS = 100_000;

/** What runs on a site. */
export interface RunningChecks {
  ids: readonly string[];
  /** The limit of `max-length`, if it has one. */
  longest: number | undefined;
}

/** The checks that run with a choice, and the limit of the length. */
export function runningChecks(choice: CheckChoice = {}): RunningChecks {
  const isOff = new Set(SWITCHABLE_CHECKS.filter(({ id, isUsual }) => !(choice[id] ?? isUsual)).map(({ id }) => id));
  const ids = [...UNIT_CHECKS.map(({ id }) => id), ...SITE_CHECK_IDS].filter((id) => !isOff.has(id));
  return { ids, longest: choice['max-length'] || undefined };
}
