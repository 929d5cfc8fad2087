// The shared state of the live site: whether there is one, the differences, and the current run.
import type { Live } from '../../../core/schema/live/live.ts';
import type { FilesReport } from '../../../core/schema/live/files.ts';
import type { Run } from '../../../core/schema/live/run.ts';
import { asApiError, type ApiError } from '../api/api-error.ts';
import { onLive } from '../api/api.ts';
import { Resource } from '../resource.svelte.ts';
import { liveApi } from './live-api.ts';

/** Poll interval while a run is active or nothing has been compared yet: the screen must not get stuck if a notice is lost. */
const ASK_MS = 1000;
/** Errors that are solved by signing in again. */
const SIGN_IN = ['polydesk_live_password', 'polydesk_live_hidden'];

export interface RunFault {
  code: string;
  message: string;
}

class LiveState {
  /** Reloads on every local change, since the changes to push depend on them. */
  all = new Resource<Live>(() => liveApi.read());
  /** Error of the last rejected command. */
  fault = $state.raw<ApiError | null>(null);
  /** Whether a command is in progress. */
  isOrdering = $state(false);
  /** Changes whenever the plan may have changed. */
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
  /** Whether a run is active or paused. */
  isBusy = $derived(this.run?.state === 'running' || this.run?.state === 'paused');
  isRunning = $derived(this.run?.state === 'running');
  /** The error that ended the last run early. */
  runFault = $derived(faultOf(this.run));
  needsSignIn = $derived(
    this.value?.state === 'asleep' || (this.runFault !== undefined && SIGN_IN.includes(this.runFault.code)),
  );
  /** Items that the last check did not get to, from its report. */
  unchecked = $derived(uncheckedOf(this.run));
  /** Why files requested by the last command were not downloaded, by item ID. */
  filesLeft = $derived(leftOf(this.run));
  /** A push that was started and can be resumed. */
  isStopped = $derived(
    (this.run?.kind === 'push' || this.run?.kind === 'undo') &&
      (this.run.state === 'failed' || (this.run.state === 'paused' && this.runFault !== undefined)),
  );

  /** Loads it and keeps it up to date. Shared if already open. */
  open(): () => void {
    this.#users += 1;
    if (this.#users === 1) this.#close = this.#start();
    return () => {
      this.#users -= 1;
      if (this.#users === 0) this.#close();
    };
  }

  /** Runs a command and shows the result; false if it was rejected, with the error in `fault`. */
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
  files = (ids?: readonly number[], hosts?: readonly string[]) => this.order(() => liveApi.files(ids, hosts));
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

/** The files a finished download run skipped, with the reason, from its report. */
function leftOf(run: Run | null): ReadonlyMap<number, string> {
  const report = run?.kind === 'files' && run.state === 'done' ? (run.report as Partial<FilesReport> | null) : null;
  return new Map((report?.left ?? []).map(({ id, code }) => [id, code]));
}

/** How many items a finished check did not get to, and the titles of the first ones. */
function uncheckedOf(run: Run | null): { count: number; titles: string[] } {
  const report = run?.kind === 'check' && run.state === 'done' ? (run.report as Partial<CheckedReport> | null) : null;
  return { count: report?.unchecked ?? 0, titles: report?.unchecked_titles ?? [] };
}

interface CheckedReport {
  unchecked: number;
  unchecked_titles: string[];
}

/** The error of a run. */
export function faultOf(run: Run | null): RunFault | undefined {
  const report = run && run.state !== 'done' && run.state !== 'running' ? run.report : null;
  if (typeof report !== 'object' || report === null || !('code' in report)) return undefined;
  const { code, message } = report as Partial<RunFault>;
  // Once a person has stopped it, an earlier interruption by the program is irrelevant.
  if (run?.state === 'stopped' && code === 'polydesk_live_interrupted') return undefined;
  return { code: String(code), message: String(message ?? '') };
}
