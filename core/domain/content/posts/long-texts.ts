/** Computations on item texts, by name: plain data that can be sent to another thread. */
export type TextWork = 'title' | 'content' | 'excerpt' | `words ${number}` | 'markup' | 'title markup' | 'term markup';

/** A text is too long for the request thread, or its time budget is used up. Nothing has changed. */
export class LongText extends Error {
  readonly work: TextWork;
  readonly text: string;
  constructor(work: TextWork, text: string) {
    super('The text takes longer than it may here.');
    this.name = 'LongText';
    this.work = work;
    this.text = text;
  }
}

/** Results of computations done elsewhere. */
export type MadeTexts = Map<TextWork, Map<string, string>>;

/** Maximum number of characters of a text processed in the request thread, however fast. */
const LONGEST = 65_536;

interface Budget {
  made: MadeTexts;
  milliseconds: number;
  spent: number;
}

// Not global state: set only during a call of `withTextBudget`.
let budget: Budget | undefined;

/**
 * Runs `work`, in which `workOn` throws `LongText` for a long text, and once this many milliseconds were spent on texts. `made`
 * holds precomputed results.
 */
export function withTextBudget<T>(made: MadeTexts, milliseconds: number, work: () => T): T {
  const outer = budget;
  budget = { made, milliseconds, spent: 0 };
  try {
    return work();
  } finally {
    budget = outer;
  }
}

/** Computes `make` for a text, within the budget if there is one. */
export function workOn(work: TextWork, text: string, make: () => string): string {
  if (!budget) return make();
  const known = budget.made.get(work)?.get(text);
  if (known !== undefined) return known;
  if (text.length > LONGEST || budget.spent > budget.milliseconds) throw new LongText(work, text);
  const started = performance.now();
  try {
    return make();
  } finally {
    if (budget) budget.spent += performance.now() - started;
  }
}
