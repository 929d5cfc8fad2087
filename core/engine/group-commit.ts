import type { Caller, RestRequest, RestResponse } from '../types.ts';

/** What the engine provides: how to answer, which requests may share, and one COMMIT for several transactions. */
export interface GroupCommitParts {
  answer(request: RestRequest, caller: Caller): RestResponse;
  /** Whether the request may be one of several in a transaction. */
  mayShare(request: RestRequest): boolean;
  /** Runs `work` with a single COMMIT; throws if nothing of it was stored. */
  together(work: () => void): void;
}

/** Requests waiting for the end of this turn of the event loop. */
export interface GroupCommit {
  /** The answer to a write, once it is on the disk. Rejects only for a bug. */
  soon(request: RestRequest, caller: Caller): Promise<RestResponse>;
  /** Answers synchronously, after those already waiting: for the only client of a server. */
  now(request: RestRequest, caller: Caller): RestResponse;
  /** Answers all waiting requests now. */
  flush(): void;
}

interface Waiting {
  request: RestRequest;
  caller: Caller;
  resolve(response: RestResponse): void;
  reject(error: unknown): void;
}

/** After this many milliseconds the finished part is committed and answered, and the event loop gets its turn. */
const LONGEST = 20;

/**
 * Lets writes that arrive together share one COMMIT, the most expensive part of a small write. Each keeps its own answer, its own
 * entry in the journal and succeeds or fails by itself; nothing is answered before the COMMIT. If that fails, nothing was stored
 * and each is run again separately.
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

/** Answers the first of these calls, together with those after it that can share its transaction. Returns how many. */
function answerFirst(parts: GroupCommitParts, calls: readonly Waiting[]): number {
  const alone = calls.length === 1 ? 0 : calls.findIndex(({ request }) => !parts.mayShare(request));
  const some = calls.slice(0, alone < 0 ? calls.length : Math.max(alone, 1));
  try {
    if (some.length > 1) return answerShared(parts, some);
  } catch {
    // Nothing was stored.
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

/** Runs a call; the returned function settles its promise. */
function outcome({ answer }: GroupCommitParts, { request, caller, resolve, reject }: Waiting): () => void {
  try {
    const response = answer(request, caller);
    return () => resolve(response);
  } catch (error) {
    return () => reject(error);
  }
}
