import { setImmediate } from 'node:timers/promises';
import { invalidModelParts } from '../domain/content/content-model.ts';
import { LongText } from '../domain/content/posts/long-texts.ts';
import { RestError } from '../errors.ts';
import { attempt, savepoint, together, transact } from '../domain/history/history.ts';
import { sweepFiles } from '../domain/content/media/files.ts';
import { handleFailure, withReserve } from '../domain/site/storage.ts';
import { createGroupCommit, type GroupCommit } from './group-commit.ts';
import { pauseRunsOf, watchLive } from './live.ts';
import { createLongTexts, type LongTexts } from './long-texts.ts';
import { judgeUnits } from './judge-units.ts';
import { learnMemory } from './learn-memory.ts';
import { createOutbound, type Outbound } from './outbound.ts';
import { createJobs, type Jobs, type JobsParts } from '../jobs/jobs.ts';
import { publishScheduled } from './publish-scheduled.ts';
import { createReader, type Reader } from './reader/reader.ts';
import { batchRoute, type BatchRoom } from '../rest/batch.ts';
import { dispatch, type Host } from '../rest/dispatch.ts';
import { isRead, mayGrow, mayShare, traitsOf } from '../rest/lookup.ts';
import { createKeptAnswers } from '../rest/kept-answers.ts';
import { compileRoutes, type CompiledRoute } from '../rest/path.ts';
import type { RouteTable, Traits } from '../rest/route.ts';
import type { SecretStore } from '../rest/secrets.ts';
import { routes } from '../routes/index.ts';
import type { Live } from '../schema/live/live.ts';
import type { Job } from '../schema/site/job.ts';
import { createSecrets, type Secrets } from './secrets.ts';
import { closeSite, type Site } from '../site.ts';
import { contentModelKey } from '../store/content/content-model.ts';
import { TookTooLong, Unfinished, withinTime } from '../store/time-limit.ts';
import type { Provider } from '../translate/provider.ts';
import type { Caller, ChangeNotice, RestRequest, RestResponse } from '../types.ts';

/** The engine as adapters see it: HTTP, IPC and tests use this interface and nothing else. */
export interface Engine {
  readonly site: Site;
  /**
   * Answers one request; never throws for anything a client can cause. Secrets are removed from it first. Slow reads run in a
   * separate thread; writes that arrive together share one COMMIT; requests to a translation service wait for it. Returns a
   * promise only if there is something to wait for.
   */
  ask(request: RestRequest, caller: Caller, how?: Asking): RestResponse | Promise<RestResponse>;
  /**
   * The same synchronously, for the only user of the process: one transaction, one journal entry for a write. Nothing is sent to
   * other computers.
   */
  dispatch(request: RestRequest, caller: Caller): RestResponse;
  /** What an adapter needs to know about a request before reading it. */
  traitsOf(request: Pick<RestRequest, 'method' | 'path' | 'query' | 'headers'>): Traits;
  /** Calls `listener` after each committed change; returns a function that removes it. */
  onChange(listener: (notice: ChangeNotice) => void): () => void;
  /**
   * Calls `listener` with groups whose states changed because their units were judged, independently of any change; returns a
   * function that removes it.
   */
  onStates(listener: (groups: number[]) => void): () => void;
  /** Calls `listener` when the facts about the live site or the progress of a run changed; returns a function that removes it. */
  onLive(listener: (live: Live) => void): () => void;
  close(): void;
}

/** Options of a call from an adapter. */
export interface Asking {
  /** No other client is connected: a write is committed immediately. */
  isAlone?: boolean;
  /**
   * Called if an answer takes long: another thread, the secret store or a translation service is working on it. `abort` cancels
   * that.
   */
  waits?(abort: () => void): void;
  /** An answer read in the other thread may come as `json`. */
  asJson?: boolean;
  /** Called before a write runs, with the request as it may be shown: without its secrets. */
  sealed?(request: RestRequest): void;
}

