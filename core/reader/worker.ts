// The program of the reader: answers requests that only read, with its own connection to the site file that cannot write; or
// looks at a file once, before it is opened.
import { parentPort, workerData } from 'node:worker_threads';
import { createCaller, GUEST } from '../domain/capabilities.ts';
import { whileReading } from '../domain/kept-facts.ts';
import { followModel } from '../engine.ts';
import { createJobs } from '../jobs/jobs.ts';
import { sharedState } from '../jobs/shared-state.ts';
import { dispatch, type Host } from '../rest/dispatch.ts';
import type { CompiledRoute } from '../rest/path.ts';
import { routes } from '../routes/index.ts';
import { openBeside, type Site } from '../site.ts';
import { inSnapshot } from '../store/transaction.ts';
import type { Caller, RestRequest, RestResponse } from '../types.ts';
import { answerLook, type LookOrder } from './look.ts';
import type { FromReader, PlainCaller, ReaderOrder, ToReader } from './messages.ts';

const started = workerData as ReaderOrder | LookOrder;
if ('look' in started) parentPort?.postMessage(answerLook(started));
else answerQuestions(started);

function answerQuestions(order: ReaderOrder): void {
  const state = sharedState(order.state);
  if (!state.enterFile()) return;
  const site = openBeside(order.file, order.site);
  const answer = answerReads(site);
  parentPort?.on('message', (message: ToReader) => {
    if (message.type === 'ask') {
      // Nobody waits any more: what is queued would only hold up the close.
      if (state.isCancelled()) return;
      site.serverUrl = message.serverUrl;
      reply(message.id, () => answer(message.request, callerOf(message.caller)));
    } else {
      site.close();
      state.leaveFile();
      parentPort?.close();
    }
  });
}

function reply(id: number, make: () => RestResponse): void {
  let message: FromReader;
  try {
    // The main process keeps answers only of what it has made.
    const { lasting: _lasting, ...response } = make();
    message = { id, response };
  } catch (error) {
    message = { id, fault: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
  parentPort?.postMessage(message);
}

/** As the engine answers, without all that writes. */
function answerReads(site: Site): (request: RestRequest, caller: Caller) => RestResponse {
  const table: CompiledRoute[] = [];
  const never = (): never => {
    throw new Error('The reader does not write.');
  };
  const host: Host = { site, table, transact: never, changed: never, startJob: never };
  const jobs = createJobs(site, { changed: never, log: never });
  const follow = followModel(site, table, () => routes(site, () => table, jobs));
  return (request, caller) =>
    inSnapshot(site.db, () =>
      whileReading(site, () => {
        follow();
        return dispatch(host, request, caller);
      }),
    );
}

function callerOf({ role, ...who }: PlainCaller): Caller {
  return role === null ? GUEST : createCaller({ role, ...who });
}
