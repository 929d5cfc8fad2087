import type { Caller, RestRequest, RestResponse } from '../types.ts';

/** What the engine lends: how to answer, what may share, and one COMMIT for several transactions. */
export interface GroupCommitParts {
  answer(request: RestRequest, caller: Caller): RestResponse;
  /** Whether the request may be one of several in a transaction. */
  mayShare(request: RestRequest): boolean;
  /** Runs `work` with one COMMIT for everything in it; throws when nothing of it was stored. */
  together(work: () => void): void;
}

/** Requests that wait for the end of this turn of the event loop. */
export interface GroupCommit {
  /** The answer to a write, once it is on the disk. Rejects only for a bug. */
  soon(request: RestRequest, caller: Caller): Promise<RestResponse>;
  /** The same at once, after those that wait: for a client that nobody shares the server with. */
  now(request: RestRequest, caller: Caller): RestResponse;
  /** Answers all that wait now. */
  flush(): void;
}

interface Waiting {
  request: RestRequest;
  caller: Caller;
  resolve(response: RestResponse): void;
  reject(error: unknown): void;
}

/** After so long (milliseconds) what was done is committed and answered, and the event loop has its turn. */
const LONGEST = 20;

/**
 * Lets writes that arrive together share one COMMIT, the dearest part of a small write. Each keeps its own answer, its own
 * entry in the journal and its own fate; nothing is answered before the COMMIT. When that fails nothing was stored, and
 * each is run again by itself.
 */
export function createGroupCommit(parts: GroupCommitParts): GroupCommit {
  let waiting: Waiting[] = [];
  let timer: NodeJS.Immediate | undefined;
  const work = (): void => {
    timer = undefined;
    const calls = waiting;
    waiting = [];
    const rest = calls.slice(answerFirst(parts, calls));
    waiting = [...rest, ...waiting];
    if (waiting.length > 0) timer ??= setImmediate(work);
  };
  const flush = (): void => {
    while (waiting.length > 0) work();
    clearImmediate(timer);
    timer = undefined;
  };
  return {
    now(request, caller) {
      if (waiting.length > 0) flush();
      return parts.answer(request, caller);
    },
    soon: (request, caller) =>
      new Promise((resolve, reject) => {
        waiting.push({ request, caller, resolve, reject });
        timer ??= setImmediate(work);
      }),
    flush,
  };
}

/** Answers the first of these calls, and with it those behind that can be in its transaction. How many that were. */
function answerFirst(parts: GroupCommitParts, calls: readonly Waiting[]): number {
  const alone = calls.length === 1 ? 0 : calls.findIndex(({ request }) => !parts.mayShare(request));
  const some = calls.slice(0, alone < 0 ? calls.length : Math.max(alone, 1));
  try {
    if (some.length > 1) return answerShared(parts, some);
  } catch {
    // Nothing of it was stored.
  }
  for (const one of some) outcome(parts, one)();
  return some.length;
}

function answerShared(parts: GroupCommitParts, calls: readonly Waiting[]): number {
  const done: (() => void)[] = [];
  const until = performance.now() + LONGEST;
  parts.together(() => {
    for (const one of calls) {
      done.push(outcome(parts, one));
      if (performance.now() > until) break;
    }
  });
  for (const settle of done) settle();
  return done.length;
}

/** Runs a call; the function that is returned settles its promise. */
function outcome({ answer }: GroupCommitParts, { request, caller, resolve, reject }: Waiting): () => void {
  try {
    const response = answer(request, caller);
    return () => resolve(response);
  } catch (error) {
    return () => reject(error);
  }
}
