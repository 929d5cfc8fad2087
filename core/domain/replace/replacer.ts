import { createContext, Script } from 'node:vm';
import { RestError } from '../../errors.ts';
import type { ReplaceOrder } from '../../schema/desk/replace.ts';
import { patternOf, replaceIn, replacePattern, type Replacing } from '../../units/replace/replace.ts';
import { invalidParameter } from '../invalid-parameter.ts';

/** A text after replacement, and the number of replacements. */
export type Replaced = ReturnType<typeof replaceIn>;

/** Prepares the texts of one item in bulk; the result then looks up each of them. */
export type Replacer = (texts: readonly string[]) => (text: string) => Replaced;

/** Time limit in milliseconds for a pattern on the texts of one item: catastrophic backtracking would never end. */
const LONGEST = 1000;

/** Returns the replacer for an order. 400 for an invalid pattern. */
export function replacerOf(order: Pick<ReplaceOrder, 'q' | 'to' | 'match_case' | 'whole_words' | 'regex'>): Replacer {
  const { q, to } = order;
  const words: Replacing = { q, to, matchCase: order.match_case, wholeWords: order.whole_words };
  if (!order.regex) return () => (text) => replaceIn(text, words);
  const pattern = readPattern(words);
  return (texts) => {
    const found = inTime(() => new Map(texts.map((text) => [text, replacePattern(text, pattern, words)])));
    return (text) => found.get(text) ?? { text, count: 0 };
  };
}

function readPattern(words: Replacing): RegExp {
  try {
    return patternOf(words);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const why = error.message.replace(/^.*\/\w*: /, '');
    throw invalidParameter('q', 'polydesk_pattern', `This pattern cannot be read: ${why}.`, { why });
  }
}

const call = new Script('work()');

/**
 * Runs a pure computation with a time limit; 400 if it takes too long. The context runs no foreign code: it is there only for its
 * timeout.
 */
function inTime<T>(work: () => T): T {
  try {
    return call.runInContext(createContext({ work }), { timeout: LONGEST }) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    throw new RestError(
      'polydesk_slow_pattern',
      'This pattern takes too long: it can match a text in too many ways. Nothing was replaced. Make it simpler.',
      400,
    );
  }
}
