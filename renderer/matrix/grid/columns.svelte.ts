import type { LanguageValue } from '../../../core/schema/languages/language.ts';
import type { CoverageRow } from '../../lib/content-types.ts';

/** Which languages a matrix shows: all of them, a selection, or those with the most work. */
export const COLUMN_SETS = ['mine', 'least', 'all'] as const;
export type ColumnSet = (typeof COLUMN_SETS)[number];

/** With more languages than this, only this many are selected initially. */
export const MANY = 16;

interface Stored {
  set: ColumnSet;
  /** Language codes; null: the first ones of the site. */
  chosen: string[] | null;
  /** Pinned to the front. */
  pinned: string[];
}

const storageKey = 'polydesk.columns';

/** The column settings of the matrices, on this computer. */
class ColumnChoice {
  #stored = $state.raw<Stored>({ set: 'mine', chosen: null, pinned: [], ...read() });

  get set(): ColumnSet {
    return this.#stored.set;
  }
  set set(set: ColumnSet) {
    this.#write({ set });
  }

  isPinned(code: string): boolean {
    return this.#stored.pinned.includes(code);
  }

  pin(code: string, isPinned: boolean): void {
    const others = this.#stored.pinned.filter((each) => each !== code);
    this.#write({ pinned: isPinned ? [...others, code] : others });
  }

  /** The languages to show, in order, among the active ones. */
  shown(languages: readonly LanguageValue[], coverage: CoverageRow | undefined): LanguageValue[] {
    const { set, chosen, pinned } = this.#stored;
    const list =
      set === 'all' ? [...languages] : set === 'least' ? least(languages, coverage) : mine(languages, chosen);
    const first = pinned.flatMap((code) => languages.find((each) => each.slug === code) ?? []);
    return [...first, ...list.filter((each) => !first.includes(each))];
  }

  /** Sets the selected columns. */
  choose(codes: readonly string[]): void {
    this.#write({
      set: 'mine',
      chosen: [...codes],
      pinned: this.#stored.pinned.filter((code) => codes.includes(code)),
    });
  }

  #write(part: Partial<Stored>): void {
    this.#stored = { ...this.#stored, ...part };
    localStorage.setItem(storageKey, JSON.stringify(this.#stored));
  }
}

export const columnChoice = new ColumnChoice();

function mine(languages: readonly LanguageValue[], chosen: readonly string[] | null): LanguageValue[] {
  const found = chosen ? languages.filter(({ slug }) => chosen.includes(slug)) : languages.slice(0, MANY);
  return found.length > 0 ? found : languages.slice(0, MANY);
}

function least(languages: readonly LanguageValue[], coverage: CoverageRow | undefined): LanguageValue[] {
  const left = ({ slug }: LanguageValue) => {
    const counts = coverage?.languages[slug];
    return counts ? counts.missing + counts.needs_update + counts.partial + counts.draft : 0;
  };
  return languages.toSorted((a, b) => left(b) - left(a)).slice(0, MANY);
}

function read(): Partial<Stored> {
  try {
    const stored = JSON.parse(localStorage.getItem(storageKey) ?? '{}') as Partial<Stored>;
    const isList = (value: unknown) => Array.isArray(value) && value.every((each) => typeof each === 'string');
    return {
      ...(COLUMN_SETS.some((set) => set === stored.set) && stored.set && { set: stored.set }),
      ...(isList(stored.chosen) && stored.chosen && { chosen: stored.chosen }),
      ...(isList(stored.pinned) && stored.pinned && { pinned: stored.pinned }),
    };
  } catch {
    return {};
  }
}