export interface EngineParts {
  secrets: SecretStore;
  /** The translation provider; if left out, nothing leaves this computer. */
  provider?: Provider | undefined;
  /** Milliseconds an answer waits for other computers in total; defaults to a minute. */
  longestOutbound?: number | undefined;
  /** Milliseconds a read may block the event loop before another thread takes over. */
  longestRead?: number | undefined;
  /** Called with errors of jobs, which belong to no request; defaults to standard error. */
  log?: ((line: string) => void) | undefined;
  /** Called with each job that finished or failed, and its duration in milliseconds. */
  jobEnded?: ((job: Job, ms: number) => void) | undefined;
}

/** Wires the route table to a site, once. The engine owns the site from here on: `close` closes both. */
export function createEngine(site: Site, parts: EngineParts): Engine {
  const table: CompiledRoute[] = [];
  const log = parts.log ?? ((line: string): void => void process.stderr.write(`${line}\n`));
  const feed = createFeed(log);
  const secrets = createSecrets(site, parts.secrets);
  const jobs = jobsOf(site, { log, secrets, notify: feed.notify, ended: parts.jobEnded });
  const host = hostOf(site, table, { changed: feed.notify, startJob: (order, caller) => jobs.start(order, caller).id });
  const batch = batchRoute(() => host, batchRoomOf(site));
  const make = logInvalidModel(site, log, () => ({ ...routes(site, () => table, jobs), ...batch }));
  const updateRoutes = createRouteUpdater(site, table, make);
  updateRoutes();
  sweepFiles(site);
  const schedule = publishScheduled(site, feed.notify);
  feed.listen(schedule.changed);
  const answer = answerWith(host, updateRoutes, secrets);
  const outbound = createOutbound(host, { ...parts, secrets }, secrets.answered);
  const reader = createReader(site);
  const states = judgedStates(site, feed.listen, log);
  const texts = createLongTexts(reader, parts.longestRead ?? LONGEST_READ);
  const commits = createGroupCommit({
    answer: (request, caller) => texts.within(request, () => answer(request, caller)),
    mayShare: (request) => mayShare(table, request),
    together: (work) => feed.hold(() => together(site, work)),
  });
  const before = (): void => (commits.flush(), schedule.check());
  const now = answerNow(site, before, (request, caller) => outbound.refuse(request, answer(request, caller)));
  const read = readInThread({ reader, texts, now, table }, parts.longestRead);
  const write = writeWith({ commits, outbound, texts });
  return {
    site,
    ask(request, caller, how = {}) {
      // A read stores nothing, so there is no secret to remove from it.
      if (isRead(request) && request.body === undefined && !request.bodyFault) return read(request, caller, how);
      if (traitsOf(table, request).inThread) return read(request, caller, how);
      const sealed = secrets.seal(table, request);
      if (!(sealed instanceof Promise)) return write(sealed, caller, how);
      how.waits?.(() => undefined);
      return sealed.then((one) => write(one, caller, how));
    },
    dispatch: (request, caller) => now(request, caller),
    traitsOf: (request) => traitsOf(table, request),
    onChange: feed.listen,
    onStates: states.listen,
    onLive: (listener) => watchLive(site, listener),
    close: () =>
      closeAfter(site, () => {
        commits.flush();
        for (const part of [outbound, schedule, jobs, reader, states]) part?.close();
      }),
  };
}

type Answering = (request: RestRequest, caller: Caller, how: Asking) => RestResponse | Promise<RestResponse>;

/**
 * Writes, and sends outbound requests of a write. A write that hits a long text is rolled back and retried once that text has
 * been processed.
 */
