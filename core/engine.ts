import { setImmediate } from 'node:timers/promises';
import { misfitsOfModel } from './domain/content-model.ts';
import { attempt, savepoint, together, transact } from './domain/history.ts';
import { factsRevision, whileReading } from './domain/kept-facts.ts';
import { sweepFiles } from './domain/media/files.ts';
import { modelRevision, noteModelWrite } from './domain/model-writes.ts';
import { meetFailure, sparingly } from './domain/storage.ts';
import { createOutside } from './errands.ts';
import { createJobs } from './jobs/jobs.ts';
import { createPublisher } from './publisher.ts';
import { createReader, type Reader } from './reader/reader.ts';
import { batchRoute, type BatchRoom } from './rest/batch.ts';
import { dispatch, isBatchable, type Host } from './rest/dispatch.ts';
import { createGatherer } from './rest/gather.ts';
import { mayGrow } from './rest/growing.ts';
import { createKeptAnswers } from './rest/kept-answers.ts';
import { compileRoutes, type CompiledRoute } from './rest/path.ts';
import type { Route } from './rest/route.ts';
import type { SecretStore } from './rest/secrets.ts';
import { routes } from './routes/index.ts';
import type { Job } from './schema/job.ts';
import { keepSecrets, type SecretKeeper } from './secret-keeper.ts';
import { closeSite, type Site } from './site.ts';
import { contentModelKey } from './store/content-model.ts';
import { TookTooLong, Unfinished, withinTime } from './store/time-limit.ts';
import type { Provider } from './translate/provider.ts';
import type { Caller, ChangeNotice, Leaving, RestRequest, RestResponse } from './types.ts';

/** The engine as adapters see it: HTTP, IPC and tests hold one of these and nothing else. */
export interface Engine {
  readonly site: Site;
  /** Answers one request, synchronously: one transaction, one journal entry for a write. Never throws for what a client can cause. */
  dispatch(request: RestRequest, caller: Caller): RestResponse;
  /** The same for what only reads; a promise where it takes long: then a thread of its own reads, and others need not wait. */
  read(request: RestRequest, caller: Caller): RestResponse | Promise<RestResponse>;
  /** The same at the end of this turn of the event loop: writes that arrive together then share one COMMIT. What has to ask outside is answered here only, and given up when who asked has left. At once for who is `alone`: there is nobody to share with. */
  dispatchSoon(request: RestRequest, caller: Caller, leaving?: Leaving, alone?: boolean): Promise<RestResponse>;
  /** Takes secrets out of a request before `dispatch` sees it; every adapter awaits this first. Cheap when the route has none. */
  seal(request: RestRequest): RestRequest | Promise<RestRequest>;
  /** Calls `listener` after each committed change; returns how to stop. */
  onChange(listener: (notice: ChangeNotice) => void): () => void;
  close(): void;
}

export interface EngineParts {
  secrets: SecretStore;
  /** Who translates; left out, nothing leaves this computer. */
  provider?: Provider | undefined;
  /** Milliseconds for everything that one request asks outside; a minute when left out. */
  longestErrand?: number | undefined;
  /** Milliseconds for which a read may hold everybody else up, where another thread can go on with it. */
  longestRead?: number | undefined;
  /** Hears of faults of jobs, which no request can be told of; standard error when left out. */
  log?: ((line: string) => void) | undefined;
  /** Hears of each job that ran to its end or failed, with the milliseconds it took. */
  jobEnded?: ((job: Job, ms: number) => void) | undefined;
}

/** Wires the route table to a site, once. The engine owns the site from here on: `close` closes both. */
export function createEngine(site: Site, parts: EngineParts): Engine {
  const table: CompiledRoute[] = [];
  const log = parts.log ?? ((line: string): void => void process.stderr.write(`${line}\n`));
  const feed = createFeed(log);
  const jobs = createJobs(site, { changed: changedByJob(site, feed.tell), log, ended: parts.jobEnded });
  const host = hostOf(site, table, { changed: feed.tell, startJob: (order, caller) => jobs.start(order, caller).id });
  const batch = batchRoute(() => host, batchRoomOf(site));
  const follow = followModel(
    site,
    table,
    logMisfits(site, log, () => [...routes(site, () => table, jobs), batch]),
  );
  follow();
  sweepFiles(site);
  const publisher = createPublisher(site, feed.tell);
  feed.listen(publisher.changed);
  const keeper = keepSecrets(site, parts.secrets);
  const answer = answerWith(host, follow, keeper);
  const outside = createOutside(host, parts, keeper.answered);
  const gathered = createGatherer({
    answer,
    mayShare: (request) => isBatchable(host, request),
    together: (work) => feed.hold(() => together(site, work)),
  });
  const reader = createReader(site);
  const before = (): void => {
    gathered.flush();
    publisher.check();
  };
  const now = answerNow(site, before, (request, caller) => outside.now(request, answer(request, caller)));
  return {
    site,
    dispatch: (request, caller) => now(request, caller),
    read: readBeside(reader, now, parts.longestRead ?? LONGEST_READ),
    dispatchSoon: async (request, caller, leaving, alone) => {
      const response = await (alone ? gathered.now(request, caller) : gathered.soon(request, caller));
      return response.errand ? outside.soon(request, response, leaving) : response;
    },
    seal: (request) => keeper.seal(table, request),
    onChange: feed.listen,
    close: () =>
      closeAfter(site, () => {
        gathered.flush();
        outside.close();
        publisher.close();
        jobs.close();
        reader?.close();
      }),
  };
}

