import { SvelteMap } from 'svelte/reactivity';
import type { FindingName } from '../../../core/schema/desk/findings.ts';

type Tickable = FindingName & { fix: string | null };

/**
 * Which findings are chosen. What is chosen is what can be ignored by itself: two findings of one check in the same text, as with
 * numbers, are one choice.
 */
export class Ticks {
  readonly #changed = new SvelteMap<string, boolean>();
  readonly #isFixChosen: boolean;

  /** @param isFixChosen whether findings with a safe fix are chosen at first */
  constructor(isFixChosen: boolean) {
    this.#isFixChosen = isFixChosen;
  }

  has(finding: Tickable): boolean {
    return this.#changed.get(keyOf(finding)) ?? (this.#isFixChosen && finding.fix !== null);
  }

  set(findings: readonly Tickable[], isChosen: boolean): void {
    for (const finding of findings) this.#changed.set(keyOf(finding), isChosen);
  }

  /** As at first. */
  reset(findings: readonly Tickable[]): void {
    for (const finding of findings) this.#changed.delete(keyOf(finding));
  }
}

/** The name of a finding, without the rest of it. */
export function nameOf({ kind, id, check, source_hash, target_hash }: FindingName): FindingName {
  return { kind, id, check, source_hash, target_hash };
}

/** Findings with the same name only once. */
export const distinct = <T extends FindingName>(findings: readonly T[]): T[] => [
  ...new Map(findings.map((finding) => [keyOf(finding), finding])).values(),
];

export const isSame = (one: FindingName, other: FindingName): boolean => keyOf(one) === keyOf(other);

const keyOf = (finding: FindingName): string => Object.values(nameOf(finding)).join(' ');
