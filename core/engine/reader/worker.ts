// The program of the reader: answers reads, with its own read-only connection to the site file; or checks a file once, before it
// is opened. In a separate process it checks a file that is already open.
import { writeSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { judgeQueued, type JudgedGroup } from '../../domain/matrix/unit-states.ts';
import { createLearner, type Learned } from '../../domain/memory/learn.ts';
import { doTextWork } from '../../domain/content/posts/text-work.ts';
import { createCaller, GUEST } from '../../domain/access/capabilities.ts';
import { createRouteUpdater } from '../engine.ts';
import { createJobs } from '../../jobs/jobs.ts';
import { sharedState } from '../../jobs/shared-state.ts';
import { dispatch, type Host } from '../../rest/dispatch.ts';
import type { CompiledRoute } from '../../rest/path.ts';
import { routes } from '../../routes/index.ts';
import { openForWorker, type Site } from '../../site.ts';
import { inSnapshot } from '../../store/transaction.ts';
import type { Caller, RestRequest, RestResponse } from '../../types.ts';
import { answerFileCheck, checkText, type FileCheckOrder } from './file-check.ts';
import type { FromReader, PlainCaller, ReaderAnswer, ReaderOrder, ToReader } from './messages.ts';

const started = workerData as ReaderOrder | FileCheckOrder | null;
if (started === null) checkAlone(process.argv.at(-1) ?? '');
else if ('check' in started) parentPort?.postMessage(answerFileCheck(started));
else answerQuestions(started);

/** Lowers the priority: work on the site comes first. */
function checkAlone(file: string): void {
  setPriority(constants.priority.PRIORITY_LOW);
  // Ctrl+C in a terminal reaches this process too; the parent process decides when it ends.
  process.on('SIGINT', () => undefined);
  const text = checkText(file);
  try {
    writeSync(1, text);
  } catch {
    // The parent process is gone.
  }
  process.exit();
}

function answerQuestions(order: ReaderOrder): void {
  const state = sharedState(order.state);
  if (!state.enterFile()) return;
  const site = openForWorker(order.file, order.site);
  const answer = answerReads(site);
  const learner = createLearner(site);
  site.memory.wanted = () => parentPort?.postMessage({ isMemoryDamaged: true } satisfies FromReader);
  parentPort?.on('message', (message: ToReader) => {
    if (message.type === 'ask') {
      // Closing: answering queued messages would only delay it.
      if (state.isCancelled()) return;
      site.serverUrl = message.serverUrl;
      reply(message.id, () => {
        // The main process caches only answers it made itself.
        const { lasting: _lasting, ...response } = answer(message.request, callerOf(message.caller));
        return { response: message.asJson ? withJson(response) : response };
      });
    } else if (message.type === 'work') {
      reply(message.id, () => ({ text: doTextWork(message.work, message.text) }));
    } else if (message.type === 'judge') {
      reply(message.id, () => ({ judged: inSnapshot(site.db, () => judgeQueued(site, message.milliseconds)) }));
    } else if (message.type === 'learn') {
      reply(message.id, () => {
        if (message.isDamaged) site.memory.discard();
        return { learned: learner.step(message.milliseconds) };
      });
    } else {
      learner.close();
      site.close();
      state.leaveFile();
      parentPort?.close();
    }
  });
}

/** A large answer is converted to bytes here, outside the main thread. */
function withJson(response: RestResponse): RestResponse {
  if (response.body === undefined || response.file || response.stream) return response;
  return { ...response, body: undefined, json: new TextEncoder().encode(JSON.stringify(response.body)) };
}

type Made = { response: RestResponse } | { text: string } | { judged: JudgedGroup[] } | { learned: Learned };

function reply(id: number, make: () => Made): void {
  let message: ReaderAnswer;
  try {
    message = { id, ...make() };
  } catch (error) {
    message = { id, fault: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
  const json = 'response' in message ? message.response.json : undefined;
  parentPort?.postMessage(message, json ? [json.buffer] : []);
}

/** Answers like the engine, without the parts that write. */
function answerReads(site: Site): (request: RestRequest, caller: Caller) => RestResponse {
  const table: CompiledRoute[] = [];
  const never = (): never => {
    throw new Error('The reader does not write.');
  };
  const host: Host = { site, table, transact: never, changed: never, startJob: never };
  const jobs = createJobs(site, { changed: never, log: never });
  const updateRoutes = createRouteUpdater(site, table, () => routes(site, () => table, jobs));
  return (request, caller) =>
    inSnapshot(site.db, () =>
      site.memo.reading(() => {
        updateRoutes();
        return dispatch(host, request, caller);
      }),
    );
}

function callerOf({ role, ...who }: PlainCaller): Caller {
  return role === null ? GUEST : createCaller({ role, ...who });
}
