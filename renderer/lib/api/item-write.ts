import type { Dict } from '../../../core/types.ts';
import { hashValue } from '../../../core/units/hash.ts';
import type { UnitMark } from '../../../core/units/states/marks.ts';
import { t } from '../messages/messages.svelte.ts';
import type { ApiError } from './api-error.ts';

/** The body the window sends to save an item, as accepted by `PATCH polydesk/v1/items`. */
export interface ItemWrite {
  fields: Dict;
  /** For each field sent, the stored value it was based on; fields missing here are not compared. */
  over: Dict;
  /** Marks set on its units. */
  marks?: readonly UnitMark[];
}

/** Builds a save of some fields; the server rejects it with `polydesk_conflict` if one of them has changed since it was read. */
export function itemWrite(kind: 'post' | 'term', id: number, { fields, over, marks = [] }: ItemWrite) {
  const sent = Object.entries(over).filter(([name]) => name in fields);
  const base = Object.fromEntries(sent.map(([name, value]) => [name, hashValue(value)]));
  return { method: 'PATCH', path: `/polydesk/v1/items/${kind}/${id}`, body: { fields, base, marks } } as const;
}

/** A conflicting field and its current stored value. */
export interface MetField {
  field: string;
  now: unknown;
}

/** Returns the conflicting fields of a rejected save; empty for any other error. */
export function metFields(error: ApiError | undefined): MetField[] {
  if (error?.code !== 'polydesk_conflict') return [];
  const { conflicts } = error.data;
  return Array.isArray(conflicts) ? (conflicts as MetField[]) : [];
}

/** The conflicting fields as form errors. `show` formats a value for display. */
export function changedMeanwhile(error: ApiError, show: (now: unknown, field: string) => string = readable) {
  const named = metFields(error).map(({ field, now }) => {
    return [field, t('ui.changed.meanwhile', { text: show(now, field) })] as const;
  });
  return Object.fromEntries(named);
}

const readable = (now: unknown): string => (typeof now === 'string' ? now : JSON.stringify(now));
