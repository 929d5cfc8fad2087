// A local site connected to another one over a connection that can fail.
import { join } from 'node:path';
import { runCheck } from '../../../../core/live/check/check.ts';
import type { CheckReport, RunTools } from '../../../../core/live/check/checking.ts';
import { connectLive, openLive, probeLive } from '../../../../core/live/connect.ts';
import { runPull, type PullChoice } from '../../../../core/live/pull/pull.ts';
import {
  runPush,
  settleLeft,
  type PushInput,
  type PushMerge,
  type PushParts,
  type PushReport,
} from '../../../../core/live/push/push.ts';
import { drainLive } from '../../../../core/live/states.ts';
import { transact } from '../../../../core/domain/history/history.ts';
import { insertRun, updateRun } from '../../../../core/store/live/runs.ts';
import { connectedSite } from '../../../../core/store/live/sites.ts';
import { putChoice, statesOf, type LiveKey, type StateRow } from '../../../../core/store/live/states.ts';
import { stepsOf, type StepRow } from '../../../../core/store/live/steps.ts';
import { begin, commit, rollBack } from '../../../../core/store/transaction.ts';
import type { Site } from '../../../../core/site.ts';
import type { LineChoice } from '../../../../core/schema/live/plan.ts';
import { temporaryFolder } from '../../../transfer/support.ts';
import { openBench, type Bench } from '../../../support/engine.ts';
import type { FaultyProxy } from '../../../support/faulty-proxy.ts';

/** A local site that is connected. */
export interface Connected {
  here: Bench;
  site: Site;
  line: FaultyProxy;
  /** What runs work with: a test may put its own in their place. */
  tools: RunTools;
  merge: PushMerge;
  check(full?: boolean): Promise<CheckReport>;
  pull(choice?: PullChoice): void;
  /** What differs, as "state title". */
  plan(): string[];
  rows(): StateRow[];
  choose(title: string, choice: LineChoice): void;
  /** Orders a push and runs it; the number of the run comes back. */
  push(order?: Partial<PushInput>, parts?: Partial<PushParts>): Promise<Pushed>;
  resume(run: number, parts?: Partial<PushParts>): Promise<Pushed>;
  undo(run: number, deletes?: LiveKey[]): Promise<Pushed>;
  /** Writes that reached the line, but for looks of the plugin. */
  writes(): number;
  steps(run: number): StepRow[];
  close(): Promise<void>;
}

export interface Pushed {
  run: number;
  report: PushReport;
  fault: string;
}

export interface ConnectOptions {
  line: FaultyProxy;
  user: string;
  password: string;
  /** The local site is a file, which can have backups; else it is in memory. */
  file?: boolean | undefined;
}

/** Opens a local site and connects it to the one behind a line. */
export async function openConnected({ line, user, password, file = false }: ConnectOptions): Promise<Connected> {
  const folder = file ? temporaryFolder() : undefined;
  const here = openBench({
    homeUrl: 'http://127.0.0.1:24180',
    ...(folder && { file: join(folder.path, 'a.polydesk') }),
  });
  const { site } = here.engine;
  const { signal } = new AbortController();
  const probed = await probeLive({ url: line.url, user, password, in_my_network: false }, { version: '1', signal });
  connectLive(site, probed, { user, secret: 'secret', highest: 1000 });
  const row = connectedSite(site.db);
  if (!row) throw new Error('Not connected');
  const keep = async <T>(work: () => T): Promise<T> => {
    begin(site.db);
    try {
      const value = work();
      commit(site.db);
      return await Promise.resolve(value);
    } catch (error) {
      rollBack(site.db);
      throw error;
    }
  };
  const tools = { progress: (): void => undefined, keep, signal };
  const remote = openLive(row, { password, version: '1' });
  const merge = <T>(work: () => { value: T }): T => transact(site, here.admin, () => ({ keep: true, ...work() })).value;
  const rows = (): StateRow[] => {
    drainAll(site);
    return statesOf(site.db, row.id, { offset: 0, limit: 10_000 });
  };
  const run = async (number: number, parts: Partial<PushParts>): Promise<Pushed> => {
    const { report, fault } = await runPush(site, number, { remote, tools, merge, pause: 1, ...parts });
    // As the job does in the end.
    updateRun(site.db, number, { state: fault ? 'stopped' : 'done' });
    return { run: number, report, fault: fault?.code ?? '' };
  };
  const order = (input: object, undoes: number | null): number =>
    insertRun(site.db, {
      live: row.id,
      kind: undoes === null ? 'push' : 'undo',
      input: input as never,
      undoes,
      author: 'admin',
      at: '',
    });
  return {
    ...{ here, site, line, tools, merge, rows },
    async check(full = true) {
      // As the job does first.
      await settleLeft(site, { remote, tools, merge });
      return runCheck(site, { remote, full, tools });
    },
    pull(choice = {}) {
      // As the job does first.
      drainAll(site);
      runPull(site, choice, { merge, progress: () => undefined });
    },
    plan: () => rows().map(({ state, title, uuid }) => `${state} ${title || uuid}`),
    choose(title, choice) {
      const found = rows().find((one) => one.title === title);
      if (!found) throw new Error(`No line is called ${title}`);
      putChoice(site.db, row.id, { ...found, choice });
    },
    async push(input = {}, parts = {}) {
      drainAll(site);
      return run(order({ as_draft: false, dry: false, deletes: [], ...input }, null), parts);
    },
    resume: (number, parts = {}) => run(number, parts),
    undo: (number, deletes = []) => run(order({ as_draft: false, dry: false, deletes }, number), {}),
    writes: () => line.seen.filter(({ method }) => method !== 'GET' && method !== 'OPTIONS').length,
    steps: (number) => stepsOf(site.db, number),
    async close() {
      remote.close();
      here.engine.close();
      folder?.remove();
      await line.close();
    },
  };
}

function drainAll(site: Site): void {
  for (;;)
    try {
      return drainLive(site);
    } catch (error) {
      if (!(error instanceof Error && error.name === 'Unfinished')) throw error;
    }
}
