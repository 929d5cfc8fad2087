import { LongText, withTextBudget, type MadeTexts } from '../domain/content/posts/long-texts.ts';
import type { RestRequest } from '../types.ts';
import type { Reader } from './reader/reader.ts';

/** Has the long texts of a request worked through in the thread of the reader, so that nobody waits for it. */
export interface LongTexts {
  /** Runs what answers the request; throws `LongText` where a text has to be worked through elsewhere first. */
  within<T>(request: RestRequest, work: () => T): T;
  /** Has that done; then the request can be tried again. Rejects with any other error. */
  help(request: RestRequest, error: unknown): Promise<void>;
}

/** @param milliseconds for texts of one request, here */
export function createLongTexts(reader: Reader | undefined, milliseconds: number): LongTexts {
  const made = new WeakMap<RestRequest, MadeTexts>();
  return {
    // An upload is taken from where it lies and cannot be tried twice.
    within: (request, work) =>
      !reader || request.file ? work() : withTextBudget(made.get(request) ?? new Map(), milliseconds, work),
    async help(request, error) {
      if (!reader || !(error instanceof LongText)) throw error;
      const { work, text } = error;
      const own: MadeTexts = made.get(request) ?? new Map();
      made.set(request, own);
      const same = own.get(work) ?? new Map<string, string>();
      own.set(work, same.set(text, await reader.work(work, text)));
    },
  };
}
