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

/** A sort of fault. */
export interface Fault {
  kind: string;
  severity: Severity;
  find(site: Site): Found[];
}

export const nothing = (): void => undefined;
