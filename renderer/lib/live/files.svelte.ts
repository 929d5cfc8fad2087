// Fetching media files, on whichever screen that is asked for: how it ended is said there.
import { untrack } from 'svelte';
import type { FilesReport } from '../../../core/schema/live/files.ts';
import type { Run } from '../../../core/schema/live/run.ts';
import { isMessage, t } from '../messages/messages.svelte.ts';
import { app } from '../state.svelte.ts';
import { toasts } from '../toasts.svelte.ts';
import { faultOf, live } from './live.svelte.ts';

/** Starts fetching files; says why it cannot. The screen of the live site says that itself. */
export async function fetchMedia(ids?: readonly number[], hosts?: readonly string[]): Promise<void> {
  if (!(await live.files(ids, hosts)) && live.fault) tellFault(live.fault);
}

/** Says how each download that ends from now on has ended. Call once while a component is created. */
export function useFilesToasts(): void {
  let before: string | undefined;
  $effect(() => {
    const { run, value } = live;
    if (!value) return;
    const now = run ? `${run.id} ${run.state}` : '';
    const isOver = before !== undefined && now !== before;
    before = now;
    if (isOver && run?.kind === 'files') untrack(() => tellRun(run));
  });
}

function tellRun(run: Run): void {
  const { fetched = 0, left = [] } = (run.report ?? {}) as Partial<FilesReport>;
  if (run.state === 'done') toasts.done(t('live.said.files', { count: fetched, left: left.length }), run.entry);
  const fault = faultOf(run);
  if (fault) tellFault(fault);
}

function tellFault({ code, message }: { code: string; message: string }): void {
  if (app.place.screen === 'live') return;
  const key = `live.fault.${code.replace(/^polydesk_live_/, '')}`;
  const text = `${key}.what`;
  const sentence = isMessage(key) ? `${t(key)}. ` : '';
  toasts.show({ text: `${sentence}${isMessage(text) ? t(text) : message || t('ui.failed')}`, tone: 'bad' });
}
