import { api } from '../../lib/api/api.ts';
import type { Dict } from '../../../core/types.ts';
import type { Read } from '../../lib/api/answers.ts';

/** What a change would do, as `GET polydesk/v1/languages/{term_id}/impact` answers it. */
export type Impact = Read<'/polydesk/v1/languages/{term_id}/impact'>;

/** Asks what a change of a language would do; nothing is stored. */
export function readImpact(language: number, change: Dict): Promise<Impact> {
  return api.get(`/polydesk/v1/languages/${language}/impact`, change);
}
