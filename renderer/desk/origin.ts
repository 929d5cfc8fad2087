import type { AnswerTo } from '../lib/api/answers.ts';
import { dayText } from '../lib/messages/day-text.ts';
import { t } from '../lib/messages/messages.svelte.ts';
import { whereOf } from './where.ts';

type Origin = AnswerTo<'GET', '/polydesk/v1/memory/search'>['pairs'][number]['origin'];

/** Where a text of the memory was found: "Choosing a front light · confirmed 12 October". */
export function originOf(origin: Origin): string {
  return `${placeOf(origin)} · ${qualityOf(origin)}`;
}

/** "Choosing a front light · Paragraph 4", "lane-night.jpg · Alternative text". */
export function placeOf({ title, ...where }: Origin): string {
  return [title || t('ui.untitled'), whereOf(where)].filter(Boolean).join(' · ');
}

/** How sure a text is: "confirmed 12 October", "imported 3 March 2025". */
export function qualityOf({ kind, quality, at }: Origin): string {
  const date = at === '' ? '' : dayText(at);
  if (kind === null) return date ? t('desk.quality.imported', { date }) : t('desk.quality.book');
  return quality === 'confirmed' && date ? t('desk.quality.confirmed.on', { date }) : t(`desk.quality.${quality}`);
}

/** Whether it has an editor: a match from a book belongs to no item, terms and picture texts have none. */
export const hasEditor = ({ kind, type }: Origin): boolean => kind === 'post' && type !== 'attachment';
