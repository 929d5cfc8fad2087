import { api } from '../../lib/api/api.ts';
import type { Dict } from '../../../core/types.ts';
import type { Read } from '../../lib/api/answers.ts';

/** The effects of a change, as returned by `GET polydesk/v1/languages/{term_id}/impact`. */
export type Impact = Read<'/polydesk/v1/languages/{term_id}/impact'>;

/** Requests the effects of a change to a language; nothing is stored. */
export function readImpact(language: number, change: Dict): Promise<Impact> {
  return api.get(`/polydesk/v1/languages/${language}/impact`, change);
}
