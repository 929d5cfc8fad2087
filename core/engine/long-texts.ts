import { LongText, withTextBudget, type MadeTexts, type TextWork } from '../domain/content/posts/long-texts.ts';
import { EXCERPT_WORDS } from '../domain/content/posts/render.ts';
import type { RestRequest } from '../types.ts';
import type { Reader } from './reader/reader.ts';

/** Has the long texts of a request worked through in the thread of the reader, so that nobody waits for it. */
export interface LongTexts {
  /** Runs what answers the request; throws `LongText` where a text has to be worked through elsewhere first. */
  within<T>(request: RestRequest, work: () => T): T;
  /** Has that done; then the request can be tried again. Rejects with any other error. */
  help(request: RestRequest, error: unknown): Promise<void>;
}

/** What an answer holds of a stored content. */
const SHOWN: readonly TextWork[] = ['content', `words ${EXCERPT_WORDS}`];

/** @param milliseconds for texts of one request, here */
export function createLongTexts(reader: Reader | undefined, milliseconds: number): LongTexts {
  const made = new WeakMap<RestRequest, MadeTexts>();
  return {
    // An upload is taken from where it lies and cannot be tried twice.
    within: (request, work) =>
      !reader || request.file ? work() : withTextBudget(made.get(request) ?? new Map(), milliseconds, work),
    async help(request, error) {
      if (!reader || !(error instanceof LongText)) throw error;
      const own: MadeTexts = made.get(request) ?? new Map();
      made.set(request, own);
      const make = async (work: TextWork, text: string): Promise<string> => {
        const result = await reader.work(work, text);
        own.set(work, (own.get(work) ?? new Map<string, string>()).set(text, result));
        return result;
      };
      const result = await make(error.work, error.text);
      // What is stored is shown in the answer: without this the write would be tried, and taken back, once for each of them.
      if (error.work === 'markup') for (const work of SHOWN) await make(work, result);
    },
  };
}
