// Two engines: a local site, and the site it is connected to over HTTP. Checks and pulls run in this thread.
import { runCheck } from '../../../../core/live/check/check.ts';
import type { CheckReport } from '../../../../core/live/check/checking.ts';
import { connectLive, openLive, probeLive } from '../../../../core/live/connect.ts';
import { runPull, type PullReport } from '../../../../core/live/pull/pull.ts';
import { drainLive } from '../../../../core/live/states.ts';
import { transact } from '../../../../core/domain/history/history.ts';
import { connectedSite } from '../../../../core/store/live/sites.ts';
import { statesOf, type StateRow } from '../../../../core/store/live/states.ts';
import { begin, commit, rollBack } from '../../../../core/store/transaction.ts';
import type { Site } from '../../../../core/site.ts';
import { openBench, type Bench } from '../../../support/engine.ts';
import { openLiveSite, type LiveSite, type LiveSiteOptions } from '../../../support/live-site.ts';

export interface Pair {
  here: Bench;
  there: LiveSite;
  site: Site;
  /** @param how.now what the clock here says */
  check(how?: { full?: boolean; signal?: AbortSignal; now?: () => Date }): Promise<CheckReport>;
  /** @param meanwhile what happens between planning and writing */
  pull(lines?: string[], meanwhile?: () => void): PullReport;
  /** What differs, as "state title". */
  plan(): string[];
  rows(): StateRow[];
  close(): Promise<void>;
}

/** Opens both and connects them. Languages of the live site: en and fr. */
export async function openPair(options: LiveSiteOptions & { user?: string } = {}): Promise<Pair> {
  const { user = 'admin', ...rest } = options;
  const there = await openLiveSite({ hides: ['polydesk/v1'], ...rest });
  for (const [slug, locale] of [
    ['en', 'en_US'],
    ['fr', 'fr_FR'],
  ])
    there.bench.ask('POST', '/pll/v1/languages', { locale, slug, name: slug });
  const here = openBench({ homeUrl: 'http://127.0.0.1:24180' });
  const { site } = here.engine;
  const password = there.passwords[user] ?? '';
  const signal = new AbortController().signal;
  const probed = await probeLive({ url: there.url, user, password, in_my_network: false }, { version: '1', signal });
  connectLive(site, probed, { user, secret: 'secret', highest: 0 });
  const keep = async <T>(work: () => T): Promise<T> => {
    await Promise.resolve();
    begin(site.db);
    try {
      const value = work();
      commit(site.db);
      return value;
    } catch (error) {
      rollBack(site.db);
      throw error;
    }
  };
  const rows = (): StateRow[] => {
    for (;;)
      try {
        drainLive(site);
        break;
      } catch (error) {
        if (!(error instanceof Error && error.name === 'Unfinished')) throw error;
      }
    return statesOf(site.db, connectedSite(site.db)?.id ?? 0, { offset: 0, limit: 10_000 });
  };
  return {
    here,
    there,
    site,
    async check({ full = false, signal: own = signal, now } = {}) {
      const row = connectedSite(site.db);
      if (!row) throw new Error('Not connected');
      const remote = openLive(row, { password, version: '1' });
      const progress = (): void => own.throwIfAborted();
      try {
        return await runCheck(site, { remote, full, tools: { progress, keep, signal: own, ...(now && { now }) } });
      } finally {
        remote.close();
      }
    },
    pull(lines, meanwhile) {
      const merge = <T>(work: () => { value: T }): T => {
        meanwhile?.();
        return transact(site, here.admin, () => ({ keep: true, ...work() })).value;
      };
      return runPull(site, { lines }, { merge, progress: () => undefined });
    },
    plan: () => rows().map(({ state, title, uuid }) => `${state} ${title || uuid}`),
    rows,
    async close() {
      here.engine.close();
      await there.close();
    },
  };
}

/** Makes an item on a side; its number. */
export function make(bench: Bench, path: string, body: object): number {
  const answer = bench.ask('POST', path, body);
  if (answer.status >= 400) throw new Error(JSON.stringify(answer.body));
  return (answer.body as { id: number }).id;
}