function writeWith(parts: { commits: GroupCommit; outbound: Outbound; texts: LongTexts }): Answering {
  const { commits, outbound, texts } = parts;
  return (request, caller, how) => {
    how.sealed?.(request);
    const finish = (response: RestResponse): ReturnType<Answering> =>
      response.outbound ? outbound.send(request, response, how.waits) : response;
    const again = async (error: unknown): Promise<RestResponse> => {
      how.waits?.(() => undefined);
      await texts.help(request, error);
      const response = await commits.soon(request, caller).catch(again);
      // Writing a long text takes one turn of the event loop, sending it takes another; this lets others in between.
      await setImmediate();
      return response;
    };
    if (!how.isAlone) return commits.soon(request, caller).catch(again).then(finish);
    try {
      return finish(commits.now(request, caller));
    } catch (error) {
      if (!(error instanceof LongText)) throw error;
      return again(error).then(finish);
    }
  };
}

function jobsOf(
  site: Site,
  { log, secrets, notify, ended }: { secrets: Secrets; notify: Listener } & Pick<JobsParts, 'log' | 'ended'>,
): Jobs {
  pauseRunsOf(site);
  return createJobs(site, { changed: changedByJob(site, notify), log, secret: secrets.get, ended });
}

/** Jobs write through another connection. */
function changedByJob(site: Site, notify: Listener): Listener {
  return (notice) => {
    site.memo.written();
    notify(notice);
  };
}

/** Hidden types will be missed: the log and the check tell why. */
function logInvalidModel(site: Site, log: (line: string) => void, make: () => RouteTable): () => RouteTable {
  return () => {
    if (invalidModelParts(site).length > 0)
      log('custom types cannot be read and are not shown, their items are safe; the site check can repair this');
    return make();
  };
}

/** Closes the file and releases its lock, even if `end` throws. */
function closeAfter(site: Site, end: () => void): void {
  try {
    end();
  } finally {
    closeSite(site);
  }
}

function batchRoomOf(site: Site): BatchRoom {
  return {
    saved: (work) => savepoint(site, work).value,
    attempt: (work) => attempt(site, work),
  };
}

function hostOf(site: Site, table: CompiledRoute[], parts: Pick<Host, 'changed' | 'startJob'>): Host {
  return { site, table, transact: (caller, work) => transact(site, caller, work), ...parts };
}

/** Answers synchronously; throws `TookTooLong` if a read exceeds this many milliseconds. */
type Now = (request: RestRequest, caller: Caller, milliseconds?: number) => RestResponse;

function answerNow(site: Site, before: () => void, answer: Engine['dispatch']): Now {
  // Answers contain the address of the server, which may change.
  const kept = createKeptAnswers(site.memo.revision);
  return (request, caller, milliseconds) => {
    // A request sees the effects of those that arrived before it.
    before();
    const ask = (): RestResponse => kept.answer(request, caller, () => answer(request, caller));
    if (request.method !== 'GET' && request.method !== 'HEAD') return ask();
    return site.memo.reading(() => (milliseconds === undefined ? ask() : withinTime(site.db, milliseconds, ask)));
  };
}

/** Reads start on this thread, where most finish quickly; after this many milliseconds they move to the reader thread. */
const LONGEST_READ = 15;

function readInThread(
  parts: { reader: Reader | undefined; texts: LongTexts; now: Now; table: readonly CompiledRoute[] },
  longest = LONGEST_READ,
): Answering {
  const { reader, texts, now, table } = parts;
  if (!reader) return (request, caller) => now(request, caller);
  const there = (...[request, caller, how]: Parameters<Answering>): Promise<RestResponse> =>
    reader.answer(request, caller, how.asJson).catch((fault: unknown) => {
      if (fault instanceof RestError) throw fault;
      // If the other thread fails, the answer is late but it comes; a bug surfaces here like anywhere else.
      return now(request, caller);
    });
  const tryNow: (...asked: Parameters<Answering>) => ReturnType<Answering> | undefined = (request, caller, how) => {
    try {
      return texts.within(request, () => now(request, caller, longest));
    } catch (error) {
      if (error instanceof Unfinished) return undefined;
      if (!(error instanceof TookTooLong || error instanceof LongText)) throw error;
      return there(request, caller, how);
    }
  };
  // One at a time, one piece per turn of the event loop: several would block the other clients one after another.
  let line: Promise<unknown> = Promise.resolve();
  const inTurns = async (...asked: Parameters<Answering>): Promise<RestResponse> => {
    const own = line.then(async () => {
      for (;;) {
        await setImmediate();
        const answer = tryNow(...asked);
        if (answer) return { answer };
      }
    });
    line = own.catch(() => undefined);
    return (await own).answer;
  };
  return (request, caller, how) => {
    const answer = traitsOf(table, request).inThread
      ? there(request, caller, how)
      : (tryNow(request, caller, how) ?? inTurns(request, caller, how));
    if (answer instanceof Promise) how.waits?.(() => undefined);
    return answer;
  };
}

