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
}

export type BulkFilter = Pick<GroupQuery, 'type' | 'lang' | 'state' | 'search' | 'status'>;
