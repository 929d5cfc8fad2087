// Fetching media files, from any screen: a message says how it ended.
import { untrack } from 'svelte';
import type { FilesReport } from '../../../core/schema/live/files.ts';
import type { Run } from '../../../core/schema/live/run.ts';
import { t } from '../messages/messages.svelte.ts';
import { app } from '../state.svelte.ts';
import { toasts } from '../toasts.svelte.ts';
import { faultOf, live } from './live.svelte.ts';
import { liveFaultWords } from './words.ts';

/** Starts fetching files; a message says why it cannot, except on the screen of the live site, which shows it. */
export async function fetchMedia(ids?: readonly number[], hosts?: readonly string[]): Promise<void> {
  if (!(await live.files(ids, hosts)) && live.fault) showFault(live.fault);
}

/** A message says how each download ends. Call once while a component is created. */
export function useFilesToasts(): void {
  let before: string | undefined;
  $effect(() => {
    const { run, value } = live;
    if (!value) return;
    const now = run ? `${run.id} ${run.state}` : '';
    const isOver = before !== undefined && now !== before;
    before = now;
    if (isOver && run?.kind === 'files') untrack(() => showEnd(run));
  });
}

function showEnd(run: Run): void {
  const { fetched = 0, left = [] } = (run.report ?? {}) as Partial<FilesReport>;
  if (run.state === 'done') toasts.done(t('live.said.files', { count: fetched, left: left.length }), run.entry);
  const fault = faultOf(run);
  if (fault) showFault(fault);
}

function showFault(fault: { code: string; message: string }): void {
  if (app.place.screen === 'live') return;
  const { title, text } = liveFaultWords(fault);
  toasts.show({ text: title ? `${title}. ${text}` : text, tone: 'bad' });
}
