import { formatDate, formatNumber, t, textIfKnown } from '../messages/messages.svelte.ts';
import { live } from './live.svelte.ts';
import { progressOf } from './runs.ts';

/** Formats a time of today as hours and minutes, any other with its date. */
export function timeWords(at: string): string {
  const date = new Date(/[zZ]|[+-]\d\d:\d\d$/.test(at) ? at : `${at.replace(' ', 'T')}Z`);
  const isToday = date.toDateString() === new Date().toDateString();
  return formatDate(date, isToday ? { timeStyle: 'short' } : { day: 'numeric', month: 'long' });
}

/** A fault of the live site: what happened, if there is a sentence for its code, and what is safe or to do. */
export function liveFaultWords({ code, message }: { code: string; message: string }): {
  title: string | undefined;
  text: string;
} {
  const key = `live.fault.${code.replace(/^polydesk_live_/, '')}`;
  return { title: textIfKnown(key), text: textIfKnown(`${key}.what`) ?? (message || t('ui.failed')) };
}

export interface LiveWord {
  text: string;
  tone: 'plain' | 'accent' | 'warn' | 'none';
}

/** The line under the site name: the most urgent status; undefined before it is known. */
export function liveWord(): LiveWord | undefined {
  const { counts, run } = live;
  if (!counts) return undefined;
  if (!live.isConnected) return { text: t('live.word.none'), tone: 'none' };
  if (live.needsSignIn) return { text: t('live.word.signin'), tone: 'warn' };
  if (live.isStopped) return { text: t('live.word.stopped'), tone: 'warn' };
  if (run?.state === 'paused') return { text: t('live.word.paused'), tone: 'warn' };
  if (run?.state === 'running') {
    const { done, total } = progressOf(run);
    const share = formatNumber(total > 0 ? done / total : 0, { style: 'percent' });
    const text =
      run.kind === 'check'
        ? t('live.word.checking', { share })
        : run.kind === 'push' || run.kind === 'undo'
          ? t('live.word.pushing', { done, total })
          : t('live.word.pulling', { share });
    return { text, tone: 'accent' };
  }
  if (counts.to_push > 0) return { text: t('live.word.push', { count: counts.to_push }), tone: 'accent' };
  return { text: t('live.word.nothing'), tone: 'plain' };
}

/** "22 to push, 3 to pull, checked 10:41", for the status bar; "" if no site is connected or it was never checked. */
export function badgeWords(): string {
  const { counts, value } = live;
  if (!live.isConnected || !counts || !value?.checked_at) return '';
  return t('live.badge', { push: counts.to_push, pull: counts.to_pull, time: timeWords(value.checked_at) });
}

/** A full check is offered after this time. */
const WEEK = 7 * 24 * 60 * 60 * 1000;

/** Whether the last full check was more than a week before the last check. */
export function isFullCheckDue(full: string | null, last: string | null): boolean {
  return full !== null && last !== null && Date.parse(last) - Date.parse(full) > WEEK;
}

/** Why the live site cannot be contacted now; undefined if it can. */
export function networkReason(): string | undefined {
  if (!live.isConnected) return t('live.reason.none');
  if (live.needsSignIn) return t('live.reason.signin');
  if (live.isStopped) return t('live.reason.stopped');
  return live.isBusy || live.isOrdering ? t('live.reason.run') : undefined;
}
