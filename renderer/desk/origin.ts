import type { AnswerTo } from '../lib/api/answers.ts';
import { t } from '../lib/messages/messages.svelte.ts';

type Origin = AnswerTo<'GET', '/polydesk/v1/memory/search'>['pairs'][number]['origin'];

/** Where a text of the memory was found: "Choosing a front light · confirmed". */
export function originOf({ title, quality, kind }: Origin): string {
  return `${title || t('ui.untitled')} · ${t(kind === null ? 'desk.quality.book' : `desk.quality.${quality}`)}`;
}

/** Whether it has an editor: a match from a book belongs to no item, terms and picture texts have none. */
export const hasEditor = ({ kind, type }: Origin): boolean => kind === 'post' && type !== 'attachment';