function answerWith(host: Host, updateRoutes: () => void, secrets: Secrets): Engine['dispatch'] {
  return (request, caller) => {
    let isAnswered = true;
    try {
      updateRoutes();
      const ask = (): RestResponse => dispatch(host, request, caller);
      const response = mayGrow(host.table, request) ? ask() : withReserve(host.site, ask);
      // An outbound request needs the secret until it has returned.
      isAnswered = !response.outbound;
      return response;
    } catch (error) {
      // The request will be retried.
      if (error instanceof LongText) isAnswered = false;
      throw handleFailure(host.site, error);
    } finally {
      if (isAnswered && (request.sealed || traitsOf(host.table, request).forgets))
        secrets.answered(request.sealed ?? []);
    }
  };
}

/** Rebuilds the routes after any change of the content model. In place, because others hold a reference to the table. */
export function createRouteUpdater(site: Site, table: CompiledRoute[], make: () => RouteTable): () => void {
  let seenAt: string | undefined;
  let compiledFor: string | undefined;
  return () => {
    const at = site.memo.lastRevision();
    if (at === seenAt) return;
    seenAt = at;
    const key = contentModelKey(site.db);
    if (key === compiledFor) return;
    table.splice(0, table.length, ...compileRoutes(make(), site.edition));
    compiledFor = key;
  };
}

type Listener = (notice: ChangeNotice) => void;

/**
 * Recomputes the states of translations and the memory after each change in a separate thread; announces the groups whose states
 * changed.
 */
function judgedStates(
  site: Site,
  onChange: Engine['onChange'],
  log: (line: string) => void,
): { listen: Engine['onStates']; close(): void } {
  const listeners = new Set<(groups: number[]) => void>();
  const notify = (groups: number[]): void => {
    for (const listener of listeners)
      try {
        listener(groups);
      } catch (error) {
        log(`states could not be announced: ${error instanceof Error ? error.message : String(error)}`);
      }
  };
  // A separate thread, so that lists do not wait for it.
  const worker = createReader(site);
  const judging = judgeUnits(site, worker, notify);
  const memory = learnMemory(site, worker, onChange);
  onChange(judging.changed);
  return {
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      memory.close();
      judging.close();
    },
  };
}

/**
 * Announces changes: immediately or, while held, once they are on the disk. They are stored by then: a failing listener must not
 * cause an error for the writer, nor keep other listeners from being called.
 */
function createFeed(log: (line: string) => void): {
  listen: Engine['onChange'];
  notify: Listener;
  hold(work: () => void): void;
} {
  const listeners = new Set<Listener>();
  const notifyOne = (listener: Listener, notice: ChangeNotice): void => {
    try {
      listener(notice);
    } catch (error) {
      log(
        `change ${notice.id} could not be announced: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      );
    }
  };
  let held: ChangeNotice[] | undefined;
  const notify: Listener = (notice) => {
    if (held) held.push(notice);
    else for (const listener of listeners) notifyOne(listener, notice);
  };
  return {
    notify,
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    hold(work) {
      const notices = (held = []);
      try {
        work();
      } finally {
        held = undefined;
      }
      notices.forEach(notify);
    },
  };
}
