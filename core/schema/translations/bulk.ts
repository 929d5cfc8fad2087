import * as v from 'valibot';
import { GroupsQuery, kindArg } from './matrix.ts';

/** The actions on many items (`contract/extras.md`, `/bulk`). */
export const BULK_ACTIONS = [
  'status',
  'language',
  'confirm',
  'translate',
  'duplicate',
  'trash',
  'delete',
  'move-language',
] as const;
export type BulkAction = (typeof BULK_ACTIONS)[number];

const id = v.pipe(v.number(), v.integer(), v.minValue(1));
const { type, lang, state, search, status, author, term, modified_after, media_type, lacks, machine } = GroupsQuery;

/** Parameters of `POST /bulk`. */
export const BulkArgs = {
  action: v.pipe(v.picklist(BULK_ACTIONS), v.description('What to do.')),
  kind: v.optional(kindArg, 'post'),
  ids: v.optional(v.pipe(v.array(id), v.maxLength(10_000), v.description('Numbers of the items; or "filter".'))),
  filter: v.optional(
    v.pipe(
      v.object({ type, lang, state, search, status, author, term, modified_after, media_type, lacks, machine }),
      v.description(
        'As /groups takes it: the items of the groups it lists, with "lang", "state", "status" or "machine" only those they fit.',
      ),
    ),
  ),
  status: v.optional(
    v.pipe(v.picklist(['publish', 'draft', 'pending', 'private']), v.description('For "status": the new one.')),
  ),
  from: v.optional(
    v.pipe(
      v.string(),
      v.description('For "move-language": code of the language to move out of. Else, with "filter": only items in it.'),
    ),
  ),
  lang: v.optional(
    v.pipe(
      v.string(),
      v.description('For "language", "translate", "duplicate" and "move-language": code of the new language.'),
    ),
  ),
  langs: v.optional(
    v.pipe(
      v.array(v.string()),
      v.minLength(1),
      v.maxLength(200),
      v.description(
        'For "translate" and "duplicate" (drafts with the texts of their sources): several languages at once.',
      ),
    ),
  ),
};

/** The report of the job. */
export interface BulkReport {
  action: BulkAction;
  /** The number of matching items. */
  matched: number;
  changed: number;
  skipped: number;
  /** The reasons for the first of them. */
  reasons: { id: number; text: string }[];
}
