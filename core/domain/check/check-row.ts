import type { Site } from '../../site.ts';

export type Severity = 'error' | 'warning' | 'notice';

/** One thing that is wrong, and what would mend it. */
export interface Found {
  /** Tells it from others of its sort. */
  key: string;
  /** What it is about, as people name it. */
  about: { kind: string; id: number | string };
  text: string;
  /** What stands in both sentences besides their words: with the sort of fault, they can be said in any language. */
  params?: Readonly<Record<string, string | number>>;
  /** What the repair does; null where only a person can decide. */
  repair: string | null;
  mend(): void;
}

/** What the doctor looks for. Its words in the interface are `finding.NAME` and `repair.NAME`. */
export interface Check {
  name: string;
  severity: Severity;
  /** Names of checks whose repairs this one rests on: they come first, wherever they stand in the lists. */
  after?: readonly string[];
  find(site: Site): Found[];
}

/** The checks as they are, each moved behind those it names. Throws for a name that does not exist and for a circle: bugs. */
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
