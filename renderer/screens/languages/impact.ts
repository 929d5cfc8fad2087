import { api } from '../../lib/api.ts';
import type { Dict } from '../../../core/types.ts';

/** What a change would do, as `GET polydesk/v1/languages/{term_id}/impact` answers it. */
export interface Impact {
  items: { kind: 'post' | 'term'; type: string; count: number }[];
  addresses: { total: number; first: { kind: string; id: number; before: string; after: string }[] };
  languages: { added: string[]; removed: string[]; default_before: string; default_after: string };
  menus: string[];
  domains: string[];
}

/** Asks what a change of a language would do; nothing is stored. */
export function readImpact(language: number, change: Dict): Promise<Impact> {
  return api.get<Impact>(`/polydesk/v1/languages/${language}/impact`, change);
}
