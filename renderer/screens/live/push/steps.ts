import type { LucideIcon } from '@lucide/svelte';
import Check from '@lucide/svelte/icons/check';
import CircleAlert from '@lucide/svelte/icons/circle-alert';
import CircleDashed from '@lucide/svelte/icons/circle-dashed';
import CircleQuestionMark from '@lucide/svelte/icons/circle-question-mark';
import Ellipsis from '@lucide/svelte/icons/ellipsis';
import Globe from '@lucide/svelte/icons/globe';
import Link from '@lucide/svelte/icons/link';
import SkipForward from '@lucide/svelte/icons/skip-forward';
import Settings from '@lucide/svelte/icons/settings';
import Split from '@lucide/svelte/icons/split';
import Trash from '@lucide/svelte/icons/trash-2';
import Waves from '@lucide/svelte/icons/waves-horizontal';
import type { Push } from '../../../../core/schema/live/push.ts';
import { formatDate, formatList, t, textIfKnown } from '../../../lib/messages/messages.svelte.ts';
import { nameOfField, nameOfLanguage, nameOfOne } from '../../../lib/review/names.ts';
import { typeIcon } from '../../../lib/type-icons.ts';
import { inSentence, isContent, titleOf } from '../plan/words.ts';

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

const isDeletion = ({ action }: PushStep): boolean => action === 'trash' || action === 'delete';

/** The icon of a line by what is sent: an item of its type, a link alone, or a deletion. @param own its steps */
export function lineIcon(own: readonly PushStep[]): LucideIcon {
  const [first] = own;
  if (!first || own.some(isDeletion)) return Trash;
  if (own.every(({ action }) => action === 'group')) return Link;
  return first.kind === 'language' ? Globe : first.kind === 'settings' ? Settings : typeIcon(first);
}

/** Names of fields that are listed of a line. */
const MOST_NAMED = 4;

/** What is sent of a line: "New, published, linked to “Safety”", "Title, Content", "Move it to the trash". @param own its steps */
export function lineNote(own: readonly PushStep[]): string {
  const deletion = own.find(isDeletion);
  if (deletion) return t(deletion.action === 'trash' ? 'live.act.trash' : 'live.act.delete');
  const [first] = own;
  if (first?.is_new) {
    const status = textIfKnown(`content.status.${first.status}`);
    const what = status ? t('live.note.new.status', { status: inSentence(status) }) : t('live.note.new');
    return first.original ? t('live.note.of', { what, title: first.original }) : what;
  }
  const fields = [...new Set(own.flatMap((step) => step.fields))];
  return formatList(fields.slice(0, MOST_NAMED).map(nameOfField));
}

/** "Stored as sent", or what happened instead. */
export function stepWord(step: PushStep): string {
  const { name } = step.params;
  const params = { ...step.params, ...(name !== undefined && { name: nameOfField(name) }) };
  const words = textIfKnown(`live.code.${step.code}`, params);
  return words ?? (step.message || t(`live.step.${outcomeOf(step)}`));
}

/** The second line of a report: what was stored, or what happened instead. @param own the steps of its line */
export function reportNote(step: PushStep, own: readonly PushStep[]): string {
  return (outcomeOf(step) === 'done' && step.code === '' && lineNote(own)) || stepWord(step);
}

/** Codes of lines that take part in the next push as they are. */
const NEXT_PUSH = new Set(['changed_here', 'unseen', 'unsettled']);

/** The end of a line in a report: "New, #4420", "2 fields", "In the next push". */
export function reportEnd(step: PushStep): string {
  const outcome = outcomeOf(step);
  const number = step.remote_id > 0 ? t('live.report.number', { id: String(step.remote_id) }) : '';
  if (outcome === 'conflict') return t('live.report.resolve.one');
  if (outcome === 'skipped' && NEXT_PUSH.has(step.code)) return t('live.report.next');
  if (outcome === 'altered') return t('live.fields', { count: step.altered.length });
  if (outcome !== 'done') return number;
  if (isDeletion(step)) return t('live.report.deleted');
  if (!step.is_new) return t('live.report.changed');
  return number ? t('live.report.new', { number }) : t('live.note.new');
}

/** "Post · English · #812 · stored at 10:52:09": what a line of a report is about, and when the site had it. */
export function aboutStep(step: PushStep): string {
  const isStored = /^(?:done|altered)$/.test(outcomeOf(step)) && step.at !== '';
  const time = isStored ? formatDate(step.at, { timeStyle: 'medium' }) : '';
  return [
    isContent(step) ? nameOfOne(step.type) : '',
    step.lang && nameOfLanguage(step.lang),
    step.remote_id > 0 ? t('live.report.number', { id: String(step.remote_id) }) : '',
    time && t('live.report.at', { time }),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** Neither over nor given up. */
export const isOpen = ({ state }: PushStep): boolean => state === 'sent' || state === 'planned';

/** How far a push is, by its lines. */
export interface Reached {
  done: number;
  total: number;
  /** The first line that is not over, with its number from 1: without an answer if it was sent. */
  open: { at: number; step: PushStep } | undefined;
  /** The attempts after which it stopped. */
  tries: PushStep['tries'] | undefined;
}

export function reachedOf(lines: readonly PushStep[], steps: readonly PushStep[] = lines): Reached {
  const step = lines.find(isOpen);
  const tries = steps.find((one) => isOpen(one) && one.tries.count > 0)?.tries;
  const done = lines.filter((line) => !isOpen(line)).length;
  return { done, total: lines.length, open: step && { at: lines.indexOf(step) + 1, step }, tries };
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
