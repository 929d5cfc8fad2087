import { LongText, withTextBudget, type MadeTexts, type TextWork } from '../domain/content/posts/long-texts.ts';
import { EXCERPT_WORDS } from '../domain/content/posts/render.ts';
import type { RestRequest } from '../types.ts';
import type { Reader } from './reader/reader.ts';

/** Has the long texts of a request processed in the reader thread, so that they block no other client. */
export interface LongTexts {
  /** Runs what answers the request; throws `LongText` if a text has to be processed in the other thread first. */
  within<T>(request: RestRequest, work: () => T): T;
  /** Has that text processed; then the request can be retried. Rejects with any other error. */
  help(request: RestRequest, error: unknown): Promise<void>;
}

/** What an answer contains of a stored content. */
const SHOWN: readonly TextWork[] = ['content', `words ${EXCERPT_WORDS}`];

/** @param milliseconds budget for the texts of one request on this thread */
export function createLongTexts(reader: Reader | undefined, milliseconds: number): LongTexts {
  const made = new WeakMap<RestRequest, MadeTexts>();
  return {
    // An upload is moved from its folder and cannot be retried.
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
      // The answer shows what is stored: without this the write would be tried and rolled back once for each of them.
      if (error.work === 'markup') for (const work of SHOWN) await make(work, result);
    },
  };
}
