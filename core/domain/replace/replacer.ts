import { createContext, Script } from 'node:vm';
import { RestError } from '../../errors.ts';
import type { ReplaceOrder } from '../../schema/desk/replace.ts';
import { patternOf, replaceIn, replacePattern, type Replacing } from '../../units/replace/replace.ts';
import { invalidParameter } from '../invalid-parameter.ts';

/** A text with what was replaced in it, and in how many places. */
export type Replaced = ReturnType<typeof replaceIn>;

/** Replaces in the texts of one item, given all at once; asked for each of them then. */
export type Replacer = (texts: readonly string[]) => (text: string) => Replaced;

/** Milliseconds that a pattern has for the texts of one item: one that tries every way through a text would never end. */
const LONGEST = 1000;

/** What an order asks for. 400 for a pattern that cannot be read. */
export function replacerOf(order: Pick<ReplaceOrder, 'q' | 'to' | 'match_case' | 'whole_words' | 'regex'>): Replacer {
  const { q, to } = order;
  const words: Replacing = { q, to, matchCase: order.match_case, wholeWords: order.whole_words };
  if (!order.regex) return () => (text) => replaceIn(text, words);
  const pattern = readPattern(words);
  return (texts) => {
    const found = inTime(() => new Map(texts.map((text) => [text, replacePattern(text, pattern, to)])));
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

/** Does a piece of work that only computes; 400 where it takes too long. No code of anybody runs in the context: it gives the limit. */
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
