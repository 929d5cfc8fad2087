import type { Site } from '../../site.ts';

export type Severity = 'error' | 'warning' | 'notice';

/** One problem, and how it would be repaired. */
export interface Found {
  /** Unique within its check. */
  key: string;
  /** The item concerned. */
  about: { kind: string; id: number | string };
  text: string;
  /** Parameters of both sentences: with the check name, they can be translated. */
  params?: Readonly<Record<string, string | number>>;
  /** Describes the repair; null if only a person can decide. */
  repair: string | null;
  mend(): void;
}

/** One check of the doctor. Its texts in the interface are `finding.NAME` and `repair.NAME`. */
export interface Check {
  name: string;
  severity: Severity;
  /** Names of checks whose repairs must run before this one, wherever they are in the lists. */
  after?: readonly string[];
  find(site: Site): Found[];
}

/** Sorts the checks so that each follows those in its `after`. Throws for an unknown name or a cycle, which are bugs. */
export function inOrder(checks: readonly Check[]): Check[] {
  const ordered = new Set<Check>();
  const add = (check: Check, waiting: readonly Check[]): void => {
    if (ordered.has(check)) return;
    if (waiting.includes(check)) throw new Error(`The check "${check.name}" waits for itself`);
    for (const name of check.after ?? []) {
      const other = checks.find((one) => one.name === name);
      if (!other) throw new Error(`The check "${check.name}" waits for "${name}", which does not exist`);
      add(other, [...waiting, check]);
    }
    ordered.add(check);
  };
  for (const check of checks) add(check, []);
  return [...ordered];
}
