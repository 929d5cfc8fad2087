import type { LucideIcon } from '@lucide/svelte';
import Check from '@lucide/svelte/icons/check';
import CircleAlert from '@lucide/svelte/icons/circle-alert';
import CircleDashed from '@lucide/svelte/icons/circle-dashed';
import CircleQuestionMark from '@lucide/svelte/icons/circle-question-mark';
import Ellipsis from '@lucide/svelte/icons/ellipsis';
import Link from '@lucide/svelte/icons/link';
import SkipForward from '@lucide/svelte/icons/skip-forward';
import Split from '@lucide/svelte/icons/split';
import Waves from '@lucide/svelte/icons/waves-horizontal';
import type { Push } from '../../../../core/schema/live/push.ts';
import { t, textIfKnown } from '../../../lib/messages/messages.svelte.ts';
import { nameOfField } from '../../../lib/review/names.ts';
import { titleOf } from '../plan/words.ts';

export type PushStep = Push['steps'][number];

/** The groups of a report, most urgent first. */
export const OUTCOMES = ['conflict', 'failed', 'hand', 'skipped', 'altered', 'waiting', 'done'] as const;
export type Outcome = (typeof OUTCOMES)[number] | 'sent';

/** The result of a step for display. */
export function outcomeOf({ state, altered, code }: PushStep): Outcome {
  if (state === 'planned') return 'waiting';
  if (code === 'link_by_hand') return 'hand';
  return state === 'done' && altered.length > 0 ? 'altered' : state;
}

const SIGNS: Record<Outcome, { icon: LucideIcon; tone: string }> = {
  conflict: { icon: Split, tone: 'bad' },
  failed: { icon: CircleAlert, tone: 'bad' },
  hand: { icon: Link, tone: 'warn' },
  skipped: { icon: SkipForward, tone: 'dim' },
  altered: { icon: Waves, tone: 'warn' },
  sent: { icon: CircleQuestionMark, tone: 'warn' },
  waiting: { icon: CircleDashed, tone: 'dim' },
  done: { icon: Check, tone: 'ok' },
};
/** The step that is being sent. */
export const WRITING = { icon: Ellipsis, tone: 'acc' };
export const stepSign = (step: PushStep) => SIGNS[outcomeOf(step)];

/** The subject of a step: settings have no title. */
export const stepTitle = ({ title, key }: PushStep): string => titleOf({ title, key });

/** "Stored as sent", or what happened instead. */
export function stepWord(step: PushStep): string {
  const { name } = step.params;
  const params = { ...step.params, ...(name !== undefined && { name: nameOfField(name) }) };
  const words = textIfKnown(`live.code.${step.code}`, params);
  return words ?? (step.message || t(`live.step.${outcomeOf(step)}`));
}

/** Only the last step of a line counts: a new post is first created as an invisible draft. */
export function linesOf(steps: readonly PushStep[]): PushStep[] {
  const rank = (step: PushStep) => OUTCOMES.indexOf(outcomeOf(step) as (typeof OUTCOMES)[number]);
  const byKey = Map.groupBy(steps, ({ key }) => key);
  return [...byKey.values()].flatMap((own) => own.toSorted((a, b) => rank(a) - rank(b) || b.seq - a.seq)[0] ?? []);
}

/** As `linesOf`, without links that remain to be made by hand: a line that was stored counts as stored. */
export const sentLinesOf = (steps: readonly PushStep[]): PushStep[] =>
  linesOf(steps.filter((step) => outcomeOf(step) !== 'hand'));

/** The report as plain text, to be saved or sent. */
export function reportText(push: Push, title: string): string {
  const lines = push.steps.map((step) => `${step.seq}\t${stepTitle(step)}\t${stepWord(step)}\t${step.edit_there}`);
  return `${[title, `${push.started_at} – ${push.ended_at}`, '', ...lines].join('\n')}\n`;
}
