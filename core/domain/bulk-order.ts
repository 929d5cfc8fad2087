import type { BulkAction } from '../schema/bulk.ts';
import type { Kind } from '../store/translations.ts';
import type { GroupQuery } from './groups.ts';

/** What `POST /bulk` asks for, as checked. */
export interface BulkOrder {
  action: BulkAction;
  kind: Kind;
  ids?: number[] | undefined;
  filter?: BulkFilter | undefined;
  status?: 'publish' | 'draft' | 'pending' | 'private' | undefined;
  from?: string | undefined;
  lang?: string | undefined;
  /** Several in the place of `lang`, for "translate" and "duplicate". */
  langs?: string[] | undefined;
}

export type BulkFilter = Omit<GroupQuery, 'kind' | 'page' | 'per_page' | 'orderby' | 'order'>;
