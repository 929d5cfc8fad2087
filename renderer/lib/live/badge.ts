import { formatNumber, t } from '../messages/messages.svelte.ts';
import { live } from './live.svelte.ts';
import { progressOf } from './runs.ts';

/** One part of a badge: an icon and a number. */
export interface BadgePart {
  sign: 'push' | 'pull' | 'conflict' | 'key' | '';
  text: string;
}

/** What the sidebar shows after a name that has more than one count. */
export interface Badge {
  parts: readonly BadgePart[];
  /** For screen readers, and for the tooltip of the rail. */
  label: string;
  isBad: boolean;
}

/** `↑22 ↓3 ⑂2` without zeros; the progress while something runs; undefined if there is nothing to show. */
export function liveBadge(): Badge | undefined {
  const { counts, run } = live;
  if (!live.isConnected || !counts) return undefined;
  if (live.needsSignIn) return { parts: [{ sign: 'key', text: '' }], label: t('live.word.signin'), isBad: true };
  if (run && (live.isStopped || run.state === 'running' || run.state === 'paused')) {
    const isPush = run.kind === 'push' || run.kind === 'undo';
    const { done, total } = progressOf(run);
    const share = formatNumber(total > 0 ? done / total : 0, { style: 'percent', maximumFractionDigits: 0 });
    const text = isPush ? `${formatNumber(done)}/${formatNumber(total)}` : share;
    const words = run.kind === 'check' ? t('live.word.checking', { share }) : t('live.run.done', { done, total });
    const label = live.isStopped ? t('live.word.stopped') : words;
    return { parts: [{ sign: isPush ? 'push' : '', text }], label, isBad: live.isStopped };
  }
  const { to_push, to_pull, conflicts } = counts;
  const parts = (
    [
      ['push', to_push],
      ['pull', to_pull],
      ['conflict', conflicts],
    ] as const
  ).flatMap(([sign, count]) => (count > 0 ? [{ sign, text: short(count) }] : []));
  if (parts.length === 0) return undefined;
  return { parts, label: t('live.badge.full', { push: to_push, pull: to_pull, conflicts }), isBad: false };
}

/** 1,204 as "1.2k": the pill has room for three numbers. */
function short(count: number): string {
  return formatNumber(count, { notation: 'compact', maximumFractionDigits: 1 }).replace('K', 'k');
}
