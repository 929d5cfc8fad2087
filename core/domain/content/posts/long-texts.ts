/** What is made of the texts of items, by name: plain data that another thread can be sent. */
export type TextWork = 'title' | 'content' | 'excerpt' | `words ${number}` | 'markup' | 'title markup' | 'term markup';

/** A text is longer than may be worked through where others wait, or too much was before it. Nothing was changed. */
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

/** What was made of long texts elsewhere. */
export type MadeTexts = Map<TextWork, Map<string, string>>;

/** Characters of one text that are worked through while others wait, however quickly. */
const LONGEST = 65_536;

interface Budget {
  made: MadeTexts;
  milliseconds: number;
  spent: number;
}

// Not state of the program: it lives as long as the call of `withTextBudget`.
let budget: Budget | undefined;

/** Runs `work`, in which `workOn` throws `LongText` for a long text, and once so many milliseconds went into texts. `made` holds what need not be made. */
export function withTextBudget<T>(made: MadeTexts, milliseconds: number, work: () => T): T {
  const outer = budget;
  budget = { made, milliseconds, spent: 0 };
  try {
    return work();
  } finally {
    budget = outer;
  }
}

/** What `make` makes of a text, within the budget where there is one. */
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