/** What a job of ours wrote, it wrote through another connection. */
function changedByJob(site: Site, tell: Listener): Listener {
  return (notice) => {
    noteModelWrite(site);
    tell(notice);
  };
}

/** Types that are not shown any more are missed: who looks for the reason finds it here, and in the check. */
function logMisfits(site: Site, log: (line: string) => void, make: () => Route[]): () => Route[] {
  return () => {
    if (misfitsOfModel(site).length > 0)
      log('custom types cannot be read and are not shown, their items are safe; the check of the site mends it');
    return make();
  };
}

/** The file is closed and its lock let go of, whatever ends before it. */
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

function hostOf(site: Site, table: CompiledRoute[], told: Pick<Host, 'changed' | 'startJob'>): Host {
  return { site, table, transact: (caller, work) => transact(site, caller, work), ...told };
}

/** Answers at once; throws `TookTooLong` where so many milliseconds were not enough to read. */
type Now = (request: RestRequest, caller: Caller, milliseconds?: number) => RestResponse;

function answerNow(site: Site, before: () => void, answer: Engine['dispatch']): Now {
  // Addresses in answers name the server, which may come to listen elsewhere.
  const kept = createKeptAnswers(() => factsRevision(site));
  return (request, caller, milliseconds) => {
    // Whoever asks now sees what arrived before.
    before();
    const ask = (): RestResponse => kept.answer(request, caller, () => answer(request, caller));
    if (request.method !== 'GET' && request.method !== 'HEAD') return ask();
    return whileReading(site, () => (milliseconds === undefined ? ask() : withinTime(site.db, milliseconds, ask)));
  };
}

/** What only reads is begun here, where most of it ends at once; what is not over in so many milliseconds is read beside. */
const LONGEST_READ = 15;

function readBeside(reader: Reader | undefined, now: Now, longest: number): Engine['read'] {
  if (!reader) return (request, caller) => now(request, caller);
  const tryNow = (request: RestRequest, caller: Caller): ReturnType<Engine['read']> | undefined => {
    try {
      return now(request, caller, longest);
    } catch (error) {
      if (error instanceof Unfinished) return undefined;
      if (!(error instanceof TookTooLong)) throw error;
      // Where the other thread fails the answer comes late, but it comes; a bug shows itself here as it does everywhere.
      return reader.answer(request, caller).catch(() => now(request, caller));
    }
  };
  // One works at a time, a piece a turn of the event loop: several would hold everybody up one after another.
  let line: Promise<unknown> = Promise.resolve();
  const inTurns = async (request: RestRequest, caller: Caller): Promise<RestResponse> => {
    const own = line.then(async () => {
      for (;;) {
        await setImmediate();
        const answer = tryNow(request, caller);
        if (answer) return { answer };
      }
    });
    line = own.catch(() => undefined);
    return (await own).answer;
  };
  return (request, caller) => tryNow(request, caller) ?? inTurns(request, caller);
}

function answerWith(host: Host, follow: () => void, keeper: SecretKeeper): Engine['dispatch'] {
  return (request, caller) => {
    let isAnswered = true;
    try {
      follow();
      const ask = (): RestResponse => dispatch(host, request, caller);
      const response = mayGrow(request) ? ask() : sparingly(host.site, ask);
      // What asks outside needs the secret until it came back.
      isAnswered = !response.errand;
      return response;
    } catch (error) {
      throw meetFailure(host.site, error);
    } finally {
      if (request.sealed && isAnswered) keeper.answered(request.sealed);
    }
  };
}

/** The content model may have changed, by whatever way: a new one has other routes. In place, as others hold the table. */
export function followModel(site: Site, table: CompiledRoute[], make: () => Route[]): () => void {
  let seenAt: string | undefined;
  let compiledFor: string | undefined;
  return () => {
    const at = modelRevision(site);
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
 * Tells of changes, at once or, while they are held, when what they tell of is on the disk. It is stored by then: one who
 * listens and fails is no reason to tell whoever wrote it that it was not, nor to leave out the others.
 */
function createFeed(log: (line: string) => void): {
  listen: Engine['onChange'];
  tell: Listener;
  hold(work: () => void): void;
} {
  const listeners = new Set<Listener>();
  const told = (listener: Listener, notice: ChangeNotice): void => {
    try {
      listener(notice);
    } catch (error) {
      log(
        `change ${notice.id} was not heard: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      );
    }
  };
  let held: ChangeNotice[] | undefined;
  const tell: Listener = (notice) => {
    if (held) held.push(notice);
    else for (const listener of listeners) told(listener, notice);
  };
  return {
    tell,
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
      notices.forEach(tell);
    },
  };
}
