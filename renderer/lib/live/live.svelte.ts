// The live site as the whole interface knows it: whether there is one, what differs, and what runs.
import type { Live } from '../../../core/schema/live/live.ts';
import type { FilesReport } from '../../../core/schema/live/files.ts';
import type { Run } from '../../../core/schema/live/run.ts';
import { asApiError, type ApiError } from '../api/api-error.ts';
import { onLive } from '../api/api.ts';
import { Resource } from '../resource.svelte.ts';
import { liveApi } from './live-api.ts';

/** How often it is asked while something runs, or is not compared yet: a lost notice must not leave the screen standing. */
const ASK_MS = 1000;
/** What the site no longer accepts, so that signing in anew is what helps. */
const SIGN_IN = ['polydesk_live_password', 'polydesk_live_hidden'];

export interface RunFault {
  code: string;
  message: string;
}

class LiveState {
  /** Follows every change here: what is to be pushed follows from it. */
  all = new Resource<Live>(() => liveApi.read());
  /** An order that was refused. */
  fault = $state.raw<ApiError | null>(null);
  /** An order is on its way. */
  isOrdering = $state(false);
  /** Changes with everything that may have changed the plan. */
  turn = $state(0);
  #ended = '';
  #users = 0;
  #close: () => void = () => undefined;

  value = $derived(this.all.value);
  isConnected = $derived(this.value?.state === 'connected' || this.value?.state === 'asleep');
  site = $derived(this.value?.site ?? null);
  host = $derived((this.site?.url ?? '').replace(/^https?:\/\//, '').replace(/\/+$/, ''));
  run = $derived(this.value?.run ?? null);
  counts = $derived(this.value?.counts);
  /** Something goes on, or waits for being told to. */
  isBusy = $derived(this.run?.state === 'running' || this.run?.state === 'paused');
  isRunning = $derived(this.run?.state === 'running');
  /** What ended the last run before its time. */
  runFault = $derived(faultOf(this.run));
  needsSignIn = $derived(
    this.value?.state === 'asleep' || (this.runFault !== undefined && SIGN_IN.includes(this.runFault.code)),
  );
  /** Why files that the last order named stayed on the site, by the number of their record. */
  filesLeft = $derived(leftOf(this.run));
  /** A push that was begun and can be gone on with. */
  isStopped = $derived(
    this.run?.kind === 'push' &&
      (this.run.state === 'failed' || (this.run.state === 'paused' && this.runFault !== undefined)),
  );

  /** Reads it and keeps it fresh. Opened again while it is open, it goes on. */
  open(): () => void {
    this.#users += 1;
    if (this.#users === 1) this.#close = this.#start();
    return () => {
      this.#users -= 1;
      if (this.#users === 0) this.#close();
    };
  }

  /** Gives an order and shows what came of it; false when it was refused, which `fault` tells. */
  async order(act: () => Promise<unknown>): Promise<boolean> {
    if (this.isOrdering) return false;
    this.isOrdering = true;
    this.fault = null;
    try {
      await act();
      return true;
    } catch (thrown) {
      this.fault = asApiError(thrown);
      return false;
    } finally {
      await this.all.reload();
      this.turn += 1;
      this.isOrdering = false;
    }
  }

  check = (full = false) => this.order(() => liveApi.check(full));
  files = (ids?: readonly number[]) => this.order(() => liveApi.files(ids));
  steer = (act: 'pause' | 'resume' | 'stop') => {
    const { run } = this;
    return run ? this.order(() => liveApi.steer(run.id, act)) : Promise.resolve(false);
  };

  #start(): () => void {
    const stops = [this.all.open(), onLive(() => void this.all.reload())];
    const timer = setInterval(() => {
      if (this.isRunning || this.value?.is_behind) void this.all.reload();
    }, ASK_MS);
    const stopEffects = $effect.root(() => {
      $effect(() => {
        const { run, counts, value } = this;
        const now = `${run?.id} ${run?.state} ${JSON.stringify(counts)} ${value?.checked_at}`;
        if (now !== this.#ended) this.turn += 1;
        this.#ended = now;
      });
    });
    return () => {
      stops.forEach((stop) => stop());
      stopEffects();
      clearInterval(timer);
    };
  }
}

export const live = new LiveState();

/** What the report of a run that fetched files says of those it left. */
function leftOf(run: Run | null): ReadonlyMap<number, string> {
  const report = run?.kind === 'files' && run.state === 'done' ? (run.report as Partial<FilesReport> | null) : null;
  return new Map((report?.left ?? []).map(({ id, code }) => [id, code]));
}

/** What a run tells of its fault. */
export function faultOf(run: Run | null): RunFault | undefined {
  const report = run && run.state !== 'done' && run.state !== 'running' ? run.report : null;
  if (typeof report !== 'object' || report === null || !('code' in report)) return undefined;
  const { code, message } = report as Partial<RunFault>;
  return { code: String(code), message: String(message ?? '') };
}
