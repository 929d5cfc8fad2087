import type { BulkAction } from '../../schema/translations/bulk.ts';
import type { Kind } from '../../store/translations/translations.ts';
import type { GroupsQuery } from '../../schema/translations/matrix.ts';

/** The validated body of `POST /bulk`. */
export interface BulkOrder {
  action: BulkAction;
  kind: Kind;
  ids?: number[] | undefined;
  filter?: BulkFilter | undefined;
  status?: 'publish' | 'draft' | 'pending' | 'private' | undefined;
  from?: string | undefined;
  lang?: string | undefined;
  /** Several languages instead of `lang`, for "translate" and "duplicate". */
  langs?: string[] | undefined;
}

export type BulkFilter = Partial<Omit<GroupsQuery, 'kind' | 'page' | 'per_page' | 'orderby' | 'order'>>;
