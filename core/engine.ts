import { transact, savepoint } from './domain/history.ts';
import { sweepFiles } from './domain/media/files.ts';
import { createJobs } from './jobs/jobs.ts';
import { batchRoute } from './rest/batch.ts';
import { dispatch, type Host } from './rest/dispatch.ts';
import { createKeptAnswers } from './rest/kept-answers.ts';
import { compileRoutes, type CompiledRoute } from './rest/path.ts';
import type { SecretStore } from './rest/secrets.ts';
import { routes } from './routes/index.ts';
import { keepSecrets } from './secret-keeper.ts';
import { closeSite, type Site } from './site.ts';
import { contentModelKey } from './store/content-model.ts';
import { revision } from './store/revision.ts';
import type { Caller, ChangeNotice, RestRequest, RestResponse } from './types.ts';

/** The engine as adapters see it: HTTP, IPC and tests hold one of these and nothing else. */
export interface Engine {
  readonly site: Site;
  /** Answers one request, synchronously: one transaction, one journal entry for a write. Never throws for what a client can cause. */
  dispatch(request: RestRequest, caller: Caller): RestResponse;
  /** Takes secrets out of a request before `dispatch` sees it; every adapter awaits this first. Cheap when the route has none. */
  seal(request: RestRequest): RestRequest | Promise<RestRequest>;
  /** Calls `listener` after each committed change; returns how to stop. */
  onChange(listener: (notice: ChangeNotice) => void): () => void;
  close(): void;
}

export interface EngineParts {
  secrets: SecretStore;
  /** Hears of faults of jobs, which no request can be told of; standard error when left out. */
  log?: ((line: string) => void) | undefined;
}

/** Wires the route table to a site, once. The engine owns the site from here on: `close` closes both. */
export function createEngine(site: Site, parts: EngineParts): Engine {
  const listeners = new Set<(notice: ChangeNotice) => void>();
  const table: CompiledRoute[] = [];
  const changed = (notice: ChangeNotice): void => listeners.forEach((listener) => listener(notice));
  const log = parts.log ?? ((line: string): void => void process.stderr.write(`${line}\n`));
  const jobs = createJobs(site, { changed, log });
  const host: Host = {
    site,
    table,
    transact: (caller, work) => transact(site, caller, work),
    changed,
    startJob: (order, caller) => jobs.start(order, caller).id,
  };
  const batch = batchRoute(
    () => host,
    (work) => savepoint(site, work).value,
  );
  let compiledFor: string | undefined;
  /** The content model may have changed, by whatever way: a new one has other routes. In place, as others hold the table. */
  const follow = (): void => {
    const key = contentModelKey(site.db);
    if (key === compiledFor) return;
    table.splice(0, table.length, ...compileRoutes([...routes(site, () => table, jobs), batch], site.edition));
    compiledFor = key;
  };
  follow();
  sweepFiles(site);
  // Addresses in answers name the server, which may come to listen elsewhere.
  const kept = createKeptAnswers(() => `${site.serverUrl} ${revision(site.db)}`);
  const keeper = keepSecrets(site, parts.secrets);
  return {
    site,
    dispatch: (request, caller) =>
      kept.answer(request, caller, () => {
        try {
          follow();
          return dispatch(host, request, caller);
        } finally {
          if (request.sealed) keeper.answered(request.sealed);
        }
      }),
    seal: (request) => keeper.seal(table, request),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      jobs.close();
      closeSite(site);
    },
  };
}
