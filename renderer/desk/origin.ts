import type { AnswerTo } from '../lib/api/answers.ts';
import { dayText } from '../lib/messages/day-text.ts';
import { t } from '../lib/messages/messages.svelte.ts';
import { whereOf } from './where.ts';

type Origin = AnswerTo<'GET', '/polydesk/v1/memory/search'>['pairs'][number]['origin'];

/** Where a text of the memory was found: "Choosing a front light · confirmed 12 October". */
export function originOf(origin: Origin): string {
  return `${placeOf(origin)} · ${qualityOf(origin)}`;
}

/** "Choosing a front light · Paragraph 4", "lane-night.jpg · Alternative text"; "Strings". */
export function placeOf({ title, ...where }: Origin): string {
  if (where.kind === 'site') return t('strings.title');
  return [title || t('ui.untitled'), whereOf(where)].filter(Boolean).join(' · ');
}

/** How sure a text is: "confirmed 12 October", "imported 3 March 2025". */
export function qualityOf({ kind, quality, at }: Origin): string {
  const date = at === '' ? '' : dayText(at);
  if (kind === null) return date ? t('desk.quality.imported', { date }) : t('desk.quality.book');
  return quality === 'confirmed' && date ? t('desk.quality.confirmed.on', { date }) : t(`desk.quality.${quality}`);
}

/** A screen, an item and a query, as `app.go` takes them. */
type Destination = [screen: string, item: string, query?: Record<string, string>];

/** Where it is edited; undefined for a match from a book, which belongs to no item, and for terms and texts of pictures. */
export function destinationOf({ kind, type, id, title }: Origin): Destination | undefined {
  if (kind === 'site') return ['strings', '', { q: title }];
  return kind === 'post' && type !== 'attachment' ? ['edit', `post/${id}`] : undefined;
}
