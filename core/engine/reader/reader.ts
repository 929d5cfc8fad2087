import { Worker } from 'node:worker_threads';
import { sharedState } from '../../jobs/shared-state.ts';
import type { JudgedGroup } from '../../domain/matrix/unit-states.ts';
import type { Learned } from '../../domain/memory/learn.ts';
import type { TextWork } from '../../domain/content/posts/long-texts.ts';
import { RestError } from '../../errors.ts';
import type { Site } from '../../site.ts';
import { threadProgram } from '../../threads.ts';
import type { Caller, RestRequest, RestResponse } from '../../types.ts';
import type { FromReader, PlainCaller, ReaderAnswer, ReaderOrder, ToReader } from './messages.ts';

/** Answers slow reads in a thread with its own connection, while the main process answers other requests. */
export interface Reader {
  /** One after another. Rejects if the thread cannot answer: it crashed, or the site was closed. */
  answer(request: RestRequest, caller: Caller, asJson?: boolean): Promise<RestResponse>;
  /** The result of processing a text. Rejects in the same way. */
  work(work: TextWork, text: string): Promise<string>;
  /** Judges the units of the translations that changed last, for at most this many milliseconds. Rejects in the same way. */
  judge(milliseconds: number): Promise<JudgedGroup[]>;
  /**
   * One step of learning what the memory does not know yet, of this many milliseconds; a damaged memory is removed before. Rejects in
   * the same way.
   */
  learn(milliseconds: number, isDamaged: boolean): Promise<Learned>;
  /** Ends the thread and waits until it has released the file. */
  close(): void;
}

/** How long a close waits for the request being read. */
const PATIENCE_MS = 15_000;
/** After this long without a request the thread ends and frees its memory: a third of that of an idle server. */
const IDLE_MS = 10_000;
/** Heap in MiB: a page of a hundred large items and some more. */
const MEMORY = 512;

interface Waiting {
  resolve(message: Answered): void;
  reject(error: Error): void;
}

type Answered = Exclude<ReaderAnswer, { fault: string }>;
/** A message before it gets a number. */
type Question = ToReader extends infer One ? (One extends { id: number } ? Omit<One, 'id'> : never) : never;

interface Thread {
  worker: Worker;
  waiting: Map<number, Waiting>;
  shut(): void;
}

/** The thread starts with the first request. A site in memory has none: it cannot be read from another thread. */
export function createReader(site: Site): Reader | undefined {
  if (site.file === ':memory:') return undefined;
  let thread: Thread | undefined;
  let idle: NodeJS.Timeout | undefined;
  let isClosed = false;
  let last = 0;
  const shut = (): void => {
    clearTimeout(idle);
    thread?.shut();
    thread = undefined;
  };
  const rest = (): void => {
    clearTimeout(idle);
    if (thread?.waiting.size === 0) idle = setTimeout(shut, IDLE_MS).unref();
  };
  const ask = (question: Question): Promise<Answered> =>
    new Promise<Answered>((resolve, reject) => {
      if (isClosed) return reject(new Error('The site is closed.'));
      clearTimeout(idle);
      const own = (thread ??= startThread(site, () => (thread = thread === own ? undefined : thread)));
      const id = ++last;
      own.waiting.set(id, { resolve, reject });
      // Only requests that wait for an answer keep the program running.
      own.worker.ref();
      send(own.worker, { ...question, id });
    }).finally(rest);
  return {
    async answer(request, caller, asJson = false) {
      const { serverUrl } = site;
      const who = plainCaller(caller);
      const answered = await ask({ type: 'ask', request: plain(request), caller: who, serverUrl, asJson });
      return partOf(answered, 'response');
    },
    work: async (work, text) => partOf(await ask({ type: 'work', work, text }), 'text'),
    judge: async (milliseconds) => partOf(await ask({ type: 'judge', milliseconds }), 'judged'),
    learn: async (milliseconds, isDamaged) => partOf(await ask({ type: 'learn', milliseconds, isDamaged }), 'learned'),
    close() {
      isClosed = true;
      shut();
    },
  };
}

type Parts = { response: RestResponse; text: string; judged: JudgedGroup[]; learned: Learned };

function partOf<K extends keyof Parts>(answered: Answered, name: K): Parts[K] {
  const part = (answered as Partial<Parts>)[name];
  if (part === undefined) throw new Error('The reader answered another question.');
  return part;
}

function startThread(site: Site, ended: () => void): Thread {
  const state = sharedState();
  const { version, edition, homeUrl, serverUrl, file } = site;
  const ahead = site.now().getTime() - Date.now();
  const order: ReaderOrder = {
    file,
    site: { version, edition, homeUrl, serverUrl, readOnly: true, ahead },
    state: state.buffer,
  };
  const worker = new Worker(threadProgram('reader'), {
    name: 'polydesk reader',
    workerData: order,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY },
  });
  const waiting = new Map<number, Waiting>();
  const fail = (error: Error): void => {
    const lost = [...waiting.values()];
    waiting.clear();
    for (const { reject } of lost) reject(error);
  };
  worker.on('message', (message: FromReader) => {
    if ('isMemoryDamaged' in message) return site.memory.damaged();
    const asked = waiting.get(message.id);
    waiting.delete(message.id);
    if (waiting.size === 0) worker.unref();
    if ('fault' in message) asked?.reject(new Error(message.fault));
    else asked?.resolve(message);
  });
  worker.on('error', (error: NodeJS.ErrnoException) =>
    fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLargeAnswer() : error),
  );
  worker.on('exit', () => {
    state.leaveFile();
    ended();
    fail(new Error('The reader ended.'));
  });
  return {
    worker,
    waiting,
    shut() {
      state.cancel();
      send(worker, { type: 'close' });
      state.shutFile(PATIENCE_MS);
      void worker.terminate();
    },
  };
}

function tooLargeAnswer(): RestError {
  const text =
    'The answer is too large. Ask for fewer items at a time (per_page), or for some of their fields (_fields).';
  return new RestError('rest_answer_too_large', text, 400);
}

function send(worker: Worker, message: ToReader): void {
  worker.postMessage(message);
}

/** The part of a request that is sent to the thread; a file is not included. */
function plain({ method, path, query, headers, body }: RestRequest): RestRequest {
  return { method, path, ...(query && { query }), ...(headers && { headers }), ...(body !== undefined && { body }) };
}

function plainCaller({ name, token, userId, role, origin, ...caller }: Caller): PlainCaller {
  return { name, token, userId, role, origin, serverRights: caller.can('manage_server') };
}
