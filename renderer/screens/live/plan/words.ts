import type { LucideIcon } from '@lucide/svelte';
import GitMerge from '@lucide/svelte/icons/git-merge';
import Link from '@lucide/svelte/icons/link';
import Pencil from '@lucide/svelte/icons/pencil';
import Plus from '@lucide/svelte/icons/plus';
import Split from '@lucide/svelte/icons/split';
import Trash from '@lucide/svelte/icons/trash-2';
import type { LineState } from '../../../../core/schema/live/live.ts';
import type { PlanLine } from '../../../../core/schema/live/plan.ts';
import { formatList, isMessage, t, uiLocale } from '../../../lib/messages/messages.svelte.ts';
import { isHeld } from '../../../../core/schema/live/usual.ts';
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

/**
 * The second line: "Title, Content", or why it cannot be sent. Outside the groups of a list also its type and its language: "Post ·
 * French · Content".
 */
export function noteOf(line: PlanLine, isGrouped = false): string {
  const what = whatOf(line);
  const isNamed = isContent(line) && !(isGrouped && what !== '');
  return [isNamed ? nameOfOne(line.type) : '', isGrouped ? '' : nameOfLanguage(line.lang), what]
    .filter(Boolean)
    .join(' · ');
}

function whatOf(line: PlanLine): string {
  if (isHeld(line)) return hindranceWords(line);
  // Of an item that one side lacks no field is named.
  if (line.state === 'conflict' && line.fields.length === 0)
    return t(`live.conflict.gone.${line.here === '' ? 'here' : 'there'}`);
  if (line.original) return t('live.note.original', { title: line.original.title });
  return formatList(line.fields.slice(0, 4).map(nameOfField));
}

/** Fields that are named; of more only their number. */
const NAMED = 3;

/** What a push sends of a line: "new", "merged", "Title and Content" or "5 fields". */
export function changeWords(line: PlanLine): string {
  if (line.state === 'new_here') return t('live.block.new');
  if (line.state === 'merged') return inSentence(stateWord('merged'));
  const { length } = line.fields;
  return length > NAMED ? t('live.fields', { count: length }) : formatList(line.fields.map(nameOfField));
}

/** Why a line cannot be sent, by its code. */
export function hindranceWords({ hindrance }: PlanLine): string {
  if (!hindrance) return '';
  const key = `live.hindrance.${hindrance.code}`;
  return isMessage(key) ? t(key, hindrance.params) : t('live.hindrance');
}

/** The description of a line after its title, for screen readers: "French post, changed here, 3 fields, ticked". */
export function spokenWords(line: PlanLine, isTicked: boolean | undefined): string {
  const [type, language] = [isContent(line) ? inSentence(nameOfOne(line.type)) : '', nameOfLanguage(line.lang)];
  const what = type && language ? t('live.spoken', { type, language }) : type || language;
  const count = line.fields.length > 0 ? t('live.fields', { count: line.fields.length }) : '';
  const original = line.original ? inSentence(t('live.note.original', { title: line.original.title })) : '';
  const tick = isTicked === undefined || isHeld(line) ? '' : t(`live.group.ticked.${isTicked ? 'all' : 'none'}`);
  const held = isHeld(line) ? t('live.detail.unsendable', { why: hindranceWords(line) }) : tick;
  return [what, inSentence(stateWord(line.state)), original, count, inSentence(held)].filter(Boolean).join(', ');
}

/** A word as within a sentence: without its capital. */
export const inSentence = (word: string): string => word.charAt(0).toLocaleLowerCase(uiLocale()) + word.slice(1);

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
