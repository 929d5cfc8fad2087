import type { LucideIcon } from '@lucide/svelte';
import GitMerge from '@lucide/svelte/icons/git-merge';
import Link from '@lucide/svelte/icons/link';
import Pencil from '@lucide/svelte/icons/pencil';
import Plus from '@lucide/svelte/icons/plus';
import Split from '@lucide/svelte/icons/split';
import Trash from '@lucide/svelte/icons/trash-2';
import type { LineState } from '../../../../core/schema/live/live.ts';
import type { PlanLine } from '../../../../core/schema/live/plan.ts';
import { formatList, isMessage, t } from '../../../lib/messages/messages.svelte.ts';
import { isHeld } from './plan.svelte.ts';
import { nameOfField, nameOfLanguage, nameOfOne, nameOfType } from '../../../lib/review/names.ts';

/** The icon, tone and word of a state; shape and word identify it, colour helps. */
export interface StateSign {
  icon: LucideIcon;
  tone: string;
}

const SIGNS: Record<LineState, StateSign> = {
  conflict: { icon: Split, tone: 'bad' },
  merged: { icon: GitMerge, tone: 'info' },
  here: { icon: Pencil, tone: 'warn' },
  there: { icon: Pencil, tone: 'warn' },
  new_here: { icon: Plus, tone: 'acc' },
  new_there: { icon: Plus, tone: 'acc' },
  deleted_here: { icon: Trash, tone: 'bad' },
  deleted_there: { icon: Trash, tone: 'bad' },
};

/** Only the group of an item differs. */
export const isLink = ({ fields, state }: Pick<PlanLine, 'fields' | 'state'>): boolean =>
  !/^new|^deleted/.test(state) && fields.length === 1 && fields[0] === 'translations';

export function signOf(line: PlanLine): StateSign {
  return isLink(line) && line.state !== 'conflict' ? { icon: Link, tone: 'dim' } : SIGNS[line.state];
}

/** "Changed here", "New on the site". */
export function stateWord(state: LineState): string {
  return t(`live.state.${state}`);
}

/** The end of a line: "3 fields" or its state. */
export function endWord(line: PlanLine): string {
  if (isLink(line) && line.state !== 'conflict') return t('live.state.link');
  return /^(here|there)$/.test(line.state) && line.fields.length > 1
    ? t('live.fields', { count: line.fields.length })
    : stateWord(line.state);
}

/** The second line: "Post · French · title, content", or why it cannot be sent. */
export function noteOf(line: PlanLine): string {
  const named = isContent(line) ? nameOfOne(line.type) : '';
  const what = isHeld(line) ? hindranceWords(line) : formatList(line.fields.slice(0, 4).map(nameOfField));
  return [named, nameOfLanguage(line.lang), what].filter(Boolean).join(' · ');
}

/** Why a line cannot be sent, by its code. */
export function hindranceWords({ hindrance }: PlanLine): string {
  if (!hindrance) return '';
  const key = `live.hindrance.${hindrance.code}`;
  return isMessage(key) ? t(key, hindrance.params) : t('live.hindrance');
}

/** The description of a line after its title, for screen readers: "changed here, 3 fields, ticked". */
export function spokenWords(line: PlanLine, isTicked: boolean | undefined): string {
  const count = t('live.fields', { count: line.fields.length });
  const tick = isTicked === undefined || isHeld(line) ? [] : [t(`live.group.ticked.${isTicked ? 'all' : 'none'}`)];
  return [stateWord(line.state), count, ...tick].join(', ');
}

/** The name of a type in groups and filters: "Posts", "Languages". */
export function typeWord(type: string): string {
  if (type === 'language') return t('languages.title');
  if (type === 'strings') return t('strings.title');
  return type === 'settings' ? t('settings.title') : nameOfType(type);
}

/** Whether a line is about an item: languages, settings and strings have no type of their own. */
export const isContent = ({ kind }: Pick<PlanLine, 'kind'>): boolean => kind === 'post' || kind === 'term';

/** The display name of a line: languages and settings have their own. */
export function titleOf(line: Pick<PlanLine, 'title' | 'key'>): string {
  const setting = `live.${line.key.replace('-', '.')}`;
  if (isMessage(setting)) return t(setting);
  return line.title || line.key;
}
